import { decodeFunctionData, type Hex, zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { maxFees, newOrderCall } from './calldata.schema.ts'

it.each([
  [1000, 500, 0x03e8_01f4],
  [0, 0, 0],
  [2000, 0, 2000 * 65_536],
  [0, 2000, 2000],
  [65_535, 65_535, 0xffff_ffff],
])('packs a platform fee of %i and an arbitration fee of %i into one number', (feeBps, arbitrationFeeBps, packed) => {
  expect(maxFees({ feeBps, arbitrationFeeBps })).toBe(packed)
})

const seller = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const ref = `0x${'ab'.repeat(32)}` as const
const newOrder = (token: Hex) =>
  newOrderCall({
    seller,
    productId: 7,
    delivery: 14,
    amount: '240000000',
    token,
    ref,
    validUntil: 1_800_000_000,
    feeBps: 1200,
    arbitrationFeeBps: 300,
  })

it('encodes the terms and fees of a quote in newOrder', () => {
  expect(decodeFunctionData({ abi: orderBookAbi, data: newOrder(zeroAddress).data })).toEqual({
    functionName: 'newOrder',
    args: [seller, 7n, 14n, 240_000_000n, zeroAddress, ref, 1_800_000_000n, 0x04b0_012c],
  })
})

it('sends the amount with the call only if it is paid in the coin of the chain', () => {
  expect(newOrder(zeroAddress).value).toBe(240_000_000n)
  expect(newOrder(`0x${'cc'.repeat(20)}`).value).toBe(0n)
})
