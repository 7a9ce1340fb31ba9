import { keccak_256 } from '@noble/hashes/sha3.js'
import { ApiError } from '../shared/errors.ts'

/**
 * Sign-In with Ethereum, EIP-4361 (https://eips.ethereum.org/EIPS/eip-4361), strictly by its ABNF. Published parsers accept messages that
 * the grammar forbids, for example a statement with a second `Nonce:` line in it.
 */

/** A parsed message. Texts are unchanged; missing optional fields are undefined. */
export interface SiweMessage {
  scheme?: string
  /** An RFC 3986 authority; its host is not empty. */
  domain: string
  /** EIP-55 checksummed. */
  address: `0x${string}`
  statement?: string
  uri: string
  version: '1'
  /** NaN, which equals no chain id, if the number is zero, has leading zeros or is above 2^53 - 1. */
  chainId: number
  /** Eight or more letters and digits. */
  nonce: string
  /** RFC 3339, like the other times. */
  issuedAt: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  resources?: string[]
}

const HEADER = / wants you to sign in with your Ethereum account:$/
const SCHEME = '[A-Za-z][A-Za-z0-9+.-]*'
const UNRESERVED = 'A-Za-z0-9._~\\-'
const SUB_DELIMS = "!$&'()*+,;="
const ENCODED = '%[0-9A-Fa-f]{2}'
const chars = (set: string, encoded = true) => `(?:[${UNRESERVED}${SUB_DELIMS}${set}]${encoded ? `|${ENCODED}` : ''})`

const STATEMENT = new RegExp(`^[${UNRESERVED}${SUB_DELIMS}:/?#[\\]@ ]*$`)
const PCHARS = new RegExp(`^${chars(':@')}*$`)
const PATH = new RegExp(`^${chars(':@/')}*$`)
const QUERY = new RegExp(`^${chars(':@/?')}*$`)
const URI = new RegExp(`^${SCHEME}:(?://([^/?#]*)([^?#]*)|([^?#]*))(?:\\?([^#]*))?(?:#(.*))?$`)
const AUTHORITY = new RegExp(`^(?:${chars(':')}*@)?(?:\\[([^\\]]*)\\]|(${chars('')}*))(?::\\d*)?$`)
const IP_FUTURE = new RegExp(`^v[0-9A-F]+\\.${chars(':', false)}+$`, 'i')
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`)
const H16 = /^[0-9A-F]{1,4}$/i

/** RFC 3986 IPv6address: eight groups of 16 bits, the last two possibly as IPv4; `::` replaces one group or more. */
function isIPv6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1)!
  const ipv4 = last.length > 0 && IPV4.test(last.at(-1)!)
  if (ipv4) last.pop()
  const count = groups.flat().length + (ipv4 ? 2 : 0)
  return groups.flat().every((group) => H16.test(group)) && (halves.length === 2 ? count <= 7 : count === 8)
}

/** RFC 3986 authority. `hostRequired` forbids an empty host, as in `file:///x`. */
function isAuthority(text: string, hostRequired: boolean): boolean {
  const match = AUTHORITY.exec(text)
  if (!match) return false
  const [, literal, name] = match
  return literal === undefined ? !hostRequired || name !== '' : isIPv6(literal) || IP_FUTURE.test(literal)
}

/** RFC 3986 URI: with a scheme, not a relative reference. */
function isUri(text: string): boolean {
  const match = URI.exec(text)
  if (!match) return false
  const [, authority, abempty = '', path = '', query = '', fragment = ''] = match
  if (authority !== undefined && !isAuthority(authority, false)) return false
  return PATH.test(abempty) && PATH.test(path) && QUERY.test(query) && QUERY.test(fragment)
}

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/

/**
 * An RFC 3339 date-time as UTC seconds with fraction, or null. Accepts only existing days, and second 60 only where a leap second is
 * possible.
 */
export function dateTime(text: string): number | null {
  const match = DATE_TIME.exec(text)
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [number, number, number, number, number, number]
  const [sign, offsetHour, offsetMinute] = [match[8] === '-' ? -1 : 1, Number(match[9] ?? 0), Number(match[10] ?? 0)]
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return null
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (day < 1 || date.getUTCMonth() !== month - 1) return null
  date.setUTCHours(hour, minute - sign * (offsetHour * 60 + offsetMinute), Math.min(second, 59))
  if (second === 60) {
    // Leap seconds occur only at the end of a month in UTC.
    const after = new Date(date.getTime() + 1000)
    if (after.getUTCDate() !== 1 || after.getUTCHours() !== 0 || after.getUTCMinutes() !== 0) return null
    return after.getTime() / 1000
  }
  return date.getTime() / 1000 + Number(`0.${match[7] ?? 0}`)
}

/** Adds the EIP-55 checksum, which is the case of the letters. `address` is 0x and 40 hex digits in any case. */
export function checksum(address: string): `0x${string}` {
  const lower = address.slice(2).toLowerCase()
  const digest = keccak_256(new TextEncoder().encode(lower))
  const digits = Array.from(lower, (digit, i) => ((digest[i >> 1]! >> (i % 2 ? 0 : 4)) & 8 ? digit.toUpperCase() : digit))
  return `0x${digits.join('')}`
}

