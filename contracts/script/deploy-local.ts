import { readFileSync } from 'node:fs'
import {
  type Abi,
  type Address,
  createTestClient,
  createWalletClient,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  keccak256,
  publicActions,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { orderBookAbi } from '../abi/OrderBook.ts'
import { testUsdcAbi } from '../abi/TestUSDC.ts'
import { testUsdtAbi } from '../abi/TestUSDT.ts'
import type { Deployment } from '../addresses.ts'

export type LocalDeployment = Deployment & { chainId: 31337 }

type Options = {
  rpcUrl: string
  /** Pays for everything and issues the test money; anvil's first account when left out. */
  deployerKey?: Hex
  treasury: Address
  /** Ends up as the OrderBook's only admin. */
  admin: Address
  /** Accounts that get test money, those that already hold some excepted. */
  mintTo: Address[]
  /** What an earlier call answered; kept when its contracts are still there. */
  previous?: LocalDeployment
}

/** The key of anvil's first account, known to everybody. */
const anvilKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

const platformFeeBps = 1000n
/** Each account's test money: a million, in both tokens' six decimals. */
const allowance = 1_000_000_000_000n

type Bytecode = { creation: Hex; runtime: Hex }
const bytecode = (name: string): Bytecode => JSON.parse(readFileSync(new URL(`../abi/${name}.bytecode.json`, import.meta.url), 'utf8'))

/**
 * Puts the OrderBook and test USDC and USDT on the local chain from the committed bytecode, with a fee of 10 %, the three ways of
 * paying switched on, `admin` as admin and a million of both tokens for each of `mintTo`. With `previous` it only checks that this
 * deployment is still there and of the current code, and tops up accounts that hold nothing. Refuses any chain but 31337, which also
 * has to be anvil: the admin's consent is given by impersonation.
 */
export async function deployLocal({
  rpcUrl,
  deployerKey = anvilKey,
  treasury,
  admin,
  mintTo,
  previous,
}: Options): Promise<LocalDeployment> {
  const transport = http(rpcUrl)
  const account = privateKeyToAccount(deployerKey)
  const wallet = createWalletClient({ account, chain: anvil, transport })
  const chain = createTestClient({ mode: 'anvil', chain: anvil, transport, pollingInterval: 50 }).extend(publicActions)

  const chainId = await chain.getChainId()
  if (chainId !== 31337) throw new Error(`The local deployment goes to chain 31337 only, and ${rpcUrl} is chain ${chainId}`)

  let nonce = await chain.getTransactionCount({ address: account.address })
  const pending: Hex[] = []
  /** Sends one transaction of the deployer's without waiting for it; `settle` waits for all. */
  const send = async (to: Address | undefined, data: Hex) => {
    const request = { to, data, nonce: nonce++, gas: to ? 300_000n : 8_000_000n }
    pending.push(await wallet.sendTransaction(request))
  }
  const settle = async () => {
    const receipts = await Promise.all(pending.splice(0).map((hash) => chain.waitForTransactionReceipt({ hash })))
    for (const { status, transactionHash } of receipts) if (status !== 'success') throw new Error(`Transaction ${transactionHash} failed`)
    return receipts
  }
  const hasCode = async (address: Address) => (await chain.getCode({ address })) !== undefined

  const mint = async (tokens: Address[]) => {
    const holders = [...new Set(mintTo.map((address) => getAddress(address)))]
    const wanted = tokens.flatMap((token) => holders.map((holder) => ({ token, holder })))
    const balances = await Promise.all(
      wanted.map(({ token, holder }) =>
        chain.readContract({ address: token, abi: testUsdcAbi, functionName: 'balanceOf', args: [holder] }),
      ),
    )
    for (const [i, { token, holder }] of wanted.entries()) {
      if (balances[i] === 0n) await send(token, encodeFunctionData({ abi: testUsdcAbi, functionName: 'mint', args: [holder, allowance] }))
    }
    await settle()
  }

  const orderBookCode = bytecode('OrderBook')
  const orderBookCodeHash = keccak256(orderBookCode.runtime)

  if (previous) {
    const code = await chain.getCode({ address: previous.orderBook })
    const tokens = previous.tokens.map(({ address }) => address).filter((address) => address !== zeroAddress)
    const there = code !== undefined && keccak256(code) === orderBookCodeHash && (await Promise.all(tokens.map(hasCode))).every(Boolean)
    if (there) {
      await mint(tokens)
      return previous
    }
  }

  const deploy = (name: string, abi: Abi, args: unknown[]) =>
    send(undefined, encodeDeployData({ abi, bytecode: name === 'OrderBook' ? orderBookCode.creation : bytecode(name).creation, args }))
  await deploy('OrderBook', orderBookAbi, [account.address, platformFeeBps, treasury])
  await deploy('TestUSDC', testUsdcAbi, [])
  await deploy('TestUSDT', testUsdtAbi, [])
  const [book, usdc, usdt] = (await settle()).map(({ contractAddress, blockNumber }) => ({
    address: getAddress(contractAddress!),
    blockNumber,
  }))

  const tokens: LocalDeployment['tokens'] = [
    { symbol: 'USDC', address: usdc!.address, decimals: 6 },
    { symbol: 'USDT', address: usdt!.address, decimals: 6 },
    { symbol: 'ETH', address: zeroAddress, decimals: 18 },
  ]
  const orderBook = book!.address
  for (const { address } of tokens) {
    await send(orderBook, encodeFunctionData({ abi: orderBookAbi, functionName: 'setPayableToken', args: [address, true] }))
  }
  await settle()
  await mint([usdc!.address, usdt!.address])

  if (getAddress(admin) !== account.address) {
    await send(orderBook, encodeFunctionData({ abi: orderBookAbi, functionName: 'addAdmin', args: [admin] }))
    await settle()
    await chain.setBalance({ address: admin, value: (await chain.getBalance({ address: admin })) || 10n ** 18n })
    await chain.impersonateAccount({ address: admin })
    const call = { account: admin, address: orderBook, abi: orderBookAbi, chain: anvil } as const
    pending.push(await wallet.writeContract({ ...call, functionName: 'acceptAdmin' }))
    await settle()
    pending.push(await wallet.writeContract({ ...call, functionName: 'removeAdmin', args: [account.address] }))
    await settle()
    await chain.stopImpersonatingAccount({ address: admin })
  }

  const code = await chain.getCode({ address: orderBook })
  if (!code || keccak256(code) !== orderBookCodeHash) throw new Error(`The code at ${orderBook} is not the OrderBook's`)
  return { chainId, orderBook, orderBookCodeHash, startBlock: Number(book!.blockNumber), treasury: getAddress(treasury), tokens }
}
