import { writeFileSync } from 'node:fs'
import { dictionary } from '@zxcvbn-ts/language-common'
import { bitsOf, FILTER_BITS, wordsOf } from '../auth/common-passwords.ts'
import { MIN_PASSWORD } from '../auth/credentials.schema.ts'

/** So many words leave the filter empty enough that it takes one other word in two thousand for one of them. */
const WORDS = FILTER_BITS / 16

/** Passwords of the list that are too short to be chosen, but make words that people put a year or a few signs to. */
const SHORT = 1000

/** The most used passwords, their words only, as the filter that the auth worker carries, in base64. */
export function commonPasswords(): string {
  const long = dictionary.passwords.filter((password) => password.length >= MIN_PASSWORD)
  const short = dictionary.passwords.filter((password) => password.length < MIN_PASSWORD).slice(0, SHORT)
  const words = new Set<string>()
  for (const password of [...short, ...long]) {
    const word = wordsOf(password)[0]
    if (word) words.add(word)
    if (words.size === WORDS) break
  }
  const filter = Buffer.alloc(FILTER_BITS / 8)
  for (const bit of [...words].flatMap(bitsOf)) filter[bit >> 3]! |= 1 << (bit & 7)
  return filter.toString('base64')
}

if (import.meta.main) {
  const file = new URL('../auth/common-passwords.gen.ts', import.meta.url)
  writeFileSync(file, `/** Written by workers/local/common-passwords.ts. */\nexport const COMMON =\n  '${commonPasswords()}'\n`)
}
