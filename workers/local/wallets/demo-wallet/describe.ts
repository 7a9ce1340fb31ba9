import {
  type Address,
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  type Hex,
  hexToString,
  isAddressEqual,
  isHex,
  maxUint256,
  zeroAddress,
} from 'viem'
import { orderBookAbi } from '../../../../contracts/abi/OrderBook.ts'
import { callChain } from './rpc.ts'

/** The content of a confirmation sheet: a title, labelled facts, and the raw data. */
export interface Description {
  title: string
  rows: [label: string, value: string][]
  /** The text or data to be signed, unchanged. */
  raw?: string
  /** A warning. */
  warning?: string
}

export interface Transaction {
  from?: Address
  to?: Address
  data?: Hex
  input?: Hex
  value?: Hex
  gas?: Hex
}

interface Token {
  symbol: string
  decimals: number
}

const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

async function tokenAt(rpcUrl: string, address: Address): Promise<Token> {
  if (isAddressEqual(address, zeroAddress)) return { symbol: 'ETH', decimals: 18 }
  const read = (data: Hex) => callChain<Hex>(rpcUrl, 'eth_call', [{ to: address, data }, 'latest'])
  const [symbol, decimals] = await Promise.all([
    read(encodeFunctionData({ abi: erc20Abi, functionName: 'symbol' })),
    read(encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })),
  ])
  return {
    symbol: decodeFunctionResult({ abi: erc20Abi, functionName: 'symbol', data: symbol }),
    decimals: decodeFunctionResult({ abi: erc20Abi, functionName: 'decimals', data: decimals }),
  }
}

const amount = (units: bigint, { symbol, decimals }: Token) => {
  const [whole = '0', part = ''] = formatUnits(units, decimals).split('.')
  return `${BigInt(whole).toLocaleString('en')}.${part.padEnd(2, '0')} ${symbol}`
}

/** Functions of an order that take only its number. */
const VERBS: Record<string, string> = {
  acceptOrder: 'Accept order',
  rejectOrder: 'Reject order',
  cancelOrder: 'Cancel order',
  deliverOrder: 'Deliver order',
  completeOrder: 'Complete order',
  claimDelivered: 'Release the payment of order',
  settleStaleDispute: 'Settle the dispute over order',
}

/** Functions that also take a refund, in basis points of the price. */
const REFUNDS: Record<string, string> = {
  disputeOrder: 'Dispute order',
  updateDispute: 'Lower the refund asked for order',
  counterDispute: 'Offer a refund for order',
  acceptDispute: 'Accept the refund for order',
}

async function describeToken(rpcUrl: string, to: Address, data: Hex): Promise<Description | null> {
  const call = decode(erc20Abi, data)
  if (!call || !['approve', 'transfer'].includes(call.functionName)) return null
  const token = await tokenAt(rpcUrl, to)
  const [who, units] = call.args as [Address, bigint]
  const sum = units === maxUint256 ? `any amount of ${token.symbol}` : amount(units, token)
  const rows: Description['rows'] = [
    [call.functionName === 'approve' ? 'Spender' : 'To', short(who)],
    ['Token', `${token.symbol} ${short(to)}`],
  ]
  if (call.functionName === 'transfer') return { title: `Send ${sum}`, rows }
  return {
    title: units === 0n ? `Stop ${short(who)} from taking ${token.symbol}` : `Allow ${short(who)} to take ${sum}`,
    rows,
    ...(units === maxUint256 && { warning: 'There is no upper limit to what may be taken.' }),
  }
}

async function describeOrder(rpcUrl: string, to: Address, data: Hex): Promise<Description | null> {
  const call = decode(orderBookAbi, data)
  if (!call) return null
  const args = (call.args ?? []) as readonly unknown[]
  const contract: [string, string] = ['Contract', `OrderBook ${short(to)}`]
  if (call.functionName.startsWith('newOrder')) {
    const [seller, , days, price, token] = args as [Address, bigint, bigint, bigint, Address]
    const sum = amount(price, await tokenAt(rpcUrl, token))
    return {
      title: `Pay ${sum} into escrow`,
      rows: [['Seller', short(seller)], ['Delivery', `${days} ${days === 1n ? 'day' : 'days'}`], contract],
    }
  }
  const verb = VERBS[call.functionName]
  if (verb) return { title: `${verb} #${args[0]}`, rows: [contract] }
  const refund = REFUNDS[call.functionName]
  if (refund) return { title: `${refund} #${args[0]}`, rows: [['Refund', `${Number(args[1]) / 100} % of the price`], contract] }
  return {
    title: `Call ${call.functionName}`,
    rows: [contract, ...args.map((arg, i): [string, string] => [`Argument ${i + 1}`, String(arg)])],
  }
}

