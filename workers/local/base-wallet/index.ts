import { getAddress, type Hex, isAddressEqual, isHex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { BASE_WALLET_OWNER } from '../accounts.ts'
import { describeMessage, describeTransaction, describeTypedData, type Transaction } from '../demo-wallet/describe.ts'
import { callChain, INVALID_PARAMS, ProviderRpcError, UNAUTHORIZED, UNSUPPORTED, USER_REJECTED } from '../demo-wallet/rpc.ts'
import { confirmIn } from '../demo-wallet/sheet.ts'
import { type SmartAccount, smartAccount } from './account.ts'
import { type Incoming, opened, type Request, sealed } from './channel.ts'
import { askWho, ICON } from './page.ts'

/**
 * What stands in for keys.coinbase.com in the local world: the popup the Base Account SDK opens, with accounts that are contracts of
 * the local chain. It is served four ports above the app, and the chain two, see ../ports.ts.
 */
const PORT = Number(location.port)
const APP = `http://localhost:${PORT - 4}`
const RPC_URL = `http://127.0.0.1:${PORT - 2}`
const HOST = new URL(APP).host
/** The popup stays this long after an answer, for a request that follows upon it (ms). */
const LINGER_MS = 200
const NEW_KEY = 'base-wallet.new'
const ALLOWED = 'base-wallet.allowed'
/** One coin, for the network's fees and to pay with. */
const ETHER = '0xde0b6b3a7640000'

/** The two there are: the one everybody knows, and one of this browser's own, made when it is first asked for. */
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

/** Who somebody is here; with a sign-in (ERC-4361 inside wallet_connect) one press is both. */
async function connect(params: unknown): Promise<object> {
  const { capabilities = {} } = ((params as unknown[] | undefined)?.[0] ?? {}) as {
    capabilities?: { signInWithEthereum?: { nonce: string; chainId: Hex } }
  }
  const { signInWithEthereum: wish } = capabilities
  const choice = await askWho(HOST, wish !== undefined)
  if (choice === null) throw rejected()
  const account = choice === 'demo' ? accounts.demo() : accounts.own(choice === 'new')
  localStorage.setItem(ALLOWED, choice === 'demo' ? 'demo' : 'own')
  await fund(account)
  if (!wish) return { accounts: [{ address: account.address, capabilities: {} }] }
  const message = createSiweMessage({
    domain: HOST,
    address: account.address,
    statement: 'Sign in with Ethereum to the app.',
    uri: APP,
    version: '1',
    chainId: Number(wish.chainId),
    nonce: wish.nonce,
  })
  const signature = await account.signMessage(message)
  return { accounts: [{ address: account.address, capabilities: { signInWithEthereum: { message, signature } } }] }
}

/** The account that may be asked for something, if it is the one named. */
function mine(address: unknown): SmartAccount {
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
      const account = mine(second)
      if (typeof first !== 'string') throw new ProviderRpcError(INVALID_PARAMS, 'personal_sign takes a text and an account.')
      await confirm(account, describeMessage(first, HOST))
      return account.signMessage(isHex(first) ? { raw: first } : first)
    }
    case 'eth_signTypedData_v4': {
      const account = mine(first)
      await confirm(account, await describeTypedData(RPC_URL, JSON.parse(String(second))))
      throw new ProviderRpcError(UNSUPPORTED, 'The local Base wallet signs no typed data yet.')
    }
    case 'eth_sendTransaction': {
      const transaction = (first ?? {}) as Transaction
      const account = mine(transaction.from)
      const { to, value, data = transaction.input } = transaction
      if (!to) throw new ProviderRpcError(INVALID_PARAMS, 'A smart account makes no contracts.')
      await confirm(account, await describeTransaction(RPC_URL, transaction))
      return account.execute([{ to, ...(value && { value: BigInt(value) }), ...(data && { data }) }])
    }
    default:
      throw new ProviderRpcError(UNSUPPORTED, `The local Base wallet does not do ${method}.`)
  }
}

let leave: ReturnType<typeof setTimeout> | undefined
let turn: Promise<void> = Promise.resolve()

async function take(incoming: Incoming): Promise<void> {
  clearTimeout(leave)
  const call = await opened(incoming)
  const result = await (call ? answer(call) : Promise.resolve(null)).then(
    (value) => ({ value }),
    (error: ProviderRpcError) => ({ error: { code: error.code, message: error.message } }),
  )
  opener.postMessage(await sealed(incoming, result, RPC_URL), APP)
  // The greeting is followed by what it was for.
  if (call) leave = setTimeout(close, LINGER_MS)
}

if (opener) {
  addEventListener('message', ({ origin, data }: MessageEvent<Partial<Incoming>>) => {
    if (origin !== APP || !data.content) return
    turn = turn.then(() => take(data as Incoming))
  })
  addEventListener('pagehide', () => opener.postMessage({ event: 'PopupUnload', id: crypto.randomUUID() }, APP))
  opener.postMessage({ event: 'PopupLoaded', id: crypto.randomUUID() }, APP)
}
