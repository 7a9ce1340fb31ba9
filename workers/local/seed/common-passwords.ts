import { writeFileSync } from 'node:fs'
import { dictionary } from '@zxcvbn-ts/language-common'
import { baseWordsOf, bitsOf, FILTER_BITS } from '../../auth/common-passwords.ts'
import { MIN_PASSWORD } from '../../auth/credentials.schema.ts'

/** Number of words in the filter. With this many, about one other word in two thousand is a false positive. */
const WORDS = FILTER_BITS / 16

/** Number of too short passwords in the filter. They cannot be chosen, but people extend such words with a year or signs. */
const SHORT_PASSWORDS = 1000

/** The words of the most used passwords as the auth worker's Bloom filter, in base64. */
export function commonPasswords(): string {
  const long = dictionary.passwords.filter((password) => password.length >= MIN_PASSWORD)
  const short = dictionary.passwords.filter((password) => password.length < MIN_PASSWORD).slice(0, SHORT_PASSWORDS)
  const words = new Set<string>()
  for (const password of [...short, ...long]) {
    const word = baseWordsOf(password)[0]
    if (word) words.add(word)
    if (words.size === WORDS) break
  }
  const filter = Buffer.alloc(FILTER_BITS / 8)
  for (const bit of [...words].flatMap(bitsOf)) filter[bit >> 3]! |= 1 << (bit & 7)
  return filter.toString('base64')
}

if (import.meta.main) {
  const file = new URL('../../auth/common-passwords.gen.ts', import.meta.url)
  writeFileSync(file, `/** Written by workers/local/seed/common-passwords.ts. */\nexport const COMMON =\n  '${commonPasswords()}'\n`)
}
