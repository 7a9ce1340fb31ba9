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
import type { Call } from '../base-wallet/account.ts'
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
    const terms = args.find((arg) => typeof arg === 'object') as
      | { seller: Address; delivery: bigint; price: bigint; token: Address }
      | undefined
    const [seller, days, price, token] = terms
      ? [terms.seller, terms.delivery, terms.price, terms.token]
      : ([args[0], args[2], args[3], args[4]] as [Address, bigint, bigint, Address])
    const sum = amount(price, await tokenAt(rpcUrl, token))
    return {
      title: `Pay ${sum} into escrow`,
      rows: [['Seller', short(seller)], ['Delivery', `${days} ${days === 1n ? 'day' : 'days'}`], contract],
    }
  }
  if (call.functionName === 'withdraw') {
    const [token, receiver] = args as [Address, Address]
    const { symbol } = await tokenAt(rpcUrl, token)
    return { title: `Withdraw all ${symbol} that you are owed`, rows: [['To', receiver], contract] }
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

async function describeCall(rpcUrl: string, { to, data, value }: { to?: Address; data: Hex; value: bigint }): Promise<Description> {
  if (!to) return { title: 'Deploy a contract', rows: [] }
  if (data === '0x') return { title: `Send ${amount(value, { symbol: 'ETH', decimals: 18 })}`, rows: [['To', short(to)]] }
  const known = (await describeToken(rpcUrl, to, data).catch(() => null)) ??
    (await describeOrder(rpcUrl, to, data).catch(() => null)) ?? { title: 'Call a contract', rows: [['Contract', short(to)]] }
  if (value > 0n) known.rows.push(['With it', amount(value, { symbol: 'ETH', decimals: 18 })])
  return known
}

/** Describes calls that are made together or not at all: the title is the last one's, and each has a row. */
export async function describeCalls(rpcUrl: string, calls: Call[], isUpgraded: boolean): Promise<Description> {
  const each = await Promise.all(calls.map(({ to, data = '0x', value = 0n }) => describeCall(rpcUrl, { to, data, value })))
  const last = each.at(-1)!
  return {
    title: last.title,
    rows: [
      ...each.map(({ title }, i): [string, string] => [`Call ${i + 1} of ${each.length}`, title]),
      ...last.rows,
      ...(isUpgraded ? [] : [['Your account', 'becomes a smart account (EIP-7702)'] as [string, string]]),
    ],
    raw: calls.map(({ data }) => data).join('\n\n'),
  }
}

/** Describes a transaction with its network fee, and says if it would fail. */
export async function describeTransaction(rpcUrl: string, transaction: Transaction): Promise<Description> {
  const data = transaction.data ?? transaction.input ?? '0x'
  const value = BigInt(transaction.value ?? '0x0')
  const { to } = transaction
  const known = await describeCall(rpcUrl, { ...(to && { to }), data, value })
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

/** Describes typed data (EIP-712). A token's permit (EIP-2612) or authorization (ERC-3009) says who may take what, and until when. */
export async function describeTypedData(rpcUrl: string, data: TypedData): Promise<Description> {
  const message = data.message ?? {}
  const raw = JSON.stringify(message, null, 2)
  const contract = data.domain?.verifyingContract as Address | undefined
  const rows: Description['rows'] = [['For', `${data.domain?.name ?? 'unnamed'} ${short(contract ?? '')}`]]
  const end = message.deadline ?? message.validBefore
  if (end !== undefined) rows.push(['Valid until', new Date(Number(end) * 1000).toLocaleString('en')])
  const receiver = data.primaryType === 'Permit' ? message.spender : message.to
  if (['Permit', 'ReceiveWithAuthorization'].includes(data.primaryType ?? '') && contract && typeof receiver === 'string') {
    const token = await tokenAt(rpcUrl, contract).catch(() => null)
    const sum = token && amount(BigInt(String(message.value)), token)
    if (sum && data.primaryType === 'Permit') return { title: `Allow ${short(receiver)} to take ${sum}`, rows, raw }
    if (sum) return { title: `Let ${short(receiver)} take ${sum} once`, rows, raw }
  }
  return { title: `Sign ${data.primaryType ?? 'typed data'}`, rows, raw }
}

/** Describes a site's request for the account's address. */
export const describeConnection = (host: string): Description => ({
  title: `Connect to ${host}`,
  rows: [['It will see', 'your address and balance']],
})
