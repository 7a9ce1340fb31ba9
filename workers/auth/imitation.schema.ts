import { BRAND_NAME } from '../shared/brand.schema.ts'

/**
 * Letters and signs that look like others, by what they look like: for the scripts that are used for it, and small, as the list of
 * Unicode (UTS 39) has thousands. What Unicode itself calls a variant (full-width, mathematical, circled, with marks) needs no entry.
 */
const LOOKS: Record<string, string> = {
  a: 'аɑαᴀꓮᎪ@4ⲁᗩ𐌀𐌰',
  b: 'вьβʙꓐᏴΒ8ⲃᗷ𐌁𐌱',
  c: 'сϲᴄꓚᏟ¢ⲥᑕ𐌂',
  d: 'ԁđᴅꓓᎠᗪ𐌃𐌳',
  e: 'еєэεəᴇꓰᎬΕз€3ⲉᗴᙓᕮ𐌄𐌴',
  f: 'ꜰꓝᖴ𐌅𐍆',
  g: 'ɡԍɢꓖᏀց9ᘜ',
  h: 'нһհʜꓧᎻΗħⲏᕼ𐌇𐌷',
  // What looks like an l also looks like an i: all of them are one letter here.
  l: 'iіӏıɩιɪʟꓡꓲᏞΙłľ1|!¡£ⲓᒪ𐌉𐌋𐌹𐌻',
  j: 'јϳᴊꓙᎫᒍ',
  k: 'кκᴋꓗᏦΚⲕ𐌊𐌺',
  m: 'мᴍꓟᎷΜⲙᗰ𐌌𐌼',
  n: 'ипηոɴꓠΝⲛᑎ𐌍𐌽',
  o: 'оοσօᴏꓳΟø0ⲟ𐌏',
  p: 'рρᴘꓑᏢΡⲣᑭ𐌐𐍀',
  q: 'ԛ',
  r: 'гяɾʀꓣᎡⲅᖇ𐌓𐍂',
  s: 'ѕςꜱꓢᏚ$5ᔕ𐌔𐍃',
  t: 'тτᴛꓔᎢΤŧ7+ⲧ𐌕𐍄',
  u: 'цυμսᴜꓴᑌ',
  v: 'ѵνᴠꓦᏙᐯ𐌖',
  w: 'шщѡωԝⱳᴡꓪᎳⲱᗯ',
  x: 'хχꓫΧⲭ᙭𐌗',
  y: 'уүγʏꓬᎩΥ¥ⲩ',
  z: 'ᴢꓜΖ2ᘔ',
}
const LIKE = new Map(Object.entries(LOOKS).flatMap(([letter, looks]) => [...looks].map((look) => [look, letter] as const)))

/** Letters in signs that Unicode keeps apart from letters: negative circled, negative squared, regional indicators. */
const SIGNS = [0x1f150, 0x1f170, 0x1f1e6]
function letterIn(sign: string): string {
  const code = sign.codePointAt(0)!
  const first = SIGNS.find((start) => code >= start && code < start + 26)
  return first === undefined ? sign : String.fromCharCode(97 + code - first)
}

/** Hiragana and small kana as the large katakana of their sound; the sign for a long vowel goes, as people write it or not. */
function kanaIn(letter: string): string {
  const katakana = /[ぁ-ゖ]/.test(letter) ? String.fromCodePoint(letter.codePointAt(0)! + 0x60) : letter
  const small = 'ァィゥェォッャュョヮ'.indexOf(katakana)
  return katakana === 'ー' ? '' : small < 0 ? katakana : 'アイウエオツヤユヨワ'[small]!
}

/** Each letter once where it is written several times in a row: `Warrenn` is read as `Warren`. */
const single = (word: string) => word.replace(/(.)\1+/gu, '$1')

/**
 * Latin beside letters of a script that no living language of the web is written in with it (those that UAX 31 does not recommend): they
 * stand there for their looks. A word of such a script alone is somebody's name.
 */
const RECOMMENDED =
  'Zyyy Zinh Latn Arab Armn Beng Bopo Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Kana Knda Khmr Laoo Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt'
const STRANGE = new RegExp(
  `[^${RECOMMENDED.split(' ')
    .map((script) => `\\p{Script=${script}}`)
    .join('')}]`,
  'u',
)
const mixes = (text: string) => text.split(/\s+/).some((word) => /\p{Script=Latn}/u.test(word) && STRANGE.test(word))

