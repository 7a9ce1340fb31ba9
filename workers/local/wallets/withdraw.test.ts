import {
  type Address,
  createTestClient,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  parseEther,
  publicActions,
  toHex,
  walletActions,
  zeroAddress,
  zeroHash,
} from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { orderBookAbi } from '../../../contracts/abi/OrderBook.ts'
import type { LocalDeployment } from '../../../contracts/script/deploy-local.ts'
import type { Eip1193 } from '../../../web/wallet/wallet.ts'
import { WalletError } from '../../../web/wallet/wallet-error.ts'
import { callData, newOrderCall, withdrawCall } from '../../orders/calldata.schema.ts'
import { oweRefund } from '../../orders/owe-refund.testing.ts'
import { ADMIN, MINTER, testChain } from '../chain/test-chain.ts'

/** Withdrawals on a real chain: a contract owes ETH to a wallet whose code refused it. */
let chain: Awaited<ReturnType<typeof testChain>>
let deployment: LocalDeployment
const wallet: { current: { provider: Eip1193; account: Address } | null } = { current: null }

vi.mock('../../../web/lib/page-data.ts', () => ({ config: () => ({ ...deployment, rpc: chain.url }) }))
vi.mock('../../../web/wallet/config.ts', async (original) => ({
  ...(await original<typeof import('../../../web/wallet/config.ts')>()),
  findWallet: async () => wallet.current && { rdns: 'test', name: 'Test', icon: '', provider: wallet.current.provider },
  connectWallet: async () => [wallet.current!.account],
}))

const { withdrawOwed } = await import('../../../web/wallet/withdraw.ts')

const clientOf = () =>
  createTestClient({ mode: 'anvil', chain: foundry, transport: http(chain.url), pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions)
let client: ReturnType<typeof clientOf>
const newAddress = () => getAddress(toHex(crypto.getRandomValues(new Uint8Array(20))))
/** Code that refuses every call and payment. */
const REVERTS = '0x5f5ffd'
const PRICE = parseEther('1')
const PART = (PRICE * 9n) / 10n

const asAccount = async (account: Address, to: Address, data: Hex, value = 0n) => {
  await client.impersonateAccount({ address: account })
  await client.setBalance({ address: account, value: parseEther('100') })
  const hash = await client.sendTransaction({ account, to, data, value })
  expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
}
const owedTo = (account: Address) =>
  client.readContract({ abi: orderBookAbi, address: deployment.orderBook, functionName: 'owed', args: [zeroAddress, account] })

/** An account that is owed its part of an order, because its code refused the payment. It has no code any more. */
async function creditor(): Promise<Address> {
  const [buyer, seller] = [newAddress(), newAddress()]
  const terms = { seller, productId: 1, delivery: 7, amount: String(PRICE), token: zeroAddress, ref: zeroHash, validUntil: 4_000_000_000 }
  const { data, value } = newOrderCall({ ...terms, feeBps: 2000, arbitrationFeeBps: 2000 })
  await asAccount(buyer, deployment.orderBook, data, value)
  const id = await client.readContract({ abi: orderBookAbi, address: deployment.orderBook, functionName: 'orderIdCounter' })
  await asAccount(seller, deployment.orderBook, callData('accept', id))
  await asAccount(seller, deployment.orderBook, callData('deliver', id))
  await client.setCode({ address: seller, bytecode: REVERTS })
  await asAccount(buyer, deployment.orderBook, callData('complete', id))
  await client.setCode({ address: seller, bytecode: '0x' })
  expect(await owedTo(seller)).toBe(PART)
  return seller
}

/** Makes the page use a wallet with this account, which confirms everything. Returns the methods that the page calls. */
function useWallet(account: Address, refuse?: () => never): string[] {
  const asked: string[] = []
  const request: Eip1193['request'] = async ({ method, params }) => {
    asked.push(method)
    if (method === 'eth_sendTransaction') refuse?.()
    return client.request({ method, params } as never)
  }
  wallet.current = { provider: { request } as Eip1193, account }
  return asked
}

/** Answers the simulations of a withdrawal to this address; every other request reaches the node. */
function answerSimulation(to: Address, answer: (requests: { id: number }[]) => Response): void {
  const [real, data] = [globalThis.fetch, withdrawCall(zeroAddress, to)]
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const body = String(init?.body)
    const isSimulation = body.includes('"eth_call"') && body.includes(data)
    return isSimulation ? answer(JSON.parse(body) as { id: number }[]) : real(input, init)
  })
}

const reason = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof WalletError ? error.reason : String(error)),
  )
