import { getAddress } from 'viem'
import { parseSiweMessage as parse, validateSiweMessage } from 'viem/siwe'
import type { Expected, SiweMessage } from '../../../auth/siwe.ts'

/** Replaces auth/siwe.ts with viem's own calls. */
export const SIGN_IN_SECONDS = 600
export const checksum = (address: string): `0x${string}` => getAddress(address)
export const parseSiweMessage = (text: string) => parse(text) as unknown as SiweMessage

export function verifySiwe(message: SiweMessage, { account, origins }: Expected): void {
  const address = account as `0x${string}`
  if (!validateSiweMessage({ message: message as never, address, domain: new URL(origins[0]!).host })) throw new Error('not valid')
}