/** A text as the eye takes it in: its words, each letter as the plain one it looks like. */
function seen(text: string): string[] {
  const plain = [...text.normalize('NFKD').replace(/[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')]
    .map(letterIn)
    // Capitals of other scripts look like other letters than their small ones.
    .map((letter) => LIKE.get(letter) ?? LIKE.get(letter.toLowerCase()) ?? LIKE.get(letter.toUpperCase()) ?? letter.toLowerCase())
    .map(kanaIn)
    .join('')
  return plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => single(word.replaceAll('vv', 'w').replaceAll('uu', 'w').replaceAll('rn', 'm')))
}
const wordsOf = (text: string) => text.split(/\s+/).flatMap(seen)

/** The product's name, and how it is read in Japanese. */
const BRANDS = [...seen(BRAND_NAME), ...wordsOf('ウォーレン ウオレン ワーレン ワレン')]
/** Nobody but the team is any of these. */
const ALWAYS = wordsOf(
  'admin admins administrator administrators sysadmin webmaster moderator moderators 管理者 管理人 運営者 モデレーター',
)
/** A whole name of these speaks for the team. */
const ROLES = wordsOf(
  'support staff official helpdesk help moderation system escrow arbiter arbiters arbitrator arbitrators arbitration verification notification notifications 運営 公式 事務局 サポート スタッフ 管理',
)
/** What a team is there for: a whole name of these and a {@link GROUPS} speaks for it. */
const DEPARTMENTS = wordsOf(
  'security safety billing payment payments trust refund refunds dispute disputes account accounts resolution resolutions fraud compliance',
)
const GROUPS = wordsOf('team teams agent agents department crew')
/** These do so beside the name of the product. */
const BESIDE = [
  ...DEPARTMENTS,
  ...GROUPS,
  ...wordsOf(
    'service services legal finance care hq headquarters assistant assistants success mod mods operations ops concierge チーム 公認 本部 担当 窓口',
  ),
]
const FILLERS = wordsOf(
  'the of and at by for from your our customer client technical tech user live online desk center centre カスタマー ユーザー の',
)
/** Beside the name of the product, in a title, these claim to be of its team or chosen by it. */
const CLAIMS = wordsOf(
  'engineer developer founder cofounder ceo cto employee employees representative ambassador partner verified certified approved trusted recommended 認定 提携 社員 代表',
)
/** Of what speaks for the team, what is nobody's trade: people do give customer support and administer systems. */
const NO_TRADE = wordsOf('official staff team escrow moderator moderators arbiter arbitrator 運営 公式 事務局 管理者 管理人 モデレーター')

const anyOf = (...lists: string[][]) =>
  lists
    .flat()
    .toSorted((a, b) => b.length - a.length)
    .join('|')
/** One run of such words, however it is spaced: `A d m i n`, `WarrenSupport`, `運営サポート`. */
const TEAM = new RegExp(
  `^(?:${anyOf(FILLERS, BESIDE)})*(?:${anyOf(BRANDS, ALWAYS, ROLES)})(?:${anyOf(BRANDS, ALWAYS, ROLES, BESIDE, FILLERS)})*$`,
)
const DEPARTMENT = new RegExp(
  `^(?:${anyOf(FILLERS)})*(?:(?:${anyOf(DEPARTMENTS, FILLERS)})*(?:${anyOf(DEPARTMENTS)})(?:${anyOf(GROUPS)})|${seen('trust').join('')}(?:${seen('and').join('')})?${seen('safety').join('')})$`,
)
const WITH_BRAND = new RegExp(
  `^(?:${anyOf(BRANDS)})(?:${anyOf(ALWAYS, ROLES, BESIDE)})|(?:${anyOf(ALWAYS, ROLES, BESIDE)})(?:${anyOf(BRANDS)})$`,
)
const NAMES_NO_TRADE = new RegExp(anyOf(NO_TRADE))
const [ADMIN, ADMINS] = wordsOf('admin admins')
const BY = wordsOf('at by for of')

const isBrand = (word: string) => BRANDS.includes(word)
const isBeside = (word: string) => [...ALWAYS, ...ROLES, ...BESIDE].includes(word)
/** Whether the whole of it is one of these, letters apart or not. */
const isWhole = (pattern: RegExp, words: string[]) => pattern.test(words.join('')) || pattern.test(single(words.join('')))
/** Whether it is about the product and its team. */
const namesBoth = (words: string[]) => words.some((word) => WITH_BRAND.test(word)) || (words.some(isBrand) && words.some(isBeside))

/**
 * Whether a name could pass for the team's: `Admin`, `Warren Support`, or what looks like them in other letters. Somebody may be
 * called Warren Miller; nobody is called Warren alone.
 */
export function imitatesTeam(name: string): boolean {
  // Numbers behind a name are what is left when the name is taken.
  return [name, name.replace(/[\p{N}\s_.-]+$/u, '')].some((text) => {
    const words = seen(text)
    return (
      mixes(text) || isWhole(TEAM, words) || isWhole(DEPARTMENT, words) || words.some((word) => ALWAYS.includes(word)) || namesBoth(words)
    )
  })
}

/**
 * Whether a title claims that somebody belongs to the team: by the product's name (`Warren staff`, `Engineer at Warren`), or as a whole by
 * words that are nobody's trade (`Official support`). `Customer support in Japanese` is what people do.
 */
export function claimsTeam(title: string): boolean {
  const words = seen(title)
  const text = words.join('')
  const last = words.at(-1) ?? ''
  return (
    mixes(title) ||
    namesBoth(words) ||
    (words.some(isBrand) && words.some((word) => CLAIMS.includes(word))) ||
    (isBrand(last) && BY.includes(words.at(-2) ?? '')) ||
    (isWhole(TEAM, words) && (NAMES_NO_TRADE.test(text) || [ADMIN, ADMINS, ...BRANDS].includes(text))) ||
    isWhole(DEPARTMENT, words)
  )
}
