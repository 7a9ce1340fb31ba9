import { encodeErrorResult, encodeFunctionData, erc20Abi, type Hex, keccak256 } from 'viem'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import type { Eip1193 } from './wallet.ts'

const orderBook = `0x${'0b'.repeat(20)}` as const
const account = `0x${'aa'.repeat(20)}` as const
const usdt = `0x${'55'.repeat(20)}` as const
const usdc = `0x${'cc'.repeat(20)}` as const
const code = '0x6001'

vi.mock('../lib/page-data.ts', () => ({
  config: () => ({
    chainId: 31337,
    orderBook,
    orderBookCodeHash: keccak256(code),
    tokens: [
      { symbol: 'USDC', address: usdc, decimals: 6 },
      { symbol: 'USDT', address: usdt, decimals: 6 },
      { symbol: 'ETH', address: `0x${'00'.repeat(20)}`, decimals: 18 },
    ],
    rpc: 'http://rpc.test/',
  }),
}))
vi.mock('./discovery.ts', () => ({ listWallets: async () => [], lastWallet: async () => undefined, BASE_WALLET: 'app.base.account' }))

const { checkFunds, findPayer, missingApprovals, receipt, send, TransactionError } = await import('./transactions.ts')

type Answer = unknown | ((params: unknown[]) => unknown)
const refuse = (code: number, message: string, data?: unknown) => () => {
  throw Object.assign(new Error(message), { code, data })
}

/** A wallet that answers as told, and what it was asked. */
function wallet(answers: Record<string, Answer> = {}) {
  const asked: { method: string; params: unknown[] }[] = []
  const all: Record<string, Answer> = {
    eth_chainId: '0x7a69',
    eth_getCode: code,
    eth_estimateGas: '0x186a0',
    eth_sendTransaction: `0x${'12'.repeat(32)}`,
    ...answers,
  }
  const provider: Eip1193 = {
    request: async ({ method, params = [] }) => {
      asked.push({ method, params: params as unknown[] })
      const answer = all[method]
      if (answer === undefined) throw Object.assign(new Error('unsupported'), { code: 4200 })
      return typeof answer === 'function' ? answer(params) : answer
    },
  }
  return { payer: { wallet: { rdns: 'test', name: 'Test', icon: '', provider }, account }, asked }
}

const call = { to: orderBook, data: '0x1234' as Hex }
const reason = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof TransactionError ? error.reason : String(error)),
  )
const sent = ({ asked }: ReturnType<typeof wallet>) => asked.filter(({ method }) => method === 'eth_sendTransaction')

describe('a transaction leaves the wallet', () => {
  it('with the wallet’s estimate and a fifth more', async () => {
    const made = wallet()
    expect(await send(made.payer, { ...call, value: 7n })).toMatch(/^0x(12)+$/)
    expect(sent(made)[0]!.params).toEqual([
      { from: account, to: orderBook, data: '0x1234', value: '0x7', gas: '0x1d4c0', chainId: '0x7a69' },
    ])
  })

  it('after the wallet switched to our chain', async () => {
    let chain = 1
    const made = wallet({
      eth_chainId: () => `0x${chain.toString(16)}`,
      wallet_switchEthereumChain: (params: unknown[]) => {
        chain = Number((params[0] as { chainId: string }).chainId)
        return null
      },
    })
    expect(await reason(send(made.payer, call))).toBe('none')
  })

  it('after the wallet was taught our chain', async () => {
    let chain = 1
    const made = wallet({
      eth_chainId: () => `0x${chain.toString(16)}`,
      wallet_switchEthereumChain: refuse(4902, 'unknown chain'),
      wallet_addEthereumChain: (params: unknown[]) => {
        chain = Number((params[0] as { chainId: string }).chainId)
        return null
      },
    })
    expect(await reason(send(made.payer, call))).toBe('none')
  })
})

describe('nothing leaves the wallet, and it is said why,', () => {
  const stale = encodeErrorResult({ abi: orderBookAbi, errorName: 'QuoteExpired', args: [5n] })
  const moved = encodeErrorResult({ abi: orderBookAbi, errorName: 'WrongStatus', args: [1n, 4] })
  const raised = encodeErrorResult({ abi: orderBookAbi, errorName: 'FeesRaised', args: [1200n, 1000n, 500n, 500n] })
  const starved = encodeErrorResult({ abi: orderBookAbi, errorName: 'InsufficientGas', args: [729_522n] })
  it.each([
    ['chain', 'when it stays on another chain', { eth_chainId: '0x1', wallet_switchEthereumChain: null }],
    ['chain', 'when the switch is declined', { eth_chainId: '0x1', wallet_switchEthereumChain: refuse(4001, 'no') }],
    ['chain', 'when the chain is not added', { eth_chainId: '0x1', wallet_switchEthereumChain: refuse(4902, '?') }],
    ['contract', 'when another contract stands there', { eth_getCode: '0x6002' }],
    ['contract', 'when no contract stands there', { eth_getCode: '0x' }],
    ['rejected', 'when the person declines', { eth_sendTransaction: refuse(4001, 'User rejected the request.') }],
    ['waiting', 'when an older request is open', { eth_sendTransaction: refuse(-32002, 'Request already pending') }],
    ['gas', 'when there is too little of it', { eth_sendTransaction: refuse(-32003, 'Insufficient funds for gas * price + value') }],
    ['gas', 'when there is no coin for gas', { eth_estimateGas: refuse(-32000, 'insufficient funds for gas * price + value') }],
    ['expired', 'when the quote has run out', { eth_estimateGas: refuse(3, 'execution reverted', stale) }],
    ['moved', 'when the order has moved on', { eth_estimateGas: refuse(-32603, 'Internal', { data: moved }) }],
    ['limit', 'when too little gas is allowed for the payments', { eth_estimateGas: refuse(3, 'execution reverted', starved) }],
    ['fees', 'when the fees rose since the quote', { eth_estimateGas: refuse(3, 'execution reverted', raised) }],
    ['failed', 'when the wallet breaks', { eth_estimateGas: refuse(-32603, 'Internal error') }],
  ])('%s: %s', async (expected, _, answers) => {
    const made = wallet(answers)
    expect(await reason(send(made.payer, call))).toBe(expected)
    if (!('eth_sendTransaction' in answers)) expect(sent(made)).toEqual([])
  })

  it('contract: when the money would go to another one than was checked', async () => {
    const made = wallet()
    expect(await reason(send(made.payer, { ...call, to: `0x${'0d'.repeat(20)}`, value: 7n }))).toBe('contract')
    expect(sent(made)).toEqual([])
    expect(await reason(send(made.payer, { ...call, to: usdt }))).toBe('none')
  })

  it('wallet: when there is none', async () => expect(await reason(findPayer([account]))).toBe('wallet'))
})