const withdraw = (account: Address, to: Address, onSent = () => {}) =>
  reason(withdrawOwed({ ...ofOrders(), wallet: account, token: zeroAddress, amount: String(PART) }, to, { ...options(), onSent }))
const options = () => ({ subject: 'withdrawal', onSent: () => {}, signal: new AbortController().signal })
const ofOrders = () => ({ by: 'orderBook', contract: deployment.orderBook, codeHash: deployment.orderBookCodeHash }) as const

let account: Address
beforeAll(async () => {
  chain = await testChain()
  deployment = chain.deployment
  client = clientOf()
})
afterAll(() => chain.stop())
beforeEach(async () => {
  account = await creditor()
})

afterEach(() => vi.restoreAllMocks())

describe('an owed payment', () => {
  it('is withdrawn to another address, once', async () => {
    const [to, onSent] = [newAddress(), vi.fn()]
    useWallet(account)
    expect(await withdraw(account, to, onSent)).toBe('none')
    expect(onSent).toHaveBeenCalledOnce()
    expect([await client.getBalance({ address: to }), await owedTo(account)]).toEqual([PART, 0n])
    const asked = useWallet(account)
    expect(await withdraw(account, to)).toBe('withdrawn')
    expect(asked).toEqual([])
  })

  it.each([
    ['whose code refuses it', async (to: Address) => client.setCode({ address: to, bytecode: REVERTS })],
    ['of the contract', async () => {}],
    ['zero', async () => {}],
  ])('is not sent to an address %s, and the wallet is not opened', async (which, prepare) => {
    const to = { zero: zeroAddress, 'of the contract': deployment.orderBook }[which] ?? newAddress()
    await prepare(to)
    const asked = useWallet(account)
    expect(await withdraw(account, to)).toBe('receiver')
    expect(asked).toEqual([])
    expect(await owedTo(account)).toBe(PART)
  })

  it('is not sent if the node reports the revert in its message only', async () => {
    const to = newAddress()
    await client.setCode({ address: to, bytecode: REVERTS })
    answerSimulation(to, (requests) =>
      Response.json(requests.map(({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32603, message: 'VM Exception: reverted' } }))),
    )
    const asked = useWallet(account)
    expect(await withdraw(account, to)).toBe('receiver')
    expect(asked).toEqual([])
  })

  it('is withdrawn by the wallet if the page cannot read the chain before', async () => {
    const to = newAddress()
    answerSimulation(to, () => new Response('down', { status: 400 }))
    useWallet(account)
    expect(await withdraw(account, to)).toBe('none')
    expect([await client.getBalance({ address: to }), await owedTo(account)]).toEqual([PART, 0n])
  })

  it('is only withdrawn by the wallet that it is owed to', async () => {
    const asked = useWallet(newAddress())
    expect(await withdraw(account, newAddress())).toBe('account')
    expect(asked).not.toContain('eth_sendTransaction')
  })

  it('stays owed if the person declines', async () => {
    useWallet(account, () => {
      throw Object.assign(new Error('declined'), { code: 4001 })
    })
    expect(await withdraw(account, newAddress())).toBe('rejected')
    expect(await owedTo(account)).toBe(PART)
  })

  it('is reported as failed if it is refused after the simulation', async () => {
    const to = newAddress()
    useWallet(account)
    wallet.current!.provider = {
      request: async ({ method, params }) => {
        if (method !== 'eth_sendTransaction') return client.request({ method, params } as never)
        await client.setCode({ address: to, bytecode: REVERTS })
        return client.request({ method, params } as never)
      },
    } as Eip1193
    expect(await withdraw(account, to)).toBe('reverted')
    expect(await owedTo(account)).toBe(PART)
  })
  it('of the Marketplace is withdrawn there', async () => {
    const [offerer, to] = [newAddress(), newAddress()]
    const { marketplace: contract, marketplaceCodeHash: codeHash, tokens } = deployment
    const token = tokens.find(({ symbol }) => symbol === 'USDC')!.address
    const read = async (of: Address, data: Hex) => (await client.call({ to: of, data })).data!
    await oweRefund({ transact: asAccount, read }, deployment, { admin: ADMIN, minter: MINTER, offerer }, 5_000_000n)
    const payment = { by: 'marketplace', contract, codeHash, wallet: offerer, token, amount: '5000000' } as const
    const asked = useWallet(offerer)
    expect(await reason(withdrawOwed({ ...payment, codeHash: zeroHash }, to, options()))).toBe('contract')
    expect(asked).not.toContain('eth_sendTransaction')
    expect(await reason(withdrawOwed(payment, to, options()))).toBe('none')
    expect(await client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [to] })).toBe(5_000_000n)
  })
})
