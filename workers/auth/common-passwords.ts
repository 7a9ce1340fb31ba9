import { sha3_512 } from '@noble/hashes/sha3.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { COMMON } from './common-passwords.gen.ts'

/** How much may be hung on a common word before it is no longer that word. */
const DECORATION = 6
const LEET: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's', '!': 'i', '+': 't' }

/** The words a password may be read as, the plainest first: `P@ssw0rd2024!` is `p@ssw0rd` and `password`. */
export function wordsOf(password: string): string[] {
  const bare = password.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const read = password
    .toLowerCase()
    .replace(/[\d!]+$/, '')
    .replace(/[0134578@$!+]/g, (sign) => LEET[sign]!)
    .replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return [...new Set([bare, read])].filter((word) => word.length >= 4)
}

/** How large the filter is, in bits. */
export const FILTER_BITS = 49_152
/** Ten bits of the filter. */
export function bitsOf(word: string): number[] {
  const digest = new DataView(sha3_512(utf8ToBytes(word)).buffer)
  return Array.from({ length: 10 }, (_, i) => digest.getUint32(4 * i) % FILTER_BITS)
}

let filter: Buffer | undefined
function isKnown(word: string): boolean {
  filter ??= Buffer.from(COMMON, 'base64')
  return bitsOf(word).every((bit) => (filter![bit >> 3]! >> (bit & 7)) & 1)
}

/** `aaaa`, `abcd`, `4321`, `90123`: each character the one before, or its neighbour in one direction. */
function isRun(text: string): boolean {
  const codes = Array.from(text, (char) => char.codePointAt(0)!)
  const steps = new Set(codes.slice(1).map((code, i) => (/^\d+$/.test(text) ? ((code - codes[i]! + 11) % 10) - 1 : code - codes[i]!)))
  return steps.size === 0 || (steps.size === 1 && Math.abs([...steps][0]!) <= 1)
}

/** Few digits alone, hardly any different characters, or a few runs such as `abc12345` and `123qq123`. */
function isTrivial(password: string): boolean {
  const parts = password.match(/\d+|\p{L}+|[^\d\p{L}]+/gu) ?? []
  return /^\d{0,11}$/.test(password) || new Set(password).size < 4 || (parts.length <= 3 && parts.every(isRun))
}

/**
 * Whether a password is among the first an attacker tries: on the list of the most used ones, or such a word with a year, a few
 * digits or signs around it; a run of keys; or one of the person's `own` words (address, name) so dressed up. The list is kept as a
 * filter that never misses what is on it and takes one good password in a thousand for common.
 */
export function isCommon(password: string, own: string[]): boolean {
  if (isTrivial(password)) return true
  const mine = new Set(own.flatMap((word) => [word, word.split('@')[0]!]).map((word) => word.toLowerCase()))
  return wordsOf(password).some((word) => password.length - word.length <= DECORATION && (mine.has(word) || isKnown(word)))
}
