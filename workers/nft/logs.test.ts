import { encodeAbiParameters, encodeEventTopics, getAddress, type Hex, pad, zeroAddress, zeroHash } from 'viem'
import { describe, expect, it } from 'vitest'
import { collectionAbi } from '../../contracts/abi/Collection.ts'
import { marketplaceAbi } from '../../contracts/abi/Marketplace.ts'
import type { RawLog } from '../shared/rpc.ts'
import { decodeNftLogs } from './logs.ts'

const address = (digit: string) => getAddress(`0x${digit.repeat(40)}`)
const [FACTORY, MARKETPLACE, COLLECTION, FOREIGN, OWNER] = ['a', 'b', 'c', 'd', 'e'].map(address) as [Hex, Hex, Hex, Hex, Hex]
const contracts = { chainId: 31337, collectionFactory: FACTORY, marketplace: MARKETPLACE }

const log = (from: Hex, topics: unknown, data: Hex = '0x', logIndex: Hex = '0x0'): RawLog => ({
  ...{ address: from.toLowerCase() as Hex, topics: topics as Hex[], data, logIndex },
  ...{ blockNumber: '0x1', blockHash: zeroHash, transactionHash: zeroHash },
})
const transfer = (from: Hex, logIndex: Hex = '0x0') =>
  log(
    from,
    encodeEventTopics({ abi: collectionAbi, eventName: 'Transfer', args: { from: zeroAddress, to: OWNER, tokenId: 7n } }),
    '0x',
    logIndex,
  )
const approval = (operator: Hex) =>
  log(
    COLLECTION,
    encodeEventTopics({ abi: collectionAbi, eventName: 'ApprovalForAll', args: { owner: OWNER, operator } }),
    encodeAbiParameters([{ type: 'bool' }], [true]),
  )
const decode = (logs: RawLog[], collections: string[] = [COLLECTION]) =>
  decodeNftLogs(contracts, collections, logs, new Map([[1, 1_700_000_000]])).events

describe('decoding', () => {
  it('ignores contracts that look like ours', () => {
    expect(decode([transfer(FOREIGN), transfer(FACTORY), transfer(MARKETPLACE)])).toEqual([])
    expect(decode([transfer(COLLECTION)], [])).toEqual([])
    expect(decode([transfer(COLLECTION)])).toMatchObject([{ collection: COLLECTION, tokenId: '7', account: null, args: { to: OWNER } }])
  })

  it('ignores logs that do not fit the ABI, and those of blocks that a reorg has removed', () => {
    const { topics } = transfer(COLLECTION)
    expect(decode([log(COLLECTION, topics.slice(0, 2)), { ...transfer(COLLECTION), removed: true }])).toEqual([])
  })

  it('stores the approvals of the marketplace only', () => {
    expect(decode([approval(FOREIGN)])).toEqual([])
    expect(decode([approval(MARKETPLACE)])).toMatchObject([{ collection: COLLECTION, tokenId: null, account: OWNER }])
  })

  it('gives an event its position among all logs of its contract, also those that are not stored', () => {
    const counter = encodeEventTopics({ abi: marketplaceAbi, eventName: 'CounterIncremented', args: { seller: OWNER } })
    const logs = [transfer(COLLECTION, '0x5'), approval(FOREIGN), log(MARKETPLACE, counter, pad('0x01'), '0x2'), transfer(FOREIGN, '0x1')]
    expect(decode(logs)).toMatchObject([
      { contract: MARKETPLACE, ordinal: 0, collection: null, account: OWNER, args: { counter: '1' } },
      { contract: COLLECTION, ordinal: 1 },
    ])
  })

  it('fails without the time of a block, instead of storing another one', () => {
    expect(() => decodeNftLogs(contracts, [COLLECTION], [transfer(COLLECTION)], new Map())).toThrow('no timestamp')
  })
})
