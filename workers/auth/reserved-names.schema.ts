import { BRAND_NAME } from '../shared/brand.schema.ts'

/**
 * Lookalike characters, by the letter they look like. A short list for the scripts that are commonly abused; the list of Unicode (UTS 39)
 * has thousands. Variants that Unicode itself maps to the plain letter (full-width, mathematical, circled, with marks) need no entry.
 */
const LOOKALIKES: Record<string, string> = {
  a: 'аɑαᴀꓮᎪ@4ⲁᗩ𐌀𐌰',
  b: 'вьβʙꓐᏴΒ8ⲃᗷ𐌁𐌱',
  c: 'сϲᴄꓚᏟ¢ⲥᑕ𐌂',
  d: 'ԁđᴅꓓᎠᗪ𐌃𐌳',
  e: 'еєэεəᴇꓰᎬΕз€3ⲉᗴᙓᕮ𐌄𐌴',
  f: 'ꜰꓝᖴ𐌅𐍆',
  g: 'ɡԍɢꓖᏀց9ᘜ',
  h: 'нһհʜꓧᎻΗħⲏᕼ𐌇𐌷',
  // Characters that look like an l also look like an i, so both count as the same letter here.
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
const LETTER_OF = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, characters]) => [...characters].map((character) => [character, letter] as const)),
)

/**
 * First code points of blocks of symbols that show the letters A to Z, but that Unicode does not map to these letters: negative circled,
 * negative squared, regional indicators.
 */
const SYMBOL_BLOCKS = [0x1f150, 0x1f170, 0x1f1e6]
function letterOfSymbol(symbol: string): string {
  const code = symbol.codePointAt(0)!
  const first = SYMBOL_BLOCKS.find((start) => code >= start && code < start + 26)
  return first === undefined ? symbol : String.fromCharCode(97 + code - first)
}

/** Maps hiragana and small kana to the large katakana of the same sound, and drops the long vowel mark, which writers often omit. */
function normalizeKana(letter: string): string {
  const katakana = /[ぁ-ゖ]/.test(letter) ? String.fromCodePoint(letter.codePointAt(0)! + 0x60) : letter
  const small = 'ァィゥェォッャュョヮ'.indexOf(katakana)
  return katakana === 'ー' ? '' : small < 0 ? katakana : 'アイウエオツヤユヨワ'[small]!
}

/** Collapses repeated letters: `Warrenn` becomes `Waren`, and so does `Warren`. */
const collapseRepeats = (word: string) => word.replace(/(.)\1+/gu, '$1')

/**
 * Scripts that UAX 31 recommends. A word that mixes Latin letters with a script outside this list is treated as an imitation. A word
 * without Latin letters may be a real name.
 */
const RECOMMENDED =
  'Zyyy Zinh Latn Arab Armn Beng Bopo Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Kana Knda Khmr Laoo Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt'
const UNUSUAL_SCRIPT = new RegExp(
  `[^${RECOMMENDED.split(' ')
    .map((script) => `\\p{Script=${script}}`)
    .join('')}]`,
  'u',
)
const mixesScripts = (text: string) => text.split(/\s+/).some((word) => /\p{Script=Latn}/u.test(word) && UNUSUAL_SCRIPT.test(word))

