import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BRAND_NAME } from '../shared/brand.schema.ts'
import { codeOf, signedIn } from '../shared/testing.ts'
import { imitatesTeam } from './imitation.schema.ts'
import { ask, outside, worldEnv } from './testing.ts'

describe('a name that could pass for the team’s', () => {
  it.each([
    BRAND_NAME,
    `${BRAND_NAME} Support`,
    `${BRAND_NAME}Support`,
    `The ${BRAND_NAME} Team`,
    `Support by ${BRAND_NAME} (official)`,
    `${BRAND_NAME} Billing`,
    `${BRAND_NAME}_support99`,
    'Admin',
    'ADMIN 2',
    'A d m i n',
    'a.d.m.i.n',
    'Admin Kim',
    'Administrator',
    'Customer Support',
    'Official Support Team',
    'Moderator',
  ])('is %j', (name) => expect(imitatesTeam(name)).toBe(true))

  it.each([
    ['Cyrillic', 'Аdmіn'],
    ['Cyrillic', 'Wаrrеn Suррort'],
    ['Cyrillic capitals', 'АDМІN'],
    ['Greek', 'Αdmιn'],
    ['Greek capitals', 'WΑRRΕΝ SUΡΡΟRΤ'],
    ['full-width', 'Ａｄｍｉｎ'],
    ['mathematical', '𝓐𝓭𝓶𝓲𝓷'],
    ['circled', 'Ⓐⓓⓜⓘⓝ'],
    ['negative squared', '🅰🅳🅼🅸🅽'],
    ['small capitals', 'ᴀᴅᴍɪɴ'],
    ['Cherokee', 'Ꭺdmin'],
    ['Lisu', 'ꓮdmin'],
    ['marks', 'Ádmín'],
    ['stacked marks', 'W\u0336a\u0336r\u0336r\u0336e\u0336n\u0336 Help'],
    ['zero width', 'Ad\u200bmin'],
    ['soft hyphen', 'War\u00adren Sup\u200dport'],
    ['a direction sign', '\u202eAdmin'],
    ['digits', '4dm1n'],
    ['signs', '@dm!n'],
    ['digits', 'W4rr3n Supp0rt'],
    ['l for i', 'Admln'],
    ['rn for m', 'Adrnin'],
    ['vv for w', 'VVarren Support'],
    ['half-width', 'ｻﾎﾟｰﾄ'],
  ])('is one in %s: %j', (_, name) => expect(imitatesTeam(name)).toBe(true))

  it.each([
    '運営',
    '運営事務局',
    `${BRAND_NAME}公式`,
    `${BRAND_NAME}サポート`,
    'カスタマーサポート',
    '管理者',
    '管理者 佐藤',
    '公式スタッフ',
  ])('is %j', (name) => expect(imitatesTeam(name)).toBe(true))

  it.each([
    `${BRAND_NAME} Miller`,
    `Elizabeth ${BRAND_NAME}`,
    'Aiko Mori',
    'Life Support Coaching',
    'Padmini Rao',
    'Team Blue Studio',
    'Ada Lovelace',
    'Staffan Berg',
    'Administration Consulting Ltd',
    'Security Services Kyoto',
    'Legal & Finance',
    'Иван Петров',
    'Γιώργος Παπαδόπουλος',
    '山田 太郎',
    'サポーターズ',
    '佐藤公式戦',
    'Modesta',
    'R2 D2',
    '李',
    '',
  ])('is not %j', (name) => expect(imitatesTeam(name)).toBe(false))
})

describe('such a name', () => {
  beforeEach(() => void outside())
  afterEach(() => vi.unstubAllGlobals())

  it.each(['Warren Support', 'Аdmіn', 'Ａｄｍｉｎ', 'W4rren Supp0rt', '運営事務局'])(
    'is refused to a profile, which stays: %j',
    async (name) => {
      const me = await signedIn(worldEnv)
      const answer = await ask('POST', 'addProfile', { as: me, body: { profile: { name } } })
      expect([answer.status, await codeOf(answer)]).toEqual([422, 'name_reserved'])
      const { profile } = (await (await ask('GET', 'getProfile', { as: me })).json()) as { profile: { name: string } }
      expect(profile.name).toBe('Aiko Mori')
    },
  )

  it.each(['warren_support', 'adm1n_2', 'ａｄｍｉｎｓ', 'W4rrenHelp', 'supp0rt_team'])('is refused as a username: %j', async (name) => {
    const me = await signedIn(worldEnv)
    const answer = await ask('POST', 'setEmail', { as: me, body: { name } })
    expect([answer.status, await codeOf(answer)]).toEqual([422, 'name_reserved'])
    expect(await (await ask('GET', 'getUserInfo', { as: me })).json()).toMatchObject({ username: null })
  })
})
