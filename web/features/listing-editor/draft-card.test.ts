import { i18n } from '@lingui/core'
import { afterEach, expect, test } from 'vitest'
import type { Viewer } from '../../session/viewer.ts'
import { cardBase } from './draft-card.ts'
import { emptyService } from './service-draft.ts'

const viewer = { name: 'Aiko Mori', image: null } as Viewer
const cardOf = (texts: { title?: string; descriptionPreview?: string; description?: string }) =>
  cardBase({ ...emptyService(), ...texts }, viewer, 'services', 'Your title appears here')

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test.each(['en', 'ja'])('the card of an empty draft has the placeholder title and the language of the page (%s)', (locale) => {
  i18n.loadAndActivate({ locale, messages: {} })
  expect(cardOf({})).toMatchObject({ title: 'Your title appears here', lang: locale })
})

test('the card of a draft has the language of its texts', () => {
  expect(cardOf({ title: 'ロゴと名刺を作る' }).lang).toBe('ja')
  expect(cardOf({ title: '名刺制作', descriptionPreview: 'きれいに印刷します。' }).lang).toBe('ja')
  expect(cardOf({ title: '名刺制作', description: '<p>きれいに印刷します。</p>' }).lang).toBe('ja')
  expect(cardOf({ title: 'Logos' }).lang).toBe('en')
})
