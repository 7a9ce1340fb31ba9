import { t } from '@lingui/core/macro'

/** An address as people compare it: `0x7099…79C8`. */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

/**
 * What a person is called on every page: their name, or `Unnamed member`, with the short address of a wallet
 * where there is one, by which people tell each other apart. `name` is empty for somebody without name and username.
 */
export function memberName(name: string | null | undefined, address?: string | null): string {
  if (name) return name
  if (!address) return t`Unnamed member`
  const short = shortAddress(address)
  return t`Unnamed member (${short})`
}
