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
/** Blocks without logs at the end, so that all others are final for a reader that waits for some blocks. */
const TAIL = 64
/** The steps of every order, one block apart. */
const STEPS = [
  { name: 'NewOrder', values: ['1', '240000000', zeroAddress, '7', '1000', '500', zeroHash, '4000000000'] },
  { name: 'AcceptOrder', values: [] },
  { name: 'DeliverOrder', values: [] },
  { name: 'CompleteOrder', values: ['0', '216000000', '24000000', true] },
] as const

const hashOf = (what: string, number: number): Hex => keccak256(toHex(`${what} ${number}`))
const hex = (value: number): Hex => `0x${value.toString(16)}`

/** A log with the field that only Ponder needs. */
interface FixtureLog extends RawLog {
  transactionIndex: Hex
}

/** The log of an order's step, the only one of its transaction. */
function logOf(order: number, step: (typeof STEPS)[number], block: number, index: number): FixtureLog {
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
    transactionIndex: hex(index),
    logIndex: hex(index),
    removed: false,
    blockTimestamp: hex(START + 2 * block),
  }
}

/** The transaction of a log. */
const transactionOf = ({ transactionHash, blockHash, blockNumber, transactionIndex }: FixtureLog) => ({
  hash: transactionHash,
  blockHash,
  blockNumber,
  transactionIndex,
  from: zeroAddress,
  to: CONTRACT,
  input: '0x',
  value: '0x0',
  nonce: '0x0',
  gas: '0x5208',
  gasPrice: '0x1',
  type: '0x0',
  chainId: '0x7a69',
  r: zeroHash,
  s: zeroHash,
  v: '0x1b',
})

/** A block with these logs. Its Bloom filter is all ones or zeros, because readers only compare it with the presence of logs. */
function blockOf(number: number, logs: FixtureLog[], areTransactionsWhole: boolean) {
  const transactions = logs.map(transactionOf)
  return {
    number: hex(number),
    hash: hashOf('block', number),
    parentHash: hashOf('block', number - 1),
    timestamp: hex(START + 2 * number),
    transactions: areTransactionsWhole ? transactions : transactions.map(({ hash }) => hash),
    logsBloom: `0x${(logs.length ? 'ff' : '00').repeat(256)}`,
    baseFeePerGas: '0x1',
    difficulty: '0x0',
    totalDifficulty: '0x0',
    extraData: '0x',
    gasLimit: '0x1c9c380',
    gasUsed: '0x0',
    miner: zeroAddress,
    mixHash: zeroHash,
    nonce: '0x0000000000000000',
    receiptsRoot: zeroHash,
    sha3Uncles: zeroHash,
    size: '0x1',
    stateRoot: zeroHash,
    transactionsRoot: zeroHash,
    uncles: [],
  }
}

interface Request {
  id: number
  method: string
  params: never[]
}

/**
 * Serves a chain of prepared logs over JSON-RPC on a free port: `orders` orders of four events, with `perBlock` orders that begin in each
 * block.
 */
export async function serveFixtureChain(orders: number, perBlock: number) {
  const head = Math.ceil(orders / perBlock) + STEPS.length + TAIL
  const logsOf: FixtureLog[][] = Array.from({ length: head + 1 }, () => [])
  for (let order = 1; order <= orders; order++)
    for (const [i, step] of STEPS.entries()) {
      const block = Math.ceil(order / perBlock) + i
      logsOf[block]!.push(logOf(order, step, block, logsOf[block]!.length))
    }
  const readBlock = (number: number, isWhole: boolean) => (number > head ? null : blockOf(number, logsOf[number]!, isWhole))
  let onRead = () => {}
  const answers: Record<string, (params: never[]) => unknown> = {
    eth_chainId: () => '0x7a69',
    eth_blockNumber: () => hex(head),
    eth_getBlockByNumber: ([number, isWhole]: [string, boolean] | never[]) =>
      readBlock(number!.startsWith('0x') ? Number(number) : head, isWhole!),
    eth_getLogs: ([{ fromBlock, toBlock }]: [{ fromBlock: Hex; toBlock: Hex }] | never[]) => {
      onRead()
      return logsOf.slice(Number(fromBlock), Number(toBlock) + 1).flat()
    },
  }
  const answer = ({ id, method, params }: Request) => ({ jsonrpc: '2.0', id, result: answers[method]!(params) })
  const server = createServer(async (request, response) => {
    const what = JSON.parse(await text(request)) as Request | Request[]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(what) ? what.map(answer) : answer(what)))
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
    /** The last block with logs. */
    lastBlock: head - TAIL,
    /** Resolves to the time (ms, of `performance.now`) of the next request for logs. */
    nextRead: () =>
      new Promise<number>((resolve) => {
        onRead = () => resolve(performance.now())
      }),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
