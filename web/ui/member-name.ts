import { t } from '@lingui/core/macro'

/** Shortens an address: `0x7099…79C8`. */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

/**
 * The name of a member on every page. Without a name (null or empty) it is `Unnamed member`, with the short address of a wallet if there is
 * one.
 */
export function memberName(name: string | null | undefined, address?: string | null): string {
  if (name) return name
  if (!address) return t`Unnamed member`
  const short = shortAddress(address)
  return t`Unnamed member (${short})`
}
