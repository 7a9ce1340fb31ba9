import { encodeErrorResult, encodeFunctionData, erc20Abi, type Hex, keccak256 } from 'viem'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { platformAbi } from '../../contracts/abi/Platform.ts'
import type { Eip1193 } from './wallet.ts'
import { WalletError } from './wallet-error.ts'

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
      { symbol: 'USDC', address: usdc, decimals: 6, signatures: ['authorization', 'permit'] },
      { symbol: 'USDT', address: usdt, decimals: 6, signatures: [] },
      { symbol: 'ETH', address: `0x${'00'.repeat(20)}`, decimals: 18, signatures: [] },
    ],
    rpc: 'http://rpc.test/',
  }),
}))
vi.mock('./discovery.ts', () => ({ listWallets: async () => [], lastWallet: async () => undefined, BASE_WALLET: 'app.base.account' }))

const { checkFunds, findPayer, missingApprovals, networkFee, receipt, send } = await import('./transactions.ts')

type Answer = unknown | ((params: unknown[]) => unknown)
const refuse = (code: number, message: string, data?: unknown) => () => {
  throw Object.assign(new Error(message), { code, data })
}

/** A wallet with the given answers by method, and the requests it got. */
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
    (error: unknown) => (error instanceof WalletError ? error.reason : String(error)),
  )
const sent = ({ asked }: ReturnType<typeof wallet>) => asked.filter(({ method }) => method === 'eth_sendTransaction')

