import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Random } from '../../../tools/random.ts'
import { type Answer, answerOnBranch, type Branch, type Call } from './abandoned-branch.ts'

/** Changes each answer of a batch. */
const each = (change: (call: Call, answer: Answer) => Answer) => (calls: Call[], answers: Answer[]) =>
  calls.map((call) => change(call, answers.find(({ id }) => id === call.id)!))
const refuseAll = (code: number, message: string) => each(({ id }) => ({ id, error: { code, message } }))
const isLongRange = ({ method, params }: Call): boolean => {
  const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock?: string; toBlock?: string }
  return method === 'eth_getLogs' && fromBlock !== toBlock
}
/** How many blocks an endpoint that is behind lacks. */
const BEHIND = 3

export const NEVER_ANSWERS = 'never answers'
export const ON_A_FORK = 'is on a fork'
export const ONLY_SINGLE_RECEIPTS = 'sends no logs, only single receipts'
export const LEAVES_OUT_LOGS = 'leaves out logs'

/** Faults of the HTTP answer. */
const HTTP_FAULTS: Record<string, (response: ServerResponse, body: string) => void> = {
  'closes the connection': (response) => response.destroy(),
  'answers 503': (response) => response.writeHead(503).end(),
  'answers 429': (response) => response.writeHead(429, { 'retry-after': '1' }).end(),
  'answers 401': (response) => response.writeHead(401).end(),
  redirects: (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  'answers HTML': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Just a moment...</h1>'),
  'ends in the middle': (response, body) => response.end(body.slice(0, body.length >> 1)),
  // Only the time limit of the client ends these two.
  [NEVER_ANSWERS]: () => {},
  'never ends its answer': (response, body) => response.write(body.slice(0, body.length >> 1)),
  'refuses the batch': (response) =>
    response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batches are not allowed"}}'),
}

/** What a fault of the answers depends on: the number of the newest block, and what the last reorg replaced. */
interface Chain {
  head: number
  branch: Branch | null
}

/** Faults and permitted differences of the answers. */
const RPC_FAULTS: Record<string, (chain: Chain) => (calls: Call[], answers: Answer[]) => Answer[]> = {
  'is on another chain': () => each((call, answer) => (call.method === 'eth_chainId' ? { ...answer, result: '0x1' } : answer)),
  [ON_A_FORK]: ({ branch }) => each((call, answer) => (branch ? answerOnBranch(branch, call, answer) : answer)),
  'is behind': ({ head }) =>
    each((call, answer) => {
      if (call.method === 'eth_blockNumber') return { ...answer, result: `0x${Math.max(head - BEHIND, 0).toString(16)}` }
      return call.method === 'eth_getBlockByNumber' && Number(call.params[0]) > head - BEHIND ? { ...answer, result: null } : answer
    }),
  'has no quota left': () => refuseAll(-32005, 'daily request limit reached'),
  'has an internal error': () => refuseAll(-32603, 'internal error'),
  'has removed old state': () => refuseAll(-32000, 'missing trie node'),
  'allows one block': () =>
    each((call, answer) =>
      isLongRange(call) ? { id: call.id, error: { code: -32005, message: 'query returned more than 10000 results' } } : answer,
    ),
  // As if a block had too many events: refuses the logs of every range, and receipts if a batch asks for more than one.
  [ONLY_SINGLE_RECEIPTS]: () => (calls, answers) => {
    const isTooLarge = calls.filter(({ method }) => method === 'eth_getTransactionReceipt').length > 1
    return each((call, answer) =>
      call.method === 'eth_getLogs' || isTooLarge
        ? { id: call.id, error: { code: -32005, message: 'query returned more than 10000 results' } }
        : answer,
    )(calls, answers)
  },
  [LEAVES_OUT_LOGS]: () => each((call, answer) => (call.method === 'eth_getLogs' ? { ...answer, result: [] } : answer)),
  'leaves out an answer': () => (_, answers) => answers.slice(0, -1),
  'answers in another order': () => (_, answers) => answers.toReversed(),
  'sends no time with logs': () =>
    each((_, answer) =>
      Array.isArray(answer.result)
        ? { ...answer, result: answer.result.map(({ blockTimestamp: _time, ...log }: Record<string, unknown>) => log) }
        : answer,
    ),
}
export const FAULTS = [...Object.keys(HTTP_FAULTS), ...Object.keys(RPC_FAULTS)]
/** The faults that may come at any time. Logs that are left out are noticed only if pages have reported their transactions (record 26). */
export const RANDOM_FAULTS = FAULTS.filter((fault) => fault !== LEAVES_OUT_LOGS)

/**
 * An RPC endpoint on a free port that passes requests on to a node, except that it has faults: `setFault` sets the one of the following
 * requests, or none. `counts` says how many requests each fault has changed or left without an answer. `branch` returns the blocks
 * that an endpoint on a fork has.
 */
export async function faultyEndpoint(node: string, random: Random, branch: () => Branch | null) {
  const counts = new Map<string, number>()
  let fault: string | null = null
  let untried: string[] = []
  const count = (met: string) => counts.set(met, (counts.get(met) ?? 0) + 1)
  const answerTo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const current = fault
    const body = await text(request)
    const send = async (what: string) =>
      (await fetch(node, { method: 'POST', headers: { 'content-type': 'application/json' }, body: what })).text()
    const answer = await send(body)
    const calls = JSON.parse(body) as Call[]
    if (current && HTTP_FAULTS[current]) {
      count(current)
      return void HTTP_FAULTS[current](response, answer)
    }
    if (!current || !Array.isArray(calls)) return void response.end(answer)
    const head = Number((JSON.parse(await send('{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}')) as Answer).result)
    const answers = JSON.parse(answer) as Answer[]
    const changed = JSON.stringify(RPC_FAULTS[current]!({ head, branch: branch() })(calls, answers))
    if (changed !== JSON.stringify(answers)) count(current)
    response.end(changed)
  }
  // A client that is killed may leave a request unfinished.
  const server: Server = createServer((request, response) => void answerTo(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    setFault: (next: string | null): void => {
      fault = next
    },
    /** Sets a fault with this probability, else none, and returns it. Each comes once, in random order, before one comes again. */
    change(probability: number): string | null {
      if (!untried.length) untried = random.shuffle(RANDOM_FAULTS)
      fault = random.happens(probability) ? untried.pop()! : null
      return fault
    },
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}
