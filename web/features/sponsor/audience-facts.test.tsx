import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { SponsorshipRequest } from '../../../workers/orders/sponsorships.schema.ts'

let language = 'en'
vi.mock('../../lib/i18n.ts', () => ({ locale: () => language, localName: (label: Record<string, string>) => label[language] }))
const { AudienceFacts } = await import('./AudienceFacts.tsx')

const catalogs = import.meta.glob<{ messages: Messages }>('./locales/*.po', { eager: true })
const factsIn = (locale: string, request: Partial<SponsorshipRequest>) => {
  language = locale
  i18n.loadAndActivate({ locale, messages: catalogs[`./locales/${locale}.po`]!.messages })
  const whole = { ageFrom: 20, ageTo: 40, gender: 'any', interests: [], location: '', language: 'any', ...request } as SponsorshipRequest
  const html = renderToString(
    <I18nProvider i18n={i18n}>
      <AudienceFacts request={whole} />
    </I18nProvider>,
  ).replaceAll('&amp;', '&')
  return Object.fromEntries(Array.from(html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g), ([, label, value]) => [label, value]))
}

it('names the audience in the language of the reader, without codes', () => {
  const request: Partial<SponsorshipRequest> = { gender: 'women', language: 'ja', location: 'JP', interests: ['design', 'illustration'] }
  expect(factsIn('en', request)).toEqual({
    Ages: '20 to 40',
    Gender: 'Women',
    Language: 'Japanese',
    Location: 'Japan',
    Interests: 'Design & branding and Illustration & art',
  })
  expect(factsIn('ja', request)).toEqual({
    年齢: '20〜40歳',
    性別: '女性',
    言語: '日本語',
    場所: '日本',
    関心分野: expect.stringMatching(/^\P{ASCII}+$/u),
  })
})

it('says so if nobody is left out', () => {
  expect(Object.values(factsIn('en', {}))).toEqual(['20 to 40', 'Everyone', 'All languages', 'Everywhere', 'All'])
})
