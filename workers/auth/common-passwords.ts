import { sha3_512 } from '@noble/hashes/sha3.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { COMMON } from './common-passwords.gen.ts'

/** Greatest number of extra characters with which a common word is still rejected. */
const MAX_EXTRA = 6
const LEET: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's', '!': 'i', '+': 't' }

/**
 * The words that a password may be based on: as typed, and with each lookalike digit or sign replaced by its letter. `P@ssw0rd2024!` gives
 * `p@ssw0rd` and `password`.
 */
export function baseWordsOf(password: string): string[] {
  const trimmed = password.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const withoutLeet = password
    .toLowerCase()
    .replace(/[\d!]+$/, '')
    .replace(/[0134578@$!+]/g, (character) => LEET[character]!)
    .replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return [...new Set([trimmed, withoutLeet])].filter((word) => word.length >= 4)
}

/** Size of the Bloom filter, in bits. */
export const FILTER_BITS = 49_152
/** The ten bits of the Bloom filter for a word. */
export function bitsOf(word: string): number[] {
  const digest = new DataView(sha3_512(utf8ToBytes(word)).buffer)
  return Array.from({ length: 10 }, (_, i) => digest.getUint32(4 * i) % FILTER_BITS)
}

let filter: Buffer | undefined
function isListed(word: string): boolean {
  filter ??= Buffer.from(COMMON, 'base64')
  return bitsOf(word).every((bit) => (filter![bit >> 3]! >> (bit & 7)) & 1)
}

/** Whether a text repeats one character, or counts up or down by one: `aaaa`, `abcd`, `4321`, `90123`. */
function isRun(text: string): boolean {
  const codes = Array.from(text, (char) => char.codePointAt(0)!)
  const steps = new Set(codes.slice(1).map((code, i) => (/^\d+$/.test(text) ? ((code - codes[i]! + 11) % 10) - 1 : code - codes[i]!)))
  return steps.size === 0 || (steps.size === 1 && Math.abs([...steps][0]!) <= 1)
}

/**
 * Whether a password is at most 11 digits, has fewer than four different characters, or consists of at most three runs such as `abc12345`
 * and `123qq123`.
 */
function isTrivial(password: string): boolean {
  const parts = password.match(/\d+|\p{L}+|[^\d\p{L}]+/gu) ?? []
  return /^\d{0,11}$/.test(password) || new Set(password).size < 4 || (parts.length <= 3 && parts.every(isRun))
}

/**
 * Whether a password is among the first that an attacker tries: a trivial one (see `isTrivial`), or a common word or one of the user's
 * `own` words (address, name) with at most six more characters. The list of common words is a Bloom filter: it never misses a listed word
 * and rejects about one good password in a thousand.
 */
export function isCommon(password: string, own: string[]): boolean {
  if (isTrivial(password)) return true
  const ownWords = new Set(own.flatMap((word) => [word, word.split('@')[0]!]).map((word) => word.toLowerCase()))
  return baseWordsOf(password).some((word) => password.length - word.length <= MAX_EXTRA && (ownWords.has(word) || isListed(word)))
}
