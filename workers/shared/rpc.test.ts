import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BREAKER } from './circuit-breaker.ts'
import { RpcError, rpc, rpcUnless } from './rpc.ts'

type Call = { id: number; method: string; params: unknown[] }
type Answer = (calls: Call[], init: RequestInit) => Response | Promise<Response>

const KEY = 'a1b2c3d4e5f6a7b8c9d0'
let name = 0
let [first, second, third] = ['', '', '']
let env = { RPC_URL: '', CHAIN_ID: '8453' }
/** What each address answers, and the addresses in the order they were called. */
let answers: Record<string, Answer>
let called: string[]
let printed: string[]

/** A batch in which every call has this result, on chain 8453 or another one. */
const results =
  (result: unknown, chain = '0x2105'): Answer =>
  (calls) =>
    Response.json(calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: method === 'eth_chainId' ? chain : result })))
/** A batch in which every call after the chain id has this error. */
const errors =
  (code: number, message: string): Answer =>
  (calls) =>
    Response.json(calls.map(({ id, method }) => (method === 'eth_chainId' ? { id, result: '0x2105' } : { id, error: { code, message } })))
const fine = results('0x1')

beforeEach(() => {
  name++
  ;[first, second, third] = ['a', 'b', 'c'].map((host) => `https://${host}${name}.test/v2/${KEY}`) as [string, string, string]
  env = { RPC_URL: `${first}, ${second}`, CHAIN_ID: '8453' }
  answers = { [first]: fine, [second]: results('0x2'), [third]: results('0x3') }
  called = []
  printed = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    called.push(url)
    return answers[url]!(JSON.parse(String(init.body)) as Call[], init)
  })
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void printed.push(line))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const ask = () => rpc<[string]>(env, ['eth_blockNumber'])
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => error,
  )

