import { type Address, createPublicClient, erc20Abi, http } from 'viem'

/** The part of the page configuration that journeys need. */
interface Config {
  orderBook: Address
  tokens: { symbol: string; address: Address }[]
}

export async function configOf(url: string): Promise<Config> {
  const html = await (await fetch(url)).text()
  const text = /<script type="application\/json" id="warren-data">(.*?)<\/script>/s.exec(html)?.[1]
  if (!text) throw new Error('the page came without its data')
  return (JSON.parse(text) as { config: Config }).config
}

/** Token balances of accounts in base units, read from the chain. */
export async function balancesOf<Name extends string>(
  rpcUrl: string,
  token: Address,
  accounts: Record<Name, Address>,
): Promise<Record<Name, bigint>> {
  const client = createPublicClient({ transport: http(rpcUrl) })
  const names = Object.keys(accounts) as Name[]
  const amounts = await Promise.all(
    names.map((name) => client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [accounts[name]] })),
  )
  return Object.fromEntries(names.map((name, i) => [name, amounts[i]!])) as Record<Name, bigint>
}
