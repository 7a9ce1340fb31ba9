import { RESERVED_NAMES } from '../auth/credentials.schema.ts'
import { imitatesTeam } from '../auth/reserved-names.schema.ts'

/** Reserved words that are too short for a username: files and folders that sites have at their root, and languages. */
const SHORT_WORDS = new Set(
  'ad ads ai cdn cms css de dev dns en es fr ftp go id img it ja jp js ko me my ns og pt rss ssh tv uk us vi xml zh'.split(' '),
)

/** Abusive wherever they are in a name. */
const ABUSIVE_PARTS = /fuck|nigger|nigga|faggot|motherf|pedophil|childporn|hitler|kichigai|yariman|chinchin|kusoyaro/
/** Abusive only as a whole name, because ordinary names contain them: Ishita, Nazim, Manko in a longer name. */
const ABUSIVE_WORDS = new Set(
  'anal arse asshole bastard bitch cunt cum fag hentai jap kike nazi penis piss porn prick pussy rape rapist retard sex shit slut tits twat vagina whore wank baita bakayaro busu chinko chinpo chonko kuso kusogaki manko omanko paipan unchi unko'.split(
    ' ',
  ),
)

/** Digits that stand for letters. */
const LETTERS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** Whether a name of letters and digits is abusive in English or, in Latin letters, in Japanese; also with digits for letters or at its end. */
export function isAbusive(name: string): boolean {
  const lower = name.toLowerCase()
  return [lower, lower.replace(/\d+$/, '')].some((word) => {
    const plain = word.replace(/[013457]/g, (digit) => LETTERS[digit]!)
    return ABUSIVE_PARTS.test(plain) || ABUSIVE_WORDS.has(plain)
  })
}

/** Whether nobody can have this name: a word of the app's addresses, one that could be taken for the team's, or an abusive one. */
export const isReserved = (name: string): boolean =>
  RESERVED_NAMES.has(name.toLowerCase()) || SHORT_WORDS.has(name.toLowerCase()) || imitatesTeam(name) || isAbusive(name)