/** Our own chain reads, as /api/orders/rpc would answer them. */
const reads: Record<string, (params: never) => unknown> = {}
beforeEach(() => {
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as { id: number; method: string; params: never }[]
    return Response.json(body.map(({ id, method, params }) => ({ jsonrpc: '2.0', id, result: reads[method]?.(params) ?? null })))
  })
})
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

describe('before a payment', () => {
  const approve = (value: bigint) => encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [orderBook, value] })
  it.each([
    [usdc, 0n, [approve(240n)]],
    [usdc, 100n, [approve(240n)]],
    [usdc, 240n, []],
    [usdt, 0n, [approve(240n)]],
    [usdt, 100n, [approve(0n), approve(240n)]],
    [`0x${'00'.repeat(20)}` as Hex, 0n, []],
  ])('approves exactly what %s needs with %s allowed', async (token, allowed, expected) => {
    reads.eth_call = () => word(allowed)
    expect((await missingApprovals(account, token, 240n)).map(({ data }) => data)).toEqual(expected)
  })

  it('finds out what is missing', async () => {
    const { payer } = wallet()
    reads.eth_call = () => word(239n)
    reads.eth_getBalance = () => '0x1'
    expect(await reason(checkFunds(payer, usdc, 240n))).toBe('funds')
    reads.eth_call = () => word(240n)
    expect(await reason(checkFunds(payer, usdc, 240n))).toBe('none')
    reads.eth_getBalance = () => '0x0'
    expect(await reason(checkFunds(payer, usdc, 240n))).toBe('gas')
    // Its fees may be sponsored, or paid in another token.
    const base = { ...payer, wallet: { ...payer.wallet, rdns: 'app.base.account' } }
    expect(await reason(checkFunds(base, usdc, 240n))).toBe('none')
  })
})

it('a transaction that failed on chain is told apart from one that was placed', async () => {
  const hash = `0x${'34'.repeat(32)}` as const
  const placed = (status: string) => ({ status, transactionHash: hash, blockNumber: '0x5', logs: [], type: '0x2', gasUsed: '0x1' })
  reads.eth_blockNumber = () => '0x6'
  reads.eth_getTransactionReceipt = () => placed('0x1')
  expect(await receipt(hash)).toBe(hash)
  const other = `0x${'35'.repeat(32)}` as const
  reads.eth_getTransactionReceipt = () => ({ ...placed('0x0'), transactionHash: other })
  expect(await reason(receipt(other))).toBe('reverted')
})

describe('a transaction that never comes into a block', () => {
  const from = account
  const to = orderBook
  const first = { hash: `0x${'41'.repeat(32)}`, from, to, nonce: '0x5', value: '0x7', input: '0x1234', blockNumber: null, type: '0x2' }
  const second = { ...first, hash: `0x${'42'.repeat(32)}`, blockNumber: '0x7' }
  const replacedBy = (other: typeof second) => {
    let blocks = 6
    reads.eth_blockNumber = () => `0x${(blocks++).toString(16)}`
    reads.eth_getTransactionByHash = ([hash]: [string]) => (hash === first.hash ? first : other)
    reads.eth_getBlockByNumber = () => ({ number: '0x7', hash: `0x${'77'.repeat(32)}`, transactions: [other] })
    reads.eth_getTransactionReceipt = ([hash]: [string]) =>
      hash === other.hash ? { status: '0x1', transactionHash: hash, blockNumber: '0x7', logs: [], type: '0x2', gasUsed: '0x1' } : null
    return receipt(first.hash as Hex)
  }

  it('is found again when the person paid more for gas', async () => expect(await replacedBy(second)).toBe(second.hash))

  it('is told as not sent when the person took it back in the wallet', async () => {
    first.hash = `0x${'43'.repeat(32)}`
    expect(await reason(replacedBy({ ...second, hash: `0x${'44'.repeat(32)}`, to: account, value: '0x0', input: '0x' }))).toBe('rejected')
  })

  it('is not waited for without end', async () => {
    vi.useFakeTimers()
    reads.eth_blockNumber = () => '0x6'
    reads.eth_getTransactionReceipt = () => null
    reads.eth_getTransactionByHash = () => first
    reads.eth_getBlockByNumber = () => ({ number: '0x6', hash: `0x${'66'.repeat(32)}`, transactions: [] })
    const waited = reason(receipt(`0x${'45'.repeat(32)}`))
    await vi.advanceTimersByTimeAsync(200_000)
    expect(await Promise.race([waited, 'still waiting'])).toBe('sent')
    vi.useRealTimers()
  })
})