/** The words of a text, each letter replaced by the plain letter it looks like. */
function plainWords(text: string): string[] {
  const plain = [...text.normalize('NFKD').replace(/[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')]
    .map(letterOfSymbol)
    // Capitals of other scripts may look like other letters than their lower-case forms.
    .map(
      (letter) =>
        LETTER_OF.get(letter) ?? LETTER_OF.get(letter.toLowerCase()) ?? LETTER_OF.get(letter.toUpperCase()) ?? letter.toLowerCase(),
    )
    .map(normalizeKana)
    .join('')
  return plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => collapseRepeats(word.replaceAll('vv', 'w').replaceAll('uu', 'w').replaceAll('rn', 'm')))
}
const wordsOf = (text: string) => text.split(/\s+/).flatMap(plainWords)

/** The product's name, and its readings in Japanese. */
const BRANDS = [...plainWords(BRAND_NAME), ...wordsOf('ウォーレン ウオレン ワーレン ワレン')]
/** Words that only the team may use, anywhere in a name. */
const TEAM_WORDS = wordsOf(
  'admin admins administrator administrators sysadmin webmaster moderator moderators 管理者 管理人 運営者 モデレーター',
)
/** Words that imitate the team if the whole name consists of them. */
const ROLES = wordsOf(
  'support staff official helpdesk help moderation system escrow arbiter arbiters arbitrator arbitrators arbitration verification notification notifications 運営 公式 事務局 サポート スタッフ 管理',
)
/** Departments of a team: a name of these words and one of {@link GROUPS} imitates the team. */
const DEPARTMENTS = wordsOf(
  'security safety billing payment payments trust refund refunds dispute disputes account accounts resolution resolutions fraud compliance',
)
const GROUPS = wordsOf('team teams agent agents department crew')
/** Words that imitate the team next to the product's name. */
const BRAND_COMPANIONS = [
  ...DEPARTMENTS,
  ...GROUPS,
  ...wordsOf(
    'service services legal finance care hq headquarters assistant assistants success mod mods operations ops concierge チーム 公認 本部 担当 窓口',
  ),
]
const FILLERS = wordsOf(
  'the of and at by for from your our customer client technical tech user live online desk center centre カスタマー ユーザー の',
)
/** Words in a title that, next to the product's name, claim to belong to its team or to be chosen by it. */
const CLAIMS = wordsOf(
  'engineer developer founder cofounder ceo cto employee employees representative ambassador partner verified certified approved trusted recommended 認定 提携 社員 代表',
)
/** Team words that do not name a profession. The other team words do: members offer customer support and administer systems. */
const NO_PROFESSION = wordsOf(
  'official staff team escrow moderator moderators arbiter arbitrator 運営 公式 事務局 管理者 管理人 モデレーター',
)

const anyOf = (...lists: string[][]) =>
  lists
    .flat()
    .toSorted((a, b) => b.length - a.length)
    .join('|')
/**
 * Matches a text that consists of the words above and contains the product's name, a team word or a role. It is tested without the spaces:
 * `A d m i n`, `運営サポート`.
 */
const TEAM = new RegExp(
  `^(?:${anyOf(FILLERS, BRAND_COMPANIONS)})*(?:${anyOf(BRANDS, TEAM_WORDS, ROLES)})(?:${anyOf(BRANDS, TEAM_WORDS, ROLES, BRAND_COMPANIONS, FILLERS)})*$`,
)
const DEPARTMENT = new RegExp(
  `^(?:${anyOf(FILLERS)})*(?:(?:${anyOf(DEPARTMENTS, FILLERS)})*(?:${anyOf(DEPARTMENTS)})(?:${anyOf(GROUPS)})|${plainWords('trust').join('')}(?:${plainWords('and').join('')})?${plainWords('safety').join('')})$`,
)
const WITH_BRAND = new RegExp(
  `^(?:${anyOf(BRANDS)})(?:${anyOf(TEAM_WORDS, ROLES, BRAND_COMPANIONS)})|(?:${anyOf(TEAM_WORDS, ROLES, BRAND_COMPANIONS)})(?:${anyOf(BRANDS)})$`,
)
const HAS_NO_PROFESSION = new RegExp(anyOf(NO_PROFESSION))
const [ADMIN, ADMINS] = wordsOf('admin admins')
const PREPOSITIONS = wordsOf('at by for of')

const isBrand = (word: string) => BRANDS.includes(word)
const isTeamWord = (word: string) => [...TEAM_WORDS, ...ROLES, ...BRAND_COMPANIONS].includes(word)
/** Whether the whole text matches, also when the letters are spaced apart. */
const matchesWhole = (pattern: RegExp, words: string[]) => pattern.test(words.join('')) || pattern.test(collapseRepeats(words.join('')))
/** Whether the words contain the product's name and a word about its team. */
const hasBrandAndTeam = (words: string[]) => words.some((word) => WITH_BRAND.test(word)) || (words.some(isBrand) && words.some(isTeamWord))

/**
 * Whether a name could be taken for the team's: `Admin`, `Warren Support`, or lookalikes of them. `Warren Miller` is allowed as a person's
 * name; `Warren` alone is rejected.
 */
export function imitatesTeam(name: string): boolean {
  // Also check without digits at the end: users append them when a name is taken.
  return [name, name.replace(/[\p{N}\s_.-]+$/u, '')].some((text) => {
    const words = plainWords(text)
    return (
      mixesScripts(text) ||
      matchesWhole(TEAM, words) ||
      matchesWhole(DEPARTMENT, words) ||
      words.some((word) => TEAM_WORDS.includes(word)) ||
      hasBrandAndTeam(words)
    )
  })
}

/**
 * Whether a title claims membership of the team: with the product's name (`Warren staff`, `Engineer at Warren`), or with words that are no
 * profession (`Official support`). `Customer support in Japanese` is a profession and allowed.
 */
export function claimsTeam(title: string): boolean {
  const words = plainWords(title)
  const text = words.join('')
  const last = words.at(-1) ?? ''
  return (
    mixesScripts(title) ||
    hasBrandAndTeam(words) ||
    (words.some(isBrand) && words.some((word) => CLAIMS.includes(word))) ||
    (isBrand(last) && PREPOSITIONS.includes(words.at(-2) ?? '')) ||
    (matchesWhole(TEAM, words) && (HAS_NO_PROFESSION.test(text) || [ADMIN, ADMINS, ...BRANDS].includes(text))) ||
    matchesWhole(DEPARTMENT, words)
  )
}