describe('a transaction is sent', () => {
  it('with a gas limit of the wallet’s estimate plus a fifth', async () => {
    const made = wallet()
    expect(await send(made.payer, { ...call, value: 7n })).toMatch(/^0x(12)+$/)
    expect(sent(made)[0]!.params).toEqual([
      { from: account, to: orderBook, data: '0x1234', value: '0x7', gas: '0x1d4c0', chainId: '0x7a69' },
    ])
  })

  it('after the wallet has switched to our chain', async () => {
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
})

describe('sending a transaction', () => {
  const stale = encodeErrorResult({ abi: orderBookAbi, errorName: 'QuoteExpired', args: [5n] })
  const notAdmin = encodeErrorResult({ abi: platformAbi, errorName: 'NotAdmin', args: [account] })
  const listed = encodeErrorResult({ abi: platformAbi, errorName: 'AlreadyCreator', args: [account] })
  const moved = encodeErrorResult({ abi: orderBookAbi, errorName: 'WrongStatus', args: [1n, 4] })
  const raised = encodeErrorResult({ abi: orderBookAbi, errorName: 'FeesRaised', args: [1200n, 1000n, 500n, 500n] })
  const starved = encodeErrorResult({ abi: orderBookAbi, errorName: 'InsufficientGas', args: [729_522n] })
  it.each([
    ['chain', 'if the wallet stays on another chain', { eth_chainId: '0x1', wallet_switchEthereumChain: null }],
    ['chain', 'if the person declines the switch', { eth_chainId: '0x1', wallet_switchEthereumChain: refuse(4001, 'no') }],
    ['chain', 'if the wallet does not know the chain', { eth_chainId: '0x1', wallet_switchEthereumChain: refuse(4902, '?') }],
    ['contract', 'if another contract is at the address', { eth_getCode: '0x6002' }],
    ['contract', 'if no contract is at the address', { eth_getCode: '0x' }],
    ['rejected', 'if the person declines', { eth_sendTransaction: refuse(4001, 'User rejected the request.') }],
    ['pending', 'if an older request is open', { eth_sendTransaction: refuse(-32002, 'Request already pending') }],
    ['gas', 'if the account cannot pay the gas', { eth_sendTransaction: refuse(-32003, 'Insufficient funds for gas * price + value') }],
    [
      'gas',
      'if the estimate fails because the account has too little ETH',
      { eth_estimateGas: refuse(-32000, 'insufficient funds for gas * price + value') },
    ],
    ['expired', 'if the quote has expired', { eth_estimateGas: refuse(3, 'execution reverted', stale) }],
    ['moved', 'if the order has another status', { eth_estimateGas: refuse(-32603, 'Internal', { data: moved }) }],
    ['limit', 'if the gas limit is too low for the payments', { eth_estimateGas: refuse(3, 'execution reverted', starved) }],
    ['admin', 'if the account is no admin of the contract', { eth_estimateGas: refuse(3, 'execution reverted', notAdmin) }],
    ['listed', 'if the contract already has the creator', { eth_estimateGas: refuse(3, 'execution reverted', listed) }],
    ['fees', 'if the fees rose since the quote', { eth_estimateGas: refuse(3, 'execution reverted', raised) }],
    ['failed', 'if the estimate fails', { eth_estimateGas: refuse(-32603, 'Internal error') }],
  ])('fails as %s %s', async (expected, _, answers) => {
    const made = wallet(answers)
    expect(await reason(send(made.payer, call))).toBe(expected)
    if (!('eth_sendTransaction' in answers)) expect(sent(made)).toEqual([])
  })

  it('fails as unsent after an unknown error of the wallet, which may have sent the transaction', async () => {
    expect(await reason(send(wallet({ eth_sendTransaction: refuse(-32603, 'Internal error') }).payer, call))).toBe('unsent')
  })

  it('fails as contract if the receiver is neither the OrderBook nor a token it accepts', async () => {
    const made = wallet()
    expect(await reason(send(made.payer, { ...call, to: `0x${'0d'.repeat(20)}`, value: 7n }))).toBe('contract')
    expect(sent(made)).toEqual([])
    expect(await reason(send(made.payer, { ...call, to: usdt }))).toBe('none')
  })

  it('fails as gas before the wallet opens if the account has no ETH, except with Base Account', async () => {
    reads.eth_getBalance = () => '0x0'
    reads.eth_estimateGas = () => '0x186a0'
    const made = wallet()
    const error = await send(made.payer, { ...call, value: 7n }).catch((failure: unknown) => failure)
    // The account and the gas limit tell the person how much to send where.
    expect(error).toMatchObject({ reason: 'gas', need: { account, gas: 120_000n, value: 7n } })
    expect(made.asked).toEqual([])
    // With Base Account somebody else may pay the fee.
    const base = { ...made.payer, wallet: { ...made.payer.wallet, rdns: 'app.base.account' } }
    expect(await reason(send(base, call))).toBe('none')
  })

  it('succeeds although the balance cannot be read', async () => {
    reads.eth_getBalance = () => {
      throw new Error('no answer')
    }
    expect(await reason(send(wallet().payer, call))).toBe('none')
  })

  it('fails as wallet if no wallet was found', async () => expect(await reason(findPayer([account]))).toBe('wallet'))
})

/** Answers of /api/orders/rpc, by method. */
const reads: Record<string, (params: never) => unknown> = {}
beforeEach(() => {
  reads.eth_getBalance = () => '0x1'
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
  ])('returns the missing approvals of token %s at an allowance of %s', async (token, allowed, expected) => {
    reads.eth_call = () => word(allowed)
    expect((await missingApprovals(account, token, 240n)).map(({ data }) => data)).toEqual(expected)
  })

  it('checks the balance of the token, and the ETH for gas unless the wallet is Base Account', async () => {
    const { payer } = wallet()
    reads.eth_call = () => word(239n)
    reads.eth_getBalance = () => '0x1'
    expect(await reason(checkFunds(payer, usdc, 240n))).toBe('funds')
    reads.eth_call = () => word(240n)
    expect(await reason(checkFunds(payer, usdc, 240n))).toBe('none')
    reads.eth_getBalance = () => '0x0'
    expect(await checkFunds(payer, usdc, 240n).catch((error: unknown) => error)).toMatchObject({
      reason: 'gas',
      need: { account, gas: 240_000n, value: 0n },
    })
    // Base Account may sponsor the fee or take it in another token.
    const base = { ...payer, wallet: { ...payer.wallet, rdns: 'app.base.account' } }
    expect(await reason(checkFunds(base, usdc, 240n))).toBe('none')
  })
})

it('a network fee is the gas limit at twice the current price', async () => {
  reads.eth_gasPrice = () => '0x5'
  expect(await networkFee(120_000n)).toBe(1_200_000n)
})

it('rejects a receipt of a transaction that failed on chain', async () => {
  const hash = `0x${'34'.repeat(32)}` as const
  const placed = (status: string) => ({ status, transactionHash: hash, blockNumber: '0x5', logs: [], type: '0x2', gasUsed: '0x1' })
  reads.eth_blockNumber = () => '0x6'
  reads.eth_getTransactionReceipt = () => placed('0x1')
  expect(await receipt(hash)).toBe(hash)
  const other = `0x${'35'.repeat(32)}` as const
  reads.eth_getTransactionReceipt = () => ({ ...placed('0x0'), transactionHash: other })
  expect(await reason(receipt(other))).toBe('reverted')
})

describe('waiting for a transaction', () => {
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

  it('resolves with the hash of a replacement that has the same content', async () => expect(await replacedBy(second)).toBe(second.hash))

  it('fails as rejected if the person cancelled it in the wallet', async () => {
    first.hash = `0x${'43'.repeat(32)}`
    expect(await reason(replacedBy({ ...second, hash: `0x${'44'.repeat(32)}`, to: account, value: '0x0', input: '0x' }))).toBe('rejected')
  })

  it('fails with the reason `sent` after three minutes without a receipt', async () => {
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
