import { getAddress, type Hex, isAddressEqual, isHex, type TypedDataDefinition } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { BASE_WALLET_OWNER } from '../accounts.ts'
import { parseBatch } from '../batches.ts'
import { describeCalls, describeMessage, describeTransaction, describeTypedData, type Transaction } from '../demo-wallet/describe.ts'
import { callChain, INVALID_PARAMS, ProviderRpcError, UNAUTHORIZED, UNSUPPORTED, USER_REJECTED } from '../demo-wallet/rpc.ts'
import { confirmIn } from '../demo-wallet/sheet.ts'
import { type SmartAccount, smartAccount } from './account.ts'
import { decryptRequest, encryptResponse, type Incoming, type Request } from './channel.ts'
import { askAccount, ICON } from './page.ts'

/**
 * Replaces keys.coinbase.com in the local world: the popup that the Base Account SDK opens, with accounts that are contracts on the local
 * chain. It is served at the app's port + 4; the chain is at the app's port + 2 (see world/ports.ts).
 */
const PORT = Number(location.port)
const APP = `http://localhost:${PORT - 4}`
const RPC_URL = `http://127.0.0.1:${PORT - 2}`
const HOST = new URL(APP).host
const CHAIN_ID = 31337
/** How long the popup stays open after a response, in case another request follows (ms). */
const LINGER_MS = 200
const NEW_KEY = 'base-wallet.new'
const ALLOWED = 'base-wallet.allowed'
/** One ETH, for network fees and payments. */
const ETHER = '0xde0b6b3a7640000'

/** The two accounts: the well-known demo account, and an account of this browser, created on first use. */
const accounts = {
  demo: () => smartAccount(BASE_WALLET_OWNER, RPC_URL),
  own: (anew = false) => {
    const key = (!anew && (localStorage.getItem(NEW_KEY) as Hex | null)) || generatePrivateKey()
    localStorage.setItem(NEW_KEY, key)
    return smartAccount(key, RPC_URL)
  },
}
type Which = 'demo' | 'own'
const allowed = () => (localStorage.getItem(ALLOWED) ?? '') as Which | ''

async function fund(account: SmartAccount): Promise<void> {
  for (const address of [account.address, account.owner]) {
    if (BigInt(await callChain<Hex>(RPC_URL, 'eth_getBalance', [address, 'latest'])) === 0n) {
      await callChain(RPC_URL, 'anvil_setBalance', [address, ETHER])
    }
  }
}

const rejected = () => new ProviderRpcError(USER_REJECTED, 'User rejected the request.')

/** Connects an account. With a sign-in (ERC-4361 inside wallet_connect) one press connects and signs in. */
async function connect(params: unknown): Promise<object> {
  const { capabilities = {} } = ((params as unknown[] | undefined)?.[0] ?? {}) as {
    capabilities?: { signInWithEthereum?: { nonce: string; chainId: Hex } }
  }
  const { signInWithEthereum: signInRequest } = capabilities
  const choice = await askAccount(HOST, signInRequest !== undefined)
  if (choice === null) throw rejected()
  const account = choice === 'demo' ? accounts.demo() : accounts.own(choice === 'new')
  localStorage.setItem(ALLOWED, choice === 'demo' ? 'demo' : 'own')
  await fund(account)
  if (!signInRequest) return { accounts: [{ address: account.address, capabilities: {} }] }
  const message = createSiweMessage({
    domain: HOST,
    address: account.address,
    statement: 'Sign in with Ethereum to the app.',
    uri: APP,
    version: '1',
    chainId: Number(signInRequest.chainId),
    nonce: signInRequest.nonce,
  })
  const signature = await account.signMessage(message)
  return { accounts: [{ address: account.address, capabilities: { signInWithEthereum: { message, signature } } }] }
}

/** The account that a request names, if it is the connected one. */
function requireConnectedAccount(address: unknown): SmartAccount {
  const which = allowed()
  if (!which) throw new ProviderRpcError(UNAUTHORIZED, 'The site is not connected to this wallet.')
  const account = accounts[which]()
  if (typeof address === 'string' && isAddressEqual(getAddress(address), account.address)) return account
  throw new ProviderRpcError(UNAUTHORIZED, 'This wallet does not hold that account.')
}

async function answer({ method, params }: Request): Promise<unknown> {
  const [first, second] = Array.isArray(params) ? params : [params]
  const confirm = async (account: SmartAccount, description: Parameters<typeof confirmIn>[1]) => {
    if (!(await confirmIn({ name: 'Base wallet', address: account.address, icon: ICON }, description))) throw rejected()
  }
  switch (method) {
    case 'wallet_connect':
      return connect(params)
    case 'personal_sign': {
      const account = requireConnectedAccount(second)
      if (typeof first !== 'string') throw new ProviderRpcError(INVALID_PARAMS, 'personal_sign takes a text and an account.')
      await confirm(account, describeMessage(first, HOST))
      return account.signMessage(isHex(first) ? { raw: first } : first)
    }
    case 'eth_signTypedData_v4': {
      const account = requireConnectedAccount(first)
      const data = JSON.parse(String(second)) as TypedDataDefinition
      if (Number(data.domain?.chainId ?? CHAIN_ID) !== CHAIN_ID) throw new ProviderRpcError(INVALID_PARAMS, 'This is for another chain.')
      await confirm(account, await describeTypedData(RPC_URL, data as never))
      return account.signTypedData(data)
    }
    case 'wallet_sendCalls': {
      const account = requireConnectedAccount((first as { from?: unknown } | undefined)?.from)
      const calls = parseBatch(first, account.address, CHAIN_ID)
      await confirm(account, await describeCalls(RPC_URL, calls, true))
      return { id: await account.execute(calls) }
    }
    case 'eth_sendTransaction': {
      const transaction = (first ?? {}) as Transaction
      const account = requireConnectedAccount(transaction.from)
      const { to, value, data = transaction.input } = transaction
      if (!to) throw new ProviderRpcError(INVALID_PARAMS, 'A smart account makes no contracts.')
      await confirm(account, await describeTransaction(RPC_URL, transaction))
      return account.execute([{ to, ...(value && { value: BigInt(value) }), ...(data && { data }) }])
    }
    default:
      throw new ProviderRpcError(UNSUPPORTED, `The local Base wallet does not do ${method}.`)
  }
}

let closeTimer: ReturnType<typeof setTimeout> | undefined
let queue: Promise<void> = Promise.resolve()

async function handleMessage(incoming: Incoming): Promise<void> {
  clearTimeout(closeTimer)
  const call = await decryptRequest(incoming)
  const result = await (call ? answer(call) : Promise.resolve(null)).then(
    (value) => ({ value }),
    (error: ProviderRpcError) => ({ error: { code: error.code, message: error.message } }),
  )
  opener.postMessage(await encryptResponse(incoming, result, RPC_URL), APP)
  // Do not close the popup after the handshake, because the request follows it.
  if (call) closeTimer = setTimeout(close, LINGER_MS)
}

if (opener) {
  addEventListener('message', ({ origin, data }: MessageEvent<Partial<Incoming>>) => {
    if (origin !== APP || !data.content) return
    queue = queue.then(() => handleMessage(data as Incoming))
  })
  addEventListener('pagehide', () => opener.postMessage({ event: 'PopupUnload', id: crypto.randomUUID() }, APP))
  opener.postMessage({ event: 'PopupLoaded', id: crypto.randomUUID() }, APP)
}