/** Parses a message. Throws `sign_in_message_invalid` with the part that violates the grammar. */
export function parseSiweMessage(text: string): SiweMessage {
  const fail = (part: string) => new ApiError('sign_in_message_invalid', { part })
  const lines = text.split('\n')
  let lineIndex = 0

  const header = lines[lineIndex++] ?? ''
  if (!HEADER.test(header)) throw fail('header')
  const [, scheme, domain] = new RegExp(`^(?:(${SCHEME})://)?(.*)$`).exec(header.replace(HEADER, '')) ?? []
  if (domain === undefined || !isAuthority(domain, true)) throw fail('domain')

  const address = lines[lineIndex++] ?? ''
  if (!/^0x[0-9a-fA-F]{40}$/.test(address) || checksum(address) !== address) throw fail('address')

  if (lines[lineIndex++] !== '') throw fail('statement')
  // An empty statement is a line of its own; without a statement there is only the empty line that ends the section.
  let statement: string | undefined
  if (lines[lineIndex] !== '' || lines[lineIndex + 1] === '') {
    statement = lines[lineIndex++] ?? ''
    if (!STATEMENT.test(statement)) throw fail('statement')
  }
  if (lines[lineIndex++] !== '') throw fail('statement')

  const optional = <T>(label: string, part: string, valid: (value: string) => T | null | false): string | undefined => {
    const line = lines[lineIndex]
    if (line === undefined || !line.startsWith(label)) return undefined
    lineIndex++
    const value = line.slice(label.length)
    const result = valid(value)
    if (result === null || result === false) throw fail(part)
    return value
  }
  const required = <T>(label: string, part: string, valid: (value: string) => T | null | false): string => {
    const value = optional(label, part, valid)
    if (value === undefined) throw fail(part)
    return value
  }

  const uri = required('URI: ', 'uri', isUri)
  required('Version: ', 'version', (value) => value === '1')
  const chain = required('Chain ID: ', 'chainId', (value) => /^\d+$/.test(value))
  const nonce = required('Nonce: ', 'nonce', (value) => /^[A-Za-z0-9]{8,}$/.test(value))
  const issuedAt = required('Issued At: ', 'issuedAt', dateTime)
  const expirationTime = optional('Expiration Time: ', 'expirationTime', dateTime)
  const notBefore = optional('Not Before: ', 'notBefore', dateTime)
  const requestId = optional('Request ID: ', 'requestId', (value) => PCHARS.test(value))
  let resources: string[] | undefined
  if (lines[lineIndex] === 'Resources:') {
    lineIndex++
    resources = lines.slice(lineIndex).map((line) => (line.startsWith('- ') ? line.slice(2) : ''))
    if (!resources.every(isUri)) throw fail('resources')
    lineIndex = lines.length
  }
  if (lineIndex !== lines.length) throw fail('end')

  const chainId = /^[1-9]\d*$/.test(chain) && Number.isSafeInteger(Number(chain)) ? Number(chain) : Number.NaN
  return {
    ...(scheme !== undefined && { scheme }),
    domain,
    address: address as `0x${string}`,
    ...(statement !== undefined && { statement }),
    uri,
    version: '1',
    chainId,
    nonce,
    issuedAt,
    ...(expirationTime !== undefined && { expirationTime }),
    ...(notBefore !== undefined && { notBefore }),
    ...(requestId !== undefined && { requestId }),
    ...(resources && { resources }),
  }
}

/** How far the clocks of wallet and server may differ, and how old a message may be (seconds). */
const CLOCK_SKEW_SECONDS = 60
export const SIGN_IN_SECONDS = 600

/** The values that a message must have to be accepted. */
export interface Expected {
  /** Origins of the app. */
  origins: string[]
  chainId: number
  account: string
  /** UTC seconds. */
  now: number
}

/**
 * Checks that a well-formed message is for this app, chain, account and time. The nonce is checked in the database instead. Throws
 * `sign_in_message_mismatch` with the field, or `sign_in_expired`.
 */
export function verifySiwe(message: SiweMessage, expected: Expected): void {
  const mismatch = (field: string) => new ApiError('sign_in_message_mismatch', { field })
  const origin = expected.origins.find((each) => new URL(each).host === message.domain)
  if (!origin) throw mismatch('domain')
  if (message.scheme !== undefined && `${message.scheme}:` !== new URL(origin).protocol) throw mismatch('scheme')
  if (!URL.canParse(message.uri) || new URL(message.uri).origin !== origin) throw mismatch('uri')
  if (message.version !== '1') throw mismatch('version')
  if (message.chainId !== expected.chainId) throw mismatch('chainId')
  if (message.address.toLowerCase() !== expected.account.toLowerCase()) throw mismatch('address')
  const issued = dateTime(message.issuedAt)
  if (issued === null || issued > expected.now + CLOCK_SKEW_SECONDS) throw mismatch('issuedAt')
  const expires = message.expirationTime === undefined ? Number.POSITIVE_INFINITY : dateTime(message.expirationTime)
  if (expires === null || Math.min(expires, issued + SIGN_IN_SECONDS + CLOCK_SKEW_SECONDS) <= expected.now) {
    throw new ApiError('sign_in_expired')
  }
  const starts = message.notBefore === undefined ? 0 : dateTime(message.notBefore)
  if (starts === null || starts > expected.now) throw mismatch('notBefore')
}
