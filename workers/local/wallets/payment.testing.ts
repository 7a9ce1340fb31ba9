import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Address,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  type HttpTransport,
  http,
  type PublicActions,
  parseEther,
  publicActions,
  type TestClient,
  toHex,
  type WalletActions,
  walletActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, vi } from 'vitest'
import { orderBookAbi } from '../../../contracts/abi/OrderBook.ts'
import type { Deployment } from '../../../contracts/addresses.ts'
import { startAnvil } from '../../../contracts/script/anvil.ts'
import { deployLocal } from '../../../contracts/script/deploy-local.ts'
import type { PaymentMethod } from '../../../web/wallet/payment-method.ts'
import type { Eip1193 } from '../../../web/wallet/wallet.ts'
import { WalletError } from '../../../web/wallet/wallet-error.ts'
import type { Quote } from '../../orders/orders.schema.ts'
import { CONTRACT_OWNER, demoAccounts, TREASURY } from './accounts.ts'
import { DemoProvider } from './demo-wallet/provider.ts'

export const PRICE = 240_000_000n
export let world: Deployment
export let rpc = ''
vi.mock('../../../web/lib/page-data.ts', () => ({ config: () => ({ ...world, rpc }) }))
vi.mock('../../../web/wallet/discovery.ts', () => ({
  listWallets: async () => [],
  lastWallet: async () => undefined,
  BASE_WALLET: 'app.base.account',
}))
export const { sendPayment } = await import('../../../web/wallet/payment.ts')
export const { batchPayment, canBatch } = await import('../../../web/wallet/batch.ts')

type ChainClient = TestClient<'anvil', HttpTransport, typeof foundry> &
  PublicActions<HttpTransport, typeof foundry> &
  WalletActions<typeof foundry>

const dir = mkdtempSync(join(tmpdir(), 'payment-'))
let node: Awaited<ReturnType<typeof startAnvil>>
/** A client of the chain with the actions of a node, of a reader and of a wallet. */
export const clientOf = (): ChainClient =>
  createTestClient({ mode: 'anvil', chain: foundry, transport: http(rpc), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
const [seller, , admin] = demoAccounts
export let usdc: Address
export let usdt: Address

/** Starts a chain with the contracts before the tests of a file, and stops it after them. */
export function startChainForTests(): void {
  beforeAll(async () => {
    node = await startAnvil({ genesis: Math.floor(Date.now() / 1000), cache: dir })
    rpc = node.url
    const [treasury, owner] = [TREASURY, CONTRACT_OWNER]
    world = await deployLocal({ rpcUrl: rpc, treasury, owner, admin: admin!.address, mintTo: [seller!.address] })
    ;[usdc, usdt] = world.tokens.map(({ address }) => address) as [Address, Address]
  }, 60_000)
  afterAll(() => {
    node?.process.kill('SIGKILL')
    rmSync(dir, { recursive: true, force: true })
  })
}

/** Gives an account ETH, USDC and USDT. */
export async function fund(address: Address): Promise<void> {
  const client = clientOf()
  await client.setBalance({ address, value: parseEther('5') })
  for (const token of [usdc, usdt]) {
    const hash = await client.sendTransaction({
      account: privateKeyToAccount(seller!.key),
      to: token,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [address, 10n * PRICE] }),
    })
    await client.waitForTransactionReceipt({ hash, checkReplacement: false })
  }
}

/** Replaces the answers of a wallet by method; `pass` asks the wallet itself. */
export type Answers = Record<string, (params: unknown[], pass: () => Promise<unknown>) => unknown>

/** A new demo wallet; `answers` replaces its answers by method. `windows` lists the confirmed titles, `asked` lists all methods. */
export async function buyer({ batches = false, answers = {} as Answers } = {}) {
  const key = generatePrivateKey()
  const account = privateKeyToAccount(key).address
  await fund(account)
  const windows: string[] = []
  const asked: string[] = []
  const demo = new DemoProvider({ role: 'buyer', name: 'Test', rdns: 'local.warren.test', address: account, key } as never, {
    rpcUrl: rpc,
    chainId: 31337,
    host: 'localhost',
    confirm: async ({ title }) => {
      windows.push(title.replace(/0x\w+…\w+/, 'it'))
      return true
    },
    permission: { get: () => true, set: () => {} },
    batches: () => batches,
  })
  const provider: Eip1193 = {
    request: async (call) => {
      asked.push(call.method)
      return answers[call.method] ? answers[call.method]!(call.params as unknown[], () => demo.request(call)) : demo.request(call)
    },
  }
  return { payer: { wallet: { rdns: 'local.warren.test', name: 'Test', icon: '', provider }, account }, key, windows, asked }
}

let count = 0
/** A quote of the seller, fixed for 15 minutes; each has its own ref. */
export async function quote(token: Address, changes: Partial<Quote> = {}): Promise<Quote> {
  const { timestamp } = await clientOf().getBlock()
  count += 1
  return {
    ref: toHex(count, { size: 32 }),
    chainId: 31337,
    contract: world.orderBook,
    seller: seller!.address,
    productId: 7,
    ...{ title: 'Logo and identity', plan: 'Studio', revisions: 2, description: 'Three directions', features: [], event: null },
    delivery: 14,
    token,
    amount: String(PRICE),
    feeBps: 1000,
    arbitrationFeeBps: 500,
    fee: '0',
    sellerGets: '0',
    validUntil: Number(timestamp) + 900,
    rate: null,
    ...changes,
  }
}

/** Pays; returns the methods that were used and the order's fields, or the reason of the failure. */
export async function pay({ payer }: Pick<Awaited<ReturnType<typeof buyer>>, 'payer'>, quoted: Quote, failed = new Set<PaymentMethod>()) {
  const methods = new Set<PaymentMethod>()
  const steps: string[] = []
  try {
    const sent = await sendPayment(payer, quoted, failed, (method, step) => {
      methods.add(method)
      steps.push(step)
    })
    const hash = await sent.mined
    const [log] = await clientOf().getContractEvents({
      abi: orderBookAbi,
      address: world.orderBook,
      eventName: 'NewOrder',
      blockHash: (await clientOf().getTransactionReceipt({ hash })).blockHash,
    })
    return { methods: [...methods], steps, order: log!.args }
  } catch (error) {
    return { methods: [...methods], steps, reason: error instanceof WalletError ? error.reason : error }
  }
}

export const orders = () => clientOf().readContract({ abi: orderBookAbi, address: world.orderBook, functionName: 'orderIdCounter' })
export const allowance = (token: Address, owner: Address) =>
  clientOf().readContract({ abi: erc20Abi, address: token, functionName: 'allowance', args: [owner, world.orderBook] })
/** Refuses a request with this code. */
export const refuse = (code: number) => () => {
  throw Object.assign(new Error('refused'), { code })
}
/** Sends what was asked, but answers an unknown error. */
export const failAfterSending: Answers[string] = async (_, pass) => {
  await pass()
  refuse(-32603)()
}
export const atomic = { wallet_getCapabilities: () => ({ '0x7a69': { atomic: { status: 'supported' } } }) }
