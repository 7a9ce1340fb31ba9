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
  publicActions,
  serializeErc6492Signature,
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

/** A smart account on the local chain: a contract controlled by one key. Its first transaction deploys it. */
export function smartAccount(ownerKey: Hex, rpcUrl: string) {
  const owner = privateKeyToAccount(ownerKey)
  const code = encodeDeployData({ abi: testWalletAbi, bytecode: bytecode.creation as Hex, args: [owner.address] })
  const address = getCreate2Address({ from: PROXY, salt: zeroHash, bytecodeHash: keccak256(code) })
  const creation = { to: PROXY, data: concat([zeroHash, code]) }
  const chain = defineChain({
    id: 31337,
    name: 'Local chain',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const client = createWalletClient({ account: owner, chain, transport: http(rpcUrl, { retryCount: 0 }), pollingInterval: 50 }).extend(
    publicActions,
  )
  const isDeployed = async () => (await client.getCode({ address })) !== undefined

  /** Deploys the contract if it is not deployed yet. */
  async function deploy(): Promise<void> {
    if (await isDeployed()) return
    await client.waitForTransactionReceipt({ hash: await client.sendTransaction(creation), checkReplacement: false })
  }

  return {
    address,
    owner: owner.address,
    isDeployed,
    deploy,
    /** The owner's signature. Until the contract is deployed, it is wrapped with the deployment call (ERC-6492). */
    async signMessage(message: string | { raw: Hex }): Promise<Hex> {
      const signature = await owner.signMessage({ message })
      return (await isDeployed()) ? signature : serializeErc6492Signature({ address: PROXY, data: creation.data, signature })
    },
    /** Sends all calls in one transaction; returns its hash. */
    async execute(calls: Call[]): Promise<Hex> {
      await deploy()
      const wanted = calls.map(({ to, value = 0n, data = '0x' }) => ({ target: to, value, data }))
      return client.sendTransaction({
        to: address,
        data: encodeFunctionData({ abi: testWalletAbi, functionName: 'execute', args: [wanted] }),
      })
    },
  }
}

export type SmartAccount = ReturnType<typeof smartAccount>
