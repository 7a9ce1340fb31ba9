import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToString } from 'react-dom/server'
import { beforeAll, expect, it } from 'vitest'
import type { FolioSection } from '../../../workers/creators/folios.schema.ts'
import OwnerBar from './OwnerBar.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const bar = (folio: { version: number; about: string; sections: FolioSection[] }) =>
  renderToString(
    <I18nProvider i18n={i18n}>
      <OwnerBar folio={folio} onEdit={() => {}} />
    </I18nProvider>,
  )
const section = { id: 'a', kind: 'banner' } as unknown as FolioSection

it('asks to build a page until it has a text or a section, also after it was published empty', () => {
  for (const [version, text] of [
    [0, 'It is still empty.'],
    [1, 'Visitors find little on it yet.'],
  ] as const) {
    const shown = bar({ version, about: '', sections: [] })
    expect(shown).toContain(text)
    expect(shown).toContain('Build your page')
  }
  for (const content of [
    { about: 'Letters by hand.', sections: [] },
    { about: '', sections: [section] },
  ])
    expect(bar({ version: 1, ...content })).toMatch(/Everybody can see it like this\..*Edit the page/s)
})
