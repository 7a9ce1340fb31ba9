import {
  type Address,
  concat,
  createWalletClient,
  defineChain,
  encodeDeployData,
  encodeFunctionData,
  getCreate2Address,
  type Hex,
  http,
  keccak256,
  type PrivateKeyAccount,
  publicActions,
  serializeErc6492Signature,
  type TypedDataDefinition,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import bytecode from '../../../../contracts/abi/TestWallet.bytecode.json' with { type: 'json' }
import { testWalletAbi } from '../../../../contracts/abi/TestWallet.ts'

/** The deterministic deployment proxy, available on anvil and on Base. It deploys with CREATE2, so the address follows from the code. */
const PROXY: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

export interface Call {
  to: Address
  value?: bigint
  data?: Hex
}

const clientOf = (owner: PrivateKeyAccount, rpcUrl: string) => {
  const chain = defineChain({
    id: 31337,
    name: 'Local chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  return createWalletClient({ account: owner, chain, transport: http(rpcUrl, { retryCount: 0 }), pollingInterval: 50 }).extend(
    publicActions,
  )
}

const encodeExecute = (calls: Call[]): Hex => {
  const wanted = calls.map(({ to, value = 0n, data = '0x' as const }) => ({ target: to, value, data }))
  return encodeFunctionData({ abi: testWalletAbi, functionName: 'execute', args: [wanted] })
}

/** A smart account on the local chain: a contract controlled by one key. Its first transaction deploys it. */
export function smartAccount(ownerKey: Hex, rpcUrl: string) {
  const owner = privateKeyToAccount(ownerKey)
  const code = encodeDeployData({ abi: testWalletAbi, bytecode: bytecode.creation as Hex, args: [owner.address] })
  const address = getCreate2Address({ from: PROXY, salt: zeroHash, bytecodeHash: keccak256(code) })
  const creation = { to: PROXY, data: concat([zeroHash, code]) }
  const client = clientOf(owner, rpcUrl)
  const isDeployed = async () => (await client.getCode({ address })) !== undefined

  /** Deploys the contract if it is not deployed yet. */
  async function deploy(): Promise<void> {
    if (await isDeployed()) return
    await client.waitForTransactionReceipt({ hash: await client.sendTransaction(creation), checkReplacement: false })
  }

  /** Until the contract is deployed, a signature is wrapped with the deployment call (ERC-6492). */
  const wrap = async (signature: Hex): Promise<Hex> =>
    (await isDeployed()) ? signature : serializeErc6492Signature({ address: PROXY, data: creation.data, signature })

  return {
    address,
    owner: owner.address,
    isDeployed,
    deploy,
    /** The owner's signature. */
    signMessage: async (message: string | { raw: Hex }): Promise<Hex> => wrap(await owner.signMessage({ message })),
    /** The owner's signature (EIP-712). */
    signTypedData: async (data: TypedDataDefinition): Promise<Hex> => wrap(await owner.signTypedData(data)),
    /** Sends all calls in one transaction; returns its hash. */
    async execute(calls: Call[]): Promise<Hex> {
      await deploy()
      return client.sendTransaction({ to: address, data: encodeExecute(calls) })
    },
  }
}

export type SmartAccount = ReturnType<typeof smartAccount>

/** A plain account whose batches are one transaction: it takes over the code of its own smart account (EIP-7702), and calls itself. */
export function upgradableAccount(key: Hex, rpcUrl: string) {
  const account = privateKeyToAccount(key)
  const client = clientOf(account, rpcUrl)
  const { address: contractAddress, deploy } = smartAccount(key, rpcUrl)
  const delegation = concat(['0xef0100', contractAddress]).toLowerCase()
  const isUpgraded = async () => (await client.getCode({ address: account.address })) === delegation

  return {
    isUpgraded,
    /** Makes all calls or none; upgrades the account if it is not upgraded yet. Returns the transaction's hash. */
    async execute(calls: Call[]): Promise<Hex> {
      const call = { to: account.address, data: encodeExecute(calls) }
      if (await isUpgraded()) return client.sendTransaction(call)
      await deploy()
      const authorization = await client.signAuthorization({ contractAddress, executor: 'self' })
      return client.sendTransaction({ ...call, authorizationList: [authorization] })
    },
  }
}
