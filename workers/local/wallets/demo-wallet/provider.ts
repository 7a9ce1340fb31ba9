import {
  type Address,
  createWalletClient,
  defineChain,
  getAddress,
  type Hex,
  http,
  isAddressEqual,
  isHex,
  type TypedDataDefinition,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { DemoAccount } from './accounts.ts'
import {
  type Description,
  describeConnection,
  describeMessage,
  describeTransaction,
  describeTypedData,
  type Transaction,
} from './describe.ts'
import { callChain, INVALID_PARAMS, ProviderRpcError, UNAUTHORIZED, UNKNOWN_CHAIN, UNSUPPORTED, USER_REJECTED } from './rpc.ts'

type Listener = (payload: unknown) => void

export interface ProviderOptions {
  rpcUrl: string
  chainId: number
  /** Host of the page, shown as the origin of requests. */
  host: string
  /** Shows a request to the person; resolves with their decision. */
  confirm: (description: Description) => Promise<boolean>
  /** Stores whether this site may see the account. */
  permission: { get: () => boolean; set: (allowed: boolean) => void }
}

/** Methods that the wallet answers itself, without asking. Methods with the prefixes below are forwarded to the chain. */
const READS = /^(eth|net|web3)_/
const UNSUPPORTED_METHODS = /^eth_(sign|signTransaction|signTypedData(_v[13])?|sendUserOperation|getEncryptionPublicKey|decrypt)$/

/** An EIP-1193 provider for one demo account on one chain. The person confirms every signature. */
export function createProvider(account: DemoAccount, { rpcUrl, chainId, host, confirm, permission }: ProviderOptions) {
  const listeners = new Map<string, Set<Listener>>()
  const emit = (event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload)
  }
  const signer = privateKeyToAccount(account.key)
  const chain = defineChain({
    id: chainId,
    name: 'Local chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const client = createWalletClient({ account: signer, chain, transport: http(rpcUrl, { retryCount: 0 }) })
  const hexChainId: Hex = `0x${chainId.toString(16)}`

  async function ask(description: Description): Promise<void> {
    if (!(await confirm(description))) throw new ProviderRpcError(USER_REJECTED, 'User rejected the request.')
  }

  function requireOwnAccount(address: unknown): void {
    if (!permission.get()) throw new ProviderRpcError(UNAUTHORIZED, 'The site is not connected to this wallet.')
    if (typeof address === 'string' && isAddressEqual(getAddress(address), account.address)) return
    throw new ProviderRpcError(UNAUTHORIZED, 'This wallet does not hold that account.')
  }

  async function connect(): Promise<Address[]> {
    if (!permission.get()) {
      await ask(describeConnection(host))
      permission.set(true)
      emit('accountsChanged', [account.address])
    }
    return [account.address]
  }

  async function signTypedData(address: unknown, given: unknown): Promise<Hex> {
    requireOwnAccount(address)
    const data = (typeof given === 'string' ? JSON.parse(given) : given) as TypedDataDefinition & { domain?: { chainId?: number | string } }
    if (data.domain?.chainId !== undefined && Number(data.domain.chainId) !== chainId)
      throw new ProviderRpcError(INVALID_PARAMS, `This is for chain ${data.domain.chainId}, the wallet is on ${chainId}.`)
    await ask(await describeTypedData(rpcUrl, data as never))
    return signer.signTypedData(data)
  }

  async function sendTransaction(transaction: Transaction): Promise<Hex> {
    requireOwnAccount(transaction.from)
    await ask(await describeTransaction(rpcUrl, transaction))
    const { gas, value, to } = transaction
    const data = transaction.data ?? transaction.input
    try {
      return await client.sendTransaction({
        ...(to && { to }),
        ...(data && { data }),
        ...(value && { value: BigInt(value) }),
        ...(gas && { gas: BigInt(gas) }),
      })
    } catch (error) {
      // Return the chain's own error, which callers can handle, instead of viem's long message.
      let cause: unknown = error
      while (cause instanceof Error && !('code' in cause && typeof cause.code === 'number')) cause = cause.cause
      const { code, message, data } = (cause ?? {}) as { code?: number; message?: string; data?: unknown }
      throw new ProviderRpcError(code ?? -32603, message ?? String(error), data)
    }
  }

  const permissions = () =>
    permission.get()
      ? [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: [account.address] }] }]
      : []

  async function request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
    const [first, second] = Array.isArray(params) ? params : [params]
    switch (method) {
      case 'eth_chainId':
        return hexChainId
      case 'net_version':
        return String(chainId)
      case 'eth_accounts':
        return permission.get() ? [account.address] : []
      case 'eth_coinbase':
        return permission.get() ? account.address : null
      case 'eth_requestAccounts':
        return connect()
      case 'wallet_requestPermissions':
        await connect()
        return permissions()
      case 'wallet_getPermissions':
        return permissions()
      case 'wallet_revokePermissions':
        permission.set(false)
        emit('accountsChanged', [])
        return null
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain': {
        const requested = (first as { chainId?: string } | undefined)?.chainId
        if (Number(requested) === chainId) return null
        throw new ProviderRpcError(UNKNOWN_CHAIN, `The demo wallet knows chain ${chainId} only.`)
      }
      case 'personal_sign': {
        requireOwnAccount(second)
        if (typeof first !== 'string') throw new ProviderRpcError(INVALID_PARAMS, 'personal_sign takes a text and an account.')
        await ask(describeMessage(first, host))
        return signer.signMessage({ message: isHex(first) ? { raw: first } : first })
      }
      case 'eth_signTypedData_v4':
        return signTypedData(first, second)
      case 'eth_sendTransaction':
        return sendTransaction((first ?? {}) as Transaction)
    }
    if (UNSUPPORTED_METHODS.test(method) || !READS.test(method))
      throw new ProviderRpcError(UNSUPPORTED, `The demo wallet does not do ${method}.`)
    return callChain(rpcUrl, method, params)
  }

  return {
    request,
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
    },
  }
}
