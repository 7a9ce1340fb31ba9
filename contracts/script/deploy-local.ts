import {
  type Address,
  concat,
  createTestClient,
  defineChain,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  keccak256,
  type LocalAccount,
  parseEther,
  publicActions,
  walletActions,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { orderBookAbi } from '../abi/OrderBook.ts'
import { testUsdcAbi } from '../abi/TestUSDC.ts'
import type { Deployment, PaymentToken } from '../addresses.ts'
import { CHAIN_ID } from './anvil.ts'
import { bytecode, deployContracts, isBuilt, onlyThisTransaction } from './deploy-contracts.ts'

export type LocalDeployment = Deployment & { chainId: typeof CHAIN_ID }

type Options = {
  rpcUrl: string
  /** Pays for all transactions and issues the test money; default: anvil's first account. */
  deployerKey?: Hex
  treasury: Address
  /** The final owner of all contracts. */
  owner: Address
  /** The admin of all contracts, besides the owner. */
  admin: Address
  /** Accounts that receive test money, except those that already have some. */
  mintTo: Address[]
  /** The result of an earlier call; its test money is reused if it still exists. */
  previous?: LocalDeployment
}

/** The well-known key of anvil's first account. */
const anvilKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

export const localChain = defineChain({
  id: CHAIN_ID,
  name: 'Anvil',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
})

/** The test money per account: one million, in six decimals for both tokens. */
const allowance = 1_000_000_000_000n

/** Time for an answer of the chain, which starts slowly on a machine that is busy (milliseconds). */
const TIMEOUT_MS = 60_000

const clientOf = (rpcUrl: string, account: LocalAccount) =>
  createTestClient({ account, mode: 'anvil', chain: localChain, transport: http(rpcUrl, { timeout: TIMEOUT_MS }), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)

/** Sends transactions in order, waits for all, and returns their receipts. */
async function sendAll(chain: ReturnType<typeof clientOf>, requests: { to?: Address; data: Hex }[]) {
  let nonce = await chain.getTransactionCount({ address: chain.account.address })
  const hashes: Hex[] = []
  for (const request of requests)
    hashes.push(await chain.sendTransaction({ ...request, nonce: nonce++, gas: request.to ? 200_000n : 8_000_000n }))
  const receipts = await Promise.all(hashes.map((hash) => chain.waitForTransactionReceipt({ hash, ...onlyThisTransaction })))
  for (const { status, transactionHash } of receipts) if (status !== 'success') throw new Error(`Transaction ${transactionHash} failed`)
  return receipts
}

/**
 * The payable tokens on a local chain: test USDC and USDT (those of `known` if they exist with the current code, otherwise new ones issued
 * by `issuer`), and the native coin. Rejects any chain but 31337.
 */
export async function testMoney(rpcUrl: string, issuer: LocalAccount, known: PaymentToken[] = []): Promise<PaymentToken[]> {
  const chain = clientOf(rpcUrl, issuer)
  const chainId = await chain.getChainId()
  if (chainId !== CHAIN_ID) throw new Error(`The local deployment goes to chain ${CHAIN_ID} only, and ${rpcUrl} is chain ${chainId}`)
  const symbols = ['USDC', 'USDT'] as const
  let addresses = symbols.map((symbol) => known.find((token) => token.symbol === symbol)?.address)
  const codes = await Promise.all(addresses.map((address) => address && chain.getCode({ address })))
  if (!symbols.every((symbol, i) => isBuilt(`Test${symbol}`, codes[i] || undefined))) {
    const receipts = await sendAll(
      chain,
      symbols.map((symbol) => ({ data: bytecode(`Test${symbol}`).creation })),
    )
    addresses = receipts.map(({ contractAddress }) => getAddress(contractAddress!))
  }
  const tokens: PaymentToken[] = symbols.map((symbol, i) => ({
    symbol,
    address: addresses[i]!,
    decimals: 6,
    signatures: symbol === 'USDC' ? ['authorization', 'permit'] : [],
  }))
  return [...tokens, { symbol: 'ETH', address: zeroAddress, decimals: 18, signatures: [] }]
}

/**
 * Deploys all contracts and test money on the local chain from the committed bytecode, with `owner` and `admin`. Reuses existing contracts
 * with the current code. Mints a million of a token for each account of `mintTo` that has none of it. Rejects any chain but 31337, which
 * must be anvil: the owner's acceptance is sent by impersonation.
 */
export async function deployLocal({
  rpcUrl,
  deployerKey = anvilKey,
  treasury,
  owner,
  admin,
  mintTo,
  previous,
}: Options): Promise<LocalDeployment> {
  const deployer = privateKeyToAccount(deployerKey)
  const chain = clientOf(rpcUrl, deployer)
  const tokens = await testMoney(rpcUrl, deployer, previous?.tokens)

  const { deployment } = await deployContracts({
    rpcUrl,
    chain: localChain,
    deployer,
    treasury,
    owner,
    admin,
    tokens,
    // New test money needs new contracts: only the owner could make existing contracts accept it.
    salt: keccak256(concat(tokens.map(({ address }) => address))),
    saveProgress: () => {},
    acceptAsOwner: async (address) => {
      for (const account of [owner, admin])
        await chain.setBalance({ address: account, value: (await chain.getBalance({ address: account })) || parseEther('1') })
      await chain.impersonateAccount({ address: owner })
      const data = encodeFunctionData({ abi: orderBookAbi, functionName: 'acceptOwnership' })
      const hash = await chain.sendTransaction({ account: owner, to: address, data })
      await chain.waitForTransactionReceipt({ hash, ...onlyThisTransaction })
      await chain.stopImpersonatingAccount({ address: owner })
    },
  })

  const holders = [...new Set(mintTo.map((address) => getAddress(address)))]
  const wanted = tokens
    .filter(({ address }) => address !== zeroAddress)
    .flatMap(({ address }) => holders.map((holder) => ({ address, holder })))
  const balances = await Promise.all(
    wanted.map(({ address, holder }) => chain.readContract({ address, abi: testUsdcAbi, functionName: 'balanceOf', args: [holder] })),
  )
  const poor = wanted.filter((_, i) => balances[i] === 0n)
  await sendAll(
    chain,
    poor.map(({ address, holder }) => ({
      to: address,
      data: encodeFunctionData({ abi: testUsdcAbi, functionName: 'mint', args: [holder, allowance] }),
    })),
  )
  const startBlock = previous?.orderBook === deployment.orderBook ? previous.startBlock : deployment.startBlock
  return { ...deployment, chainId: CHAIN_ID, startBlock }
}
