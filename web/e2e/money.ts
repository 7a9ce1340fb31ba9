import { type Address, createPublicClient, createWalletClient, erc20Abi, http, type LocalAccount, zeroAddress } from 'viem'
import { foundry } from 'viem/chains'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import type { LocalDeployment } from '../../contracts/script/deploy-local.ts'
import { rpcUrl as worldRpcUrl, url as worldUrl } from './world.ts'

/** The part of the page configuration that journeys need. */
type Config = Pick<LocalDeployment, 'chainId' | 'orderBook' | 'tokens'>

/** The configuration of a page, with the address of USDC. */
export async function configOf(url = worldUrl): Promise<Config & { usdc: Address }> {
  const html = await (await fetch(url)).text()
  const text = /<script type="application\/json" id="warren-data">(.*?)<\/script>/s.exec(html)?.[1]
  if (!text) throw new Error('the page came without its data')
  const { config } = JSON.parse(text) as { config: Config }
  return { ...config, usdc: config.tokens.find(({ symbol }) => symbol === 'USDC')!.address }
}

/** How many orders the contract has. */
export async function countOrders(): Promise<number> {
  const { orderBook } = await configOf()
  const client = createPublicClient({ transport: http(worldRpcUrl) })
  return Number(await client.readContract({ address: orderBook, abi: orderBookAbi, functionName: 'orderIdCounter' }))
}

/** Takes back all allowances that an account has given to the contract, because a failed journey may have left one. */
export async function clearAllowances(account: LocalAccount): Promise<void> {
  const { orderBook, tokens } = await configOf()
  const [chain, transport] = [foundry, http(worldRpcUrl)]
  const client = createPublicClient({ chain, transport, pollingInterval: 100 })
  const wallet = createWalletClient({ account, chain, transport })
  for (const { address } of tokens.filter((token) => token.address !== zeroAddress)) {
    const allowance = { address, abi: erc20Abi, functionName: 'allowance', args: [account.address, orderBook] } as const
    if (!(await client.readContract(allowance))) continue
    const hash = await wallet.writeContract({ address, abi: erc20Abi, functionName: 'approve', args: [orderBook, 0n] })
    await client.waitForTransactionReceipt({ hash, checkReplacement: false })
  }
}

/** Balances of accounts in base units of a token, or of ETH, read from the chain. */
export async function balancesOf<Name extends string>(
  rpcUrl: string,
  token: Address,
  accounts: Record<Name, Address>,
): Promise<Record<Name, bigint>> {
  const client = createPublicClient({ transport: http(rpcUrl) })
  const names = Object.keys(accounts) as Name[]
  const balanceOf = (account: Address) =>
    token === zeroAddress
      ? client.getBalance({ address: account })
      : client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  const amounts = await Promise.all(names.map((name) => balanceOf(accounts[name])))
  return Object.fromEntries(names.map((name, i) => [name, amounts[i]!])) as Record<Name, bigint>
}

/** Sends USDC (in base units) and waits for the transaction. */
export async function sendUsdc(from: LocalAccount, to: Address, amount: bigint): Promise<void> {
  const { usdc } = await configOf()
  const [chain, transport] = [foundry, http(worldRpcUrl)]
  const wallet = createWalletClient({ account: from, chain, transport })
  const hash = await wallet.writeContract({ address: usdc, abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  await createPublicClient({ chain, transport, pollingInterval: 100 }).waitForTransactionReceipt({ hash, checkReplacement: false })
}