describe('rpc', () => {
  it('sends all requests of a call to the first endpoint', async () => {
    expect(await rpc(env, ['eth_blockNumber'], ['eth_gasPrice'])).toEqual(['0x1', '0x1'])
    expect(called).toEqual([first])
  })

  const faults: [string, Answer][] = [
    [
      'cannot be reached',
      () => {
        throw new TypeError('connection refused')
      },
    ],
    ['answers 429', () => new Response('slow down', { status: 429 })],
    ['answers 502', () => new Response('<html>', { status: 502 })],
    ['answers 401 for a wrong key', () => new Response('{}', { status: 401 })],
    ['redirects', () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.test' } })],
    ['answers HTML', () => new Response('<html>Welcome</html>')],
    ['breaks off in the middle', () => new Response('[{"id":0,"result":"0x21')],
    ['answers null', () => Response.json(null)],
    ['answers an empty batch', () => Response.json([])],
    ['leaves out an answer', () => Response.json([{ id: 0, result: '0x2105' }])],
    [
      'answers with other ids',
      () =>
        Response.json([
          { id: 0, result: '0x2105' },
          { id: 7, result: '0x7' },
        ]),
    ],
    ['answers neither a result nor an error', () => Response.json([{ id: 0, result: '0x2105' }, { id: 1 }])],
    ['refuses batches', () => Response.json({ id: null, error: { code: -32600, message: 'batch too large' } })],
    ['is on another chain', results('0x1', '0x1')],
    ['has an internal error', errors(-32603, 'internal error')],
    ['is over its rate limit', errors(-32005, 'daily request count exceeded, request rate limited')],
    ['reports its rate limit only in the message', errors(-32000, 'Too Many Requests')],
    ['does not know the method', errors(-32601, 'the method does not exist')],
    ['is behind', errors(-32000, 'block range extends beyond current head block')],
  ]
  it.each(faults)('asks the next endpoint if one %s', async (_, fault) => {
    answers[first] = fault
    expect(await ask()).toEqual(['0x2'])
    expect(called).toEqual([first, second])
  })

  it.each(faults)('throws chain_unavailable if every endpoint %s', async (_, fault) => {
    answers[first] = answers[second] = fault
    expect(await failureOf(ask())).toMatchObject({ code: 'chain_unavailable', details: { retryable: true } })
    expect(called).toEqual([first, second])
  })

  it.each([
    ['a revert', 3, 'execution reverted'],
    ['a revert whose text mentions a quota', 3, 'execution reverted: quota exceeded'],
    ['a revert whose text does not say so', 3, 'quota exceeded'],
    ['a revert reported as an internal error', -32603, 'VM Exception: reverted'],
    ['invalid parameters', -32602, 'invalid argument 0'],
    ['a range with too many results', -32005, 'query returned more than 10000 results'],
    ['a range with too many blocks', -32000, 'block range is limited to 500 blocks'],
  ])('returns %s from the first endpoint without asking another', async (_, code, message) => {
    answers[first] = errors(code, message)
    const error = await failureOf(ask())
    expect(error).toBeInstanceOf(RpcError)
    expect(error).toMatchObject({ code, message })
    expect(called).toEqual([first])
  })

  it('does not ask another endpoint if the request itself is refused or its answer is too large', async () => {
    for (const answer of [
      () => new Response('{}', { status: 413 }),
      () => new Response('x', { headers: { 'content-length': '99000000' } }),
    ]) {
      answers[first] = answer
      expect(await failureOf(ask())).toMatchObject({ code: 'chain_unavailable', details: { retryable: false } })
    }
    expect(called).toEqual([first, first])
  })

  it('never returns results from another chain', async () => {
    answers[first] = answers[second] = results('0x1', '0x1')
    expect(await failureOf(ask())).toMatchObject({
      code: 'chain_unavailable',
      details: { reason: 'endpoint 0: is on chain 1, not 8453; endpoint 1: is on chain 1, not 8453' },
    })
  })

  it('asks the next endpoint if the results lack something, and uses them if none has it', async () => {
    const lacking = () => rpcUnless<[string]>(env, ([result]) => (result === '0x2' ? null : 'lacks a block'), ['eth_blockNumber'])
    expect(await lacking()).toEqual(['0x2'])
    answers[second] = () => new Response('no', { status: 500 })
    expect(await lacking()).toEqual(['0x1'])
  })

  /** Returns an answer that times out, and the list of the times (ms) that calls were given. */
  function hanging(): { hang: Answer; timeouts: number[] } {
    vi.useFakeTimers()
    const timeouts: number[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      timeouts.push(ms)
      return new AbortController().signal
    })
    const hang: Answer = async () => {
      vi.advanceTimersByTime(timeouts.at(-1)!)
      throw new DOMException('timed out', 'TimeoutError')
    }
    return { hang, timeouts }
  }

  it('gives each endpoint its share of eight seconds', async () => {
    const { hang, timeouts } = hanging()
    env.RPC_URL = `${first},${second},${third}`
    answers = { [first]: hang, [second]: hang, [third]: hang }
    expect(await failureOf(ask())).toMatchObject({ code: 'chain_unavailable' })
    expect(called).toEqual([first, second, third])
    expect(timeouts.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(8002)
    expect(Math.min(...timeouts)).toBeGreaterThan(2600)
  })

  it('skips an endpoint after three failures in a row, and asks it again after the pause', async () => {
    vi.useFakeTimers()
    answers[first] = () => new Response('no', { status: 503 })
    for (let i = 0; i < 5; i++) expect(await ask()).toEqual(['0x2'])
    expect(called.filter((url) => url === first)).toHaveLength(3)
    answers[first] = fine
    expect(await ask()).toEqual(['0x2'])
    vi.advanceTimersByTime(BREAKER.firstPause)
    expect(await ask()).toEqual(['0x1'])
  })

  it('asks skipped endpoints when no other one works', async () => {
    answers[first] = answers[second] = () => new Response('no', { status: 503 })
    for (let i = 0; i < 4; i++) expect(await failureOf(ask())).toMatchObject({ code: 'chain_unavailable' })
    answers[second] = fine
    expect(await ask()).toEqual(['0x1'])
  })

  it('keeps enough time to ask a skipped endpoint that works again, even if another endpoint hangs', async () => {
    answers[first] = answers[second] = () => new Response('no', { status: 503 })
    for (let i = 0; i < BREAKER.failures; i++) expect(await failureOf(ask())).toMatchObject({ code: 'chain_unavailable' })
    const { hang } = hanging()
    answers = { [first]: hang, [second]: results('0x2') }
    expect(await ask()).toEqual(['0x2'])
  })

  it('shows no address and no key in errors, results and logs', async () => {
    answers[first] = errors(-32603, `internal error of https://a.test/v2/${KEY}`)
    answers[second] = errors(-32602, `${second}: the key ${KEY} has no access to this block`)
    const error = await failureOf(ask())
    expect(error.message).toContain('…')
    answers[second] = () => {
      throw new TypeError(`could not connect to ${second}`)
    }
    answers[first] = () => new Response(second, { status: 500 })
    const unavailable = await failureOf(ask())
    expect(printed.length).toBeGreaterThan(2)
    const shown = [error.message, JSON.stringify(unavailable), ...printed].join()
    expect(shown).not.toContain(KEY)
    expect(shown).not.toContain('.test')
  })
})
