import { type Address, isAddress, zeroAddress } from 'viem'

/** Why a payment must not be sent to what a person has entered. */
export type ReceiverFault = 'empty' | 'format' | 'checksum' | 'zero' | 'contract'

/**
 * Checks an address that a payment is sent to; null if it is fine. A payment to one of `contracts` would be lost or refused. An address in
 * mixed case must have the checksum of EIP-55, which finds most typing errors. An address in only one case has no checksum.
 */
export function receiverFault(text: string, contracts: readonly Address[]): ReceiverFault | null {
  if (!text) return 'empty'
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return 'format'
  const lower = text.toLowerCase()
  if (!isAddress(text) && text.slice(2) !== text.slice(2).toUpperCase()) return 'checksum'
  if (lower === zeroAddress) return 'zero'
  return contracts.some((contract) => contract.toLowerCase() === lower) ? 'contract' : null
}
