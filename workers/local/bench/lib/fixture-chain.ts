import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  type AbiEvent,
  encodeAbiParameters,
  encodeEventTopics,
  getAddress,
  type Hex,
  keccak256,
  pad,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { orderBookAbi } from '../../../../contracts/abi/OrderBook.ts'
import type { RawLog } from '../../../shared/rpc.ts'

const CONTRACT = getAddress(`0x${'0b'.repeat(20)}`)
const START = 1_700_000_000
/** The steps of every order, one block apart. */
const STEPS = [
  { name: 'NewOrder', values: ['1', '240000000', zeroAddress, '7', '1000', '500', zeroHash, '4000000000'] },
  { name: 'AcceptOrder', values: [] },
  { name: 'DeliverOrder', values: [] },
  { name: 'CompleteOrder', values: ['0', '216000000', '24000000', true] },
] as const

const hashOf = (what: string, number: number): Hex => keccak256(toHex(`${what} ${number}`))
const hex = (value: number): Hex => `0x${value.toString(16)}`

/** The log of an order's step. */
function logOf(order: number, step: (typeof STEPS)[number], block: number, index: number): RawLog {
  const event = orderBookAbi.find((item) => item.type === 'event' && item.name === step.name) as AbiEvent
  const party = (what: string) => getAddress(pad(toHex(`${what}${order % 1000}`), { size: 20 }))
  const args = { orderId: BigInt(order), buyer: party('buyer'), seller: party('seller') }
  const indexed = Object.fromEntries(event.inputs.filter((input) => input.indexed).map((input) => [input.name, args[input.name as never]]))
  return {
    address: CONTRACT,
    topics: encodeEventTopics({ abi: [event], args: indexed } as never) as Hex[],
    data: encodeAbiParameters(
      event.inputs.filter((input) => !input.indexed),
      step.values as never,
    ),
    blockNumber: hex(block),
    blockHash: hashOf('block', block),
    transactionHash: hashOf(`${step.name} of`, order),
    logIndex: hex(index),
    blockTimestamp: hex(START + 2 * block),
  }
}

/**
 * Serves a chain of prepared logs over JSON-RPC on a free port: `orders` orders of four events, with `perBlock` orders that begin in each
 * block.
 */
export async function serveFixtureChain(orders: number, perBlock: number) {
  const head = Math.ceil(orders / perBlock) + STEPS.length
  const logsOf: RawLog[][] = Array.from({ length: head + 1 }, () => [])
  for (let order = 1; order <= orders; order++)
    for (const [i, step] of STEPS.entries()) {
      const block = Math.ceil(order / perBlock) + i
      logsOf[block]!.push(logOf(order, step, block, logsOf[block]!.length))
    }
  const blockOf = (number: number) => ({
    number: hex(number),
    hash: hashOf('block', number),
    parentHash: hashOf('block', number - 1),
    timestamp: hex(START + 2 * number),
  })
  const answers: Record<string, (params: never[]) => unknown> = {
    eth_chainId: () => '0x7a69',
    eth_blockNumber: () => hex(head),
    eth_getBlockByNumber: ([number]) => (number === 'latest' ? blockOf(head) : Number(number) > head ? null : blockOf(Number(number))),
    eth_getLogs: ([{ fromBlock, toBlock }]: [{ fromBlock: Hex; toBlock: Hex }] | never[]) =>
      logsOf.slice(Number(fromBlock), Number(toBlock) + 1).flat(),
  }
  const server = createServer(async (request, response) => {
    const calls = JSON.parse(await text(request)) as { id: number; method: string; params: never[] }[]
    response.end(JSON.stringify(calls.map(({ id, method, params }) => ({ jsonrpc: '2.0', id, result: answers[method]!(params) }))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const deployment = { chainId: 31337, orderBook: CONTRACT, startBlock: 1, tokens: [], orderBookCodeHash: zeroHash }
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    deployment: JSON.stringify(deployment),
    contract: CONTRACT,
    events: orders * STEPS.length,
    logs: logsOf.flat(),
    timestamps: new Map(logsOf.map((_, block) => [block, START + 2 * block])),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
