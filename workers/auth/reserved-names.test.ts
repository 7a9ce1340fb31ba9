import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BRAND_NAME } from '../shared/brand.schema.ts'
import { codeOf, signedIn } from '../shared/testing.ts'
import { claimsTeam, imitatesTeam } from './reserved-names.schema.ts'
import { mockExternalServices, request, testEnv } from './testing.ts'

describe('imitatesTeam', () => {
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
    'Arbiter',
    'Escrow Agent',
    'Live Support',
    'Security Team',
    'Trust & Safety',
    'Trust and Safety Team',
    'Billing Department',
    ...['Agent', 'HQ', 'Assistant', 'Customer Success', 'Resolution', 'Resolution Center', 'mods', 'Mod', 'Crew', 'Operations'].map(
      (word) => `${BRAND_NAME} ${word}`,
    ),
  ])('rejects %j', (name) => expect(imitatesTeam(name)).toBe(true))

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
    ['small Cherokee', 'ꮃꭺꭱꭱꭼn Support'],
    ['small Cherokee', 'ꭺdmin'],
    ['Canadian syllabics', 'ᗯᗩᖇᖇEᑎ Support'],
    ['Canadian syllabics alone', 'ᗩᗪᗰIᑎ'],
    ['Coptic', 'Ⲱⲁrren Support'],
    ['Coptic', 'ⲁdmin'],
    ['Old Italic', '𐌀dmin'],
    ['Old Italic alone', '𐌀𐌃𐌌𐌉𐌍'],
    ['Gothic', '𐌰dmin'],
    ['Deseret', 'Wa𐐻ren 𐐀fficial'],
    ['doubled letters', 'Warrenn Support'],
    ['doubled letters', 'Waarren Suppport'],
    ['doubled letters', 'Adminn'],
    ['one letter less', 'Waren Support'],
  ])('rejects lookalikes (%s): %j', (_, name) => expect(imitatesTeam(name)).toBe(true))

  it.each([
    '運営',
    '運営事務局',
    `${BRAND_NAME}公式`,
    `${BRAND_NAME}サポート`,
    'カスタマーサポート',
    '管理者',
    '管理者 佐藤',
    '公式スタッフ',
    'ウォーレン運営',
    'ウォーレン サポート',
    'ワレン サポート',
    'ワーレン公式',
    'うぉーれん事務局',
    'ウォーレン',
    'ウォーレン担当チーム',
  ])('rejects %j', (name) => expect(imitatesTeam(name)).toBe(true))

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
    'Waren Miller',
    'Anna Agent',
    'Success Coach Lee',
    'Live Music Tokyo',
    'Modern Designs',
    'The Resolution Studio',
    'Trustworthy Translations',
    'Legal Team Osaka',
    'Assistant Editor Mia',
    'Staffan',
    'Aaron Lloyd',
    'Annabelle Pritchett',
    'Ellie Goodall',
    'Sjøen Åse',
    'Nguyễn Văn Anh',
    'Łukasz Żółć',
    'Ștefan Bănică',
    'Aiko さん',
    'Taro太郎',
    '佐藤Design',
    'Kim민수',
    'ウォーレン・バフェット',
    'ワレンチナ',
    'ᏍᏏᏉᏯ',
    'ᏍᏏᏉᏯ Sequoyah',
    'ᐃᓄᒃ Inuk',
    'محمد علي',
    'नरेंद्र शर्मा',
    'สมชาย Studio',
    'გიორგი',
    'Արամ Studio',
  ])('allows %j', (name) => expect(imitatesTeam(name)).toBe(false))
})

describe('claimsTeam', () => {
  it.each([
    `${BRAND_NAME} Support team`,
    `${BRAND_NAME} staff`,
    `Official ${BRAND_NAME} partner`,
    `Engineer at ${BRAND_NAME}`,
    `Arbitrator for ${BRAND_NAME}`,
    `${BRAND_NAME} verified seller`,
    `Certified by ${BRAND_NAME}`,
    `CEO of ${BRAND_NAME}`,
    'Wаrrеn Suррort',
    'ᗯᗩᖇᖇEᑎ staff',
    'Official Support',
    'Support team',
    'Security Team',
    'Trust & Safety',
    'Escrow agent',
    'Moderator',
    'Admin',
    'ウォーレン公式',
    '運営スタッフ',
    '公式サポート',
  ])('rejects %j', (title) => expect(claimsTeam(title)).toBe(true))

  it.each([
    '',
    'Support engineer',
    'Customer support in Japanese',
    'Customer support',
    'Technical Support',
    'カスタマーサポート',
    'System administrator',
    'Sysadmin and DevOps',
    'Community moderator for games',
    'Chief of staff',
    'Arbitration lawyer',
    'Virtual assistant',
    'Security engineer',
    'Billing and accounts',
    'Team lead, payments',
    'Official translator of the city of Kyoto',
    'Photographer in Warren, Michigan',
    'Brand designer',
    'ロゴデザイナー',
    '経理担当',
    'イベントスタッフ',
    '運営代行・SNS運用',
  ])('allows %j', (title) => expect(claimsTeam(title)).toBe(false))
})

describe('a reserved name', () => {
  beforeEach(() => void mockExternalServices())
  afterEach(() => vi.unstubAllGlobals())

  it.each(['Warren Support', 'Аdmіn', 'Ａｄｍｉｎ', 'W4rren Supp0rt', '運営事務局'])(
    'is rejected as a profile name, which stays unchanged: %j',
    async (name) => {
      const me = await signedIn(testEnv)
      const response = await request('POST', 'addProfile', { as: me, body: { profile: { name } } })
      expect([response.status, await codeOf(response)]).toEqual([422, 'name_reserved'])
      const { profile } = (await (await request('GET', 'getProfile', { as: me })).json()) as { profile: { name: string } }
      expect(profile.name).toBe('Aiko Mori')
    },
  )

  it('is rejected as a profile title with the field in the error', async () => {
    const me = await signedIn(testEnv)
    const save = (title: string) => request('POST', 'addProfile', { as: me, body: { profile: { name: 'Aiko Mori', title } } })
    const response = await save('Warren Support team')
    expect([response.status, ((await response.json()) as { error: unknown }).error]).toMatchObject([
      422,
      { code: 'name_reserved', details: { path: 'title' } },
    ])
    expect((await save('Customer support in Japanese')).status).toBe(200)
  })

  it.each(['warren_support', 'adm1n_2', 'ａｄｍｉｎｓ', 'W4rrenHelp', 'supp0rt_team'])('is rejected as a username: %j', async (name) => {
    const me = await signedIn(testEnv)
    const response = await request('POST', 'setEmail', { as: me, body: { name } })
    expect([response.status, await codeOf(response)]).toEqual([422, 'name_reserved'])
    expect(await (await request('GET', 'getUserInfo', { as: me })).json()).toMatchObject({ username: null })
  })
})
