import { BRAND_NAME } from '../shared/brand.schema.ts'

/**
 * Letters and signs that look like others, by what they look like: for the scripts that are used for it, and small, as the list of
 * Unicode (UTS 39) has thousands. What Unicode itself calls a variant (full-width, mathematical, circled, with marks) needs no entry.
 */
const LOOKS: Record<string, string> = {
  a: 'аɑαᴀꓮᎪ@4',
  b: 'вьβʙꓐᏴΒ8',
  c: 'сϲᴄꓚᏟ¢',
  d: 'ԁđᴅꓓᎠ',
  e: 'еєэεəᴇꓰᎬΕз€3',
  f: 'ꜰꓝ',
  g: 'ɡԍɢꓖᏀց9',
  h: 'нһհʜꓧᎻΗħ',
  // What looks like an l also looks like an i: all of them are one letter here.
  l: 'iіӏıɩιɪʟꓡꓲᏞΙłľ1|!¡£',
  j: 'јϳᴊꓙᎫ',
  k: 'кκᴋꓗᏦΚ',
  m: 'мᴍꓟᎷΜ',
  n: 'ипηոɴꓠΝ',
  o: 'оοσօᴏꓳΟø0',
  p: 'рρᴘꓑᏢΡ',
  q: 'ԛ',
  r: 'гяɾʀꓣᎡ',
  s: 'ѕςꜱꓢᏚ$5',
  t: 'тτᴛꓔᎢΤŧ7+',
  u: 'цυμսᴜꓴ',
  v: 'ѵνᴠꓦᏙ',
  w: 'шщѡωԝⱳᴡꓪᎳ',
  x: 'хχꓫΧ',
  y: 'уүγʏꓬᎩΥ¥',
  z: 'ᴢꓜΖ2',
}
const LIKE = new Map(Object.entries(LOOKS).flatMap(([letter, looks]) => [...looks].map((look) => [look, letter] as const)))

/** Letters in signs that Unicode keeps apart from letters: negative circled, negative squared, regional indicators. */
const SIGNS = [0x1f150, 0x1f170, 0x1f1e6]
function letterIn(sign: string): string {
  const code = sign.codePointAt(0)!
  const first = SIGNS.find((start) => code >= start && code < start + 26)
  return first === undefined ? sign : String.fromCharCode(97 + code - first)
}

/** A text as the eye takes it in: its words, each letter as the plain one it looks like. */
function seen(text: string): string[] {
  const plain = [...text.normalize('NFKD').replace(/[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')]
    .map(letterIn)
    // Capitals of other scripts look like other letters than their small ones.
    .map((letter) => LIKE.get(letter) ?? LIKE.get(letter.toLowerCase()) ?? letter.toLowerCase())
    .join('')
  return plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => word.replaceAll('vv', 'w').replaceAll('uu', 'w').replaceAll('rn', 'm'))
}
const wordsOf = (text: string) => text.split(/\s+/).flatMap(seen)

const [BRAND] = seen(BRAND_NAME) as [string]
/** Nobody but the team is any of these. */
const ALWAYS = wordsOf(
  'admin admins administrator administrators sysadmin webmaster moderator moderators 管理者 管理人 運営者 モデレーター',
)
/** A whole name of these speaks for the team. */
const ROLES = wordsOf(
  'support staff official helpdesk help moderation system escrow arbitrator arbitration verification notification notifications 運営 公式 事務局 サポート スタッフ 管理',
)
/** These do so beside the name of the product. */
const BESIDE = wordsOf(
  'team service services security safety billing payment payments legal finance care trust refund refunds dispute disputes account accounts チーム 公認 本部 担当 窓口',
)
const FILLERS = wordsOf(
  'the of and at by for from your our customer client technical tech user desk center centre department カスタマー ユーザー の',
)

const anyOf = (...lists: string[][]) =>
  lists
    .flat()
    .toSorted((a, b) => b.length - a.length)
    .join('|')
/** One run of such words, however it is spaced: `A d m i n`, `WarrenSupport`, `運営サポート`. */
const TEAM = new RegExp(
  `^(?:${anyOf(FILLERS, BESIDE)})*(?:${anyOf([BRAND], ALWAYS, ROLES)})(?:${anyOf([BRAND], ALWAYS, ROLES, BESIDE, FILLERS)})*$`,
)
const WITH_BRAND = new RegExp(`^${BRAND}(?:${anyOf(ALWAYS, ROLES, BESIDE)})|(?:${anyOf(ALWAYS, ROLES, BESIDE)})${BRAND}$`)

/**
 * Whether a name could pass for the team's: `Admin`, `Warren Support`, or what looks like them in other letters. Somebody may be
 * called Warren Miller; nobody is called Warren alone.
 */
export function imitatesTeam(name: string): boolean {
  // Numbers behind a name are what is left when the name is taken.
  return [name, name.replace(/[\p{N}\s_.-]+$/u, '')].some((text) => {
    const words = seen(text)
    const beside = (word: string) => [...ALWAYS, ...ROLES, ...BESIDE].includes(word)
    return (
      TEAM.test(words.join('')) ||
      words.some((word) => ALWAYS.includes(word) || WITH_BRAND.test(word)) ||
      (words.includes(BRAND) && words.some(beside))
    )
  })
}
