import {
  type Address,
  createWalletClient,
  defineChain,
  getAddress,
  type Hex,
  http,
  isAddressEqual,
  isHex,
  type PrivateKeyAccount,
  type TypedDataDefinition,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { upgradableAccount } from '../base-wallet/account.ts'
import { callsStatus, capabilities, parseBatch, UNKNOWN_BATCH } from '../batches.ts'
import type { DemoAccount } from './accounts.ts'
import {
  type Description,
  describeCalls,
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
  /** Whether the wallet makes several calls as one (EIP-5792). */
  batches: () => boolean
}

/** Methods that the wallet does not handle itself: those with these prefixes are forwarded to the chain, except the unsupported ones. */
const READS = /^(eth|net|web3)_/
const BATCH_METHODS = /^wallet_(getCapabilities|sendCalls|getCallsStatus)$/
const UNSUPPORTED_METHODS = /^eth_(sign|signTransaction|signTypedData(_v[13])?|sendUserOperation|getEncryptionPublicKey|decrypt)$/

function clientFor(signer: PrivateKeyAccount, { chainId, rpcUrl }: ProviderOptions) {
  const chain = defineChain({
    id: chainId,
    name: 'Local chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  return createWalletClient({ account: signer, chain, transport: http(rpcUrl, { retryCount: 0 }) })
}

/** Throws the chain's own error, which callers can handle, instead of viem's long message. */
function throwChainError(error: unknown): never {
  let cause: unknown = error
  while (cause instanceof Error && !('code' in cause && typeof cause.code === 'number')) cause = cause.cause
  const { code, message, data } = (cause ?? {}) as { code?: number; message?: string; data?: unknown }
  throw new ProviderRpcError(code ?? -32603, message ?? String(error), data)
}

/** An EIP-1193 provider for one demo account on one chain. The person confirms every signature. */
export class DemoProvider {
  readonly #account: DemoAccount
  readonly #options: ProviderOptions
  readonly #signer: PrivateKeyAccount
  readonly #client: ReturnType<typeof clientFor>
  readonly #listeners = new Map<string, Set<Listener>>()

  constructor(account: DemoAccount, options: ProviderOptions) {
    this.#account = account
    this.#options = options
    this.#signer = privateKeyToAccount(account.key)
    this.#client = clientFor(this.#signer, options)
  }

  // Public functions are properties and not methods, because callers may call them without the object.
  readonly on = (event: string, listener: Listener): void => {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener))
  }

  readonly removeListener = (event: string, listener: Listener): void => {
    this.#listeners.get(event)?.delete(listener)
  }

  readonly request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    const [first, second] = Array.isArray(params) ? params : [params]
    if (BATCH_METHODS.test(method) && this.#options.batches()) return this.#requestBatch(method, first)
    switch (method) {
      case 'eth_chainId':
        return toHex(this.#options.chainId)
      case 'net_version':
        return String(this.#options.chainId)
      case 'eth_accounts':
        return this.#options.permission.get() ? [this.#account.address] : []
      case 'eth_coinbase':
        return this.#options.permission.get() ? this.#account.address : null
      case 'eth_requestAccounts':
        return this.#connect()
      case 'wallet_requestPermissions':
        await this.#connect()
        return this.#permissions()
      case 'wallet_getPermissions':
        return this.#permissions()
      case 'wallet_revokePermissions':
        this.#options.permission.set(false)
        this.#emit('accountsChanged', [])
        return null
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain': {
        const requested = (first as { chainId?: string } | undefined)?.chainId
        if (Number(requested) === this.#options.chainId) return null
        throw new ProviderRpcError(UNKNOWN_CHAIN, `The demo wallet knows chain ${this.#options.chainId} only.`)
      }
      case 'personal_sign': {
        this.#requireOwnAccount(second)
        if (typeof first !== 'string') throw new ProviderRpcError(INVALID_PARAMS, 'personal_sign takes a text and an account.')
        await this.#ask(describeMessage(first, this.#options.host))
        return this.#signer.signMessage({ message: isHex(first) ? { raw: first } : first })
      }
      case 'eth_signTypedData_v4':
        return this.#signTypedData(first, second)
      case 'eth_sendTransaction':
        return this.#sendTransaction((first ?? {}) as Transaction)
    }
    if (UNSUPPORTED_METHODS.test(method) || !READS.test(method))
      throw new ProviderRpcError(UNSUPPORTED, `The demo wallet does not do ${method}.`)
    return callChain(this.#options.rpcUrl, method, params)
  }

  #emit(event: string, payload: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(payload)
  }

  async #signTypedData(address: unknown, given: unknown): Promise<Hex> {
    this.#requireOwnAccount(address)
    const data = (typeof given === 'string' ? JSON.parse(given) : given) as TypedDataDefinition & { domain?: { chainId?: number | string } }
    if (data.domain?.chainId !== undefined && Number(data.domain.chainId) !== this.#options.chainId)
      throw new ProviderRpcError(INVALID_PARAMS, `This is for chain ${data.domain.chainId}, the wallet is on ${this.#options.chainId}.`)
    await this.#ask(await describeTypedData(this.#options.rpcUrl, data as never))
    return this.#signer.signTypedData(data)
  }

  async #ask(description: Description): Promise<void> {
    if (!(await this.#options.confirm(description))) throw new ProviderRpcError(USER_REJECTED, 'User rejected the request.')
  }

  #requireOwnAccount(address: unknown): void {
    if (!this.#options.permission.get()) throw new ProviderRpcError(UNAUTHORIZED, 'The site is not connected to this wallet.')
    if (typeof address === 'string' && isAddressEqual(getAddress(address), this.#account.address)) return
    throw new ProviderRpcError(UNAUTHORIZED, 'This wallet does not hold that account.')
  }

  async #connect(): Promise<Address[]> {
    if (!this.#options.permission.get()) {
      await this.#ask(describeConnection(this.#options.host))
      this.#options.permission.set(true)
      this.#emit('accountsChanged', [this.#account.address])
    }
    return [this.#account.address]
  }

  async #sendTransaction(transaction: Transaction): Promise<Hex> {
    this.#requireOwnAccount(transaction.from)
    await this.#ask(await describeTransaction(this.#options.rpcUrl, transaction))
    const { gas, value, to } = transaction
    const data = transaction.data ?? transaction.input
    return this.#client
      .sendTransaction({
        ...(to && { to }),
        ...(data && { data }),
        ...(value && { value: BigInt(value) }),
        ...(gas && { gas: BigInt(gas) }),
      })
      .catch(throwChainError)
  }

  /** Answers the methods of EIP-5792. */
  async #requestBatch(method: string, first: unknown): Promise<unknown> {
    const { rpcUrl, chainId } = this.#options
    if (method === 'wallet_getCallsStatus') {
      const status = await callsStatus((name, params) => callChain(rpcUrl, name, params), first, chainId)
      if (!status) throw new ProviderRpcError(UNKNOWN_BATCH, 'No matching bundle found.')
      return status
    }
    const account = upgradableAccount(this.#account.key, rpcUrl)
    if (method === 'wallet_getCapabilities') {
      this.#requireOwnAccount(first)
      return capabilities(chainId, (await account.isUpgraded()) ? 'supported' : 'ready')
    }
    this.#requireOwnAccount(this.#account.address)
    const calls = parseBatch(first, this.#account.address, chainId)
    await this.#ask(await describeCalls(rpcUrl, calls, await account.isUpgraded()))
    return { id: await account.execute(calls).catch(throwChainError) }
  }

  #permissions() {
    return this.#options.permission.get()
      ? [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: [this.#account.address] }] }]
      : []
  }
}
