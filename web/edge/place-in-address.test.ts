import { expect, it } from 'vitest'
import { replacePlaceNames } from './place-in-address.ts'

const CITIES = [
  { cityId: 5, name: 'Yorkton', en: 'Yorkton', ja: 'ヨークトン' },
  { cityId: 7, name: 'York', en: 'York', ja: 'ヨーク' },
]
const asked: string[] = []
const replace = async (search: string, answer = () => Response.json({ cities: CITIES })) => {
  const found = await replacePlaceNames(new URLSearchParams(search), async (_area, path) => {
    asked.push(path)
    return answer()
  })
  return found && String(found)
}

it.each([
  ['where=local&country=Japan', 'where=local&country=JP'],
  ['country=日本&sort=price', 'country=JP&sort=price'],
  ['country=jp', 'country=JP'],
  ['country=UK&city=york', 'country=GB&city=7'],
  ['country=GB&city=ヨーク', 'country=GB&city=7'],
  // The beginning of a name finds the largest city.
  ['country=GB&city=yor', 'country=GB&city=5'],
  ['country=Japan&city=1850147', 'country=JP&city=1850147'],
])('%s becomes %s', async (search, expected) => expect(await replace(search)).toBe(String(new URLSearchParams(expected))))

it.each(['', 'sort=price', 'country=JP', 'country=JP&city=1850147', 'country=Atlantis', 'city=York', 'country=%ED%A0%BD'])(
  'nothing is replaced in "%s"',
  async (search) => expect(await replace(search)).toBeNull(),
)

it('an unknown city is left out, also if it cannot be looked up', async () => {
  expect(await replace('country=GB&city=Nowhere', () => Response.json({ cities: [] }))).toBe('country=GB')
  expect(await replace('country=GB&city=York', () => new Response(null, { status: 500 }))).toBe('country=GB')
})

it('a name cannot add parameters to the call', async () => {
  asked.length = 0
  await replace('country=GB&city=York%26lang%3Dja')
  expect(asked).toEqual(['/api/listings/queryCities?country=GB&text=York%26lang%3Dja'])
})
