import { expect, test } from 'vitest'
import { categoriesOf } from '../../../workers/listings/taxonomy.schema.ts'
import { CATEGORY_ICONS, categorySprite } from './category-icons.ts'

test.each(['services', 'jobs', 'events'] as const)('every category of %s has an icon, and no other', (type) => {
  expect(Object.keys(CATEGORY_ICONS[type])).toEqual(categoriesOf(type).map(({ id }) => id))
  const symbols = categorySprite(type).match(
    /<symbol id="[a-z0-9_]+" viewBox="0 0 24 24"><path d="M[^"]+"\/><path fill="none" d="[Mm][^"]+"\/><\/symbol>/g,
  )
  expect(symbols).toHaveLength(categoriesOf(type).length)
  expect(categorySprite(type)).not.toMatch(/NaN|undefined/)
})