function decode(abi: typeof erc20Abi | typeof orderBookAbi, data: Hex): { functionName: string; args?: readonly unknown[] } | null {
  try {
    return decodeFunctionData({ abi: abi as typeof orderBookAbi, data })
  } catch {
    return null
  }
}

/** Describes a transaction with its network fee, and says if it would fail. */
export async function describeTransaction(rpcUrl: string, transaction: Transaction): Promise<Description> {
  const data = transaction.data ?? transaction.input ?? '0x'
  const value = BigInt(transaction.value ?? '0x0')
  const { to } = transaction
  let known: Description | null = null
  if (!to) known = { title: 'Deploy a contract', rows: [] }
  else if (data === '0x') known = { title: `Send ${amount(value, { symbol: 'ETH', decimals: 18 })}`, rows: [['To', short(to)]] }
  else {
    known = (await describeToken(rpcUrl, to, data).catch(() => null)) ??
      (await describeOrder(rpcUrl, to, data).catch(() => null)) ?? { title: 'Call a contract', rows: [['Contract', short(to)]] }
  }
  if (value > 0n && data !== '0x') known.rows.push(['With it', amount(value, { symbol: 'ETH', decimals: 18 })])
  try {
    const [gas, price] = await Promise.all([
      callChain<Hex>(rpcUrl, 'eth_estimateGas', [transaction]),
      callChain<Hex>(rpcUrl, 'eth_gasPrice'),
    ])
    known.rows.push(['Network fee', `about ${Number(formatUnits(BigInt(gas) * BigInt(price), 18)).toFixed(6)} ETH`])
  } catch (error) {
    known.warning = `This would fail: ${error instanceof Error ? error.message : 'the chain refuses it'}`
  }
  return { ...known, ...(data !== '0x' && { raw: data }) }
}

/** Describes a text to sign. A sign-in (EIP-4361) names the site, with a warning if it is not the requesting site. */
export function describeMessage(message: string, host: string): Description {
  const text = isHex(message) ? hexToString(message) : message
  const asker = /^(?:[a-z]+:\/\/)?(\S+) wants you to sign in with your Ethereum account:\n/.exec(text)?.[1]
  if (!asker) return { title: 'Sign a message', rows: [['Asked by', host]], raw: text }
  return {
    title: `Sign in to ${asker}`,
    rows: [['Costs', 'nothing; no money moves']],
    raw: text,
    ...(asker !== host && { warning: `You are on ${host}, but this signs you in to ${asker}.` }),
  }
}

interface TypedData {
  domain?: { name?: string; verifyingContract?: string }
  primaryType?: string
  message?: Record<string, unknown>
}

/** Describes typed data (EIP-712). A token permit (EIP-2612) says what it allows. */
export async function describeTypedData(rpcUrl: string, data: TypedData): Promise<Description> {
  const raw = JSON.stringify(data.message ?? {}, null, 2)
  const domain: [string, string] = ['For', `${data.domain?.name ?? 'unnamed'} ${short(data.domain?.verifyingContract ?? '')}`]
  const { spender, value } = data.message ?? {}
  const contract = data.domain?.verifyingContract as Address | undefined
  if (data.primaryType === 'Permit' && contract && typeof spender === 'string') {
    const token = await tokenAt(rpcUrl, contract).catch(() => null)
    if (token) return { title: `Allow ${short(spender)} to take ${amount(BigInt(String(value)), token)}`, rows: [domain], raw }
  }
  return { title: `Sign ${data.primaryType ?? 'typed data'}`, rows: [domain], raw }
}

/** Describes a site's request for the account's address. */
export const describeConnection = (host: string): Description => ({
  title: `Connect to ${host}`,
  rows: [['It will see', 'your address and balance']],
})
