import { desc, inArray } from 'drizzle-orm'
import { type Abi, decodeFunctionResult, encodeFunctionData, erc20Abi, getAddress, type Hex, isAddress, zeroAddress } from 'viem'
import { auditLog } from '../shared/audit-tables.ts'
import { deployment } from '../shared/chain.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { rpc } from '../shared/rpc.ts'
import { creators } from './creator-tables.ts'
import type { CreatorsEnv } from './env.ts'
import { CONTRACTS, isCursorOf } from './setting-events.ts'
import {
  type AuditLogEntry,
  CONTRACT_NAMES,
  type ContractName,
  type ContractSettings,
  type PanelSettings,
  type SellerFees,
  type TokenSettings,
} from './settings.schema.ts'
import { settingCursors } from './tables.ts'

/** Requests in one batch to the node. */
const PER_BATCH = 50
/** So many entries of the log are read at most: the newest ones about admins, tokens and custom fees. */
const MAX_ENTRIES = 2000
/** The audit log counts as complete if it lacks at most so many blocks (ten minutes on Base). */
const COMPLETE_BLOCKS = 300

interface Call {
  to: Hex
  abi: Abi
  functionName: string
  args?: readonly unknown[]
}

/** The results of view functions, in order. Throws `chain_unavailable`, or RpcError if a call reverts. */
async function readAll(env: CreatorsEnv, calls: Call[]): Promise<unknown[]> {
  const results: unknown[] = []
  for (let i = 0; i < calls.length; i += PER_BATCH) {
    const group = calls.slice(i, i + PER_BATCH)
    const data = await rpc<Hex[]>(
      env,
      ...group.map(({ to, ...call }) => ['eth_call', { to, data: encodeFunctionData(call as never) }, 'latest'] as const),
    )
    results.push(...group.map(({ to: _, ...call }, k) => decodeFunctionResult({ ...call, data: data[k]! } as never)))
  }
  return results
}

/** The details of an entry without what a page cannot show. A broken row has none. */
export function detailsOf(text: string): AuditLogEntry['details'] {
  let details: unknown
  try {
    details = JSON.parse(text)
  } catch {
    return {}
  }
  const isShown = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)
  return typeof details === 'object' && details !== null
    ? Object.fromEntries(Object.entries(details).filter(([, value]) => isShown(value)))
    : {}
}

/** What the audit log knows of a kind of event: the details of the newest entry about each subject on each contract. */
async function newestEntries(db: Database, actions: string[]) {
  const rows = await db
    .select({ action: auditLog.action, subject: auditLog.subject, details: auditLog.details })
    .from(auditLog)
    .where(inArray(auditLog.action, actions))
    .orderBy(desc(auditLog.id))
    .limit(MAX_ENTRIES)
  const newest = new Map<string, { action: string; contract: ContractName; address: Hex }>()
  for (const { action, subject, details } of rows) {
    const contract = CONTRACT_NAMES.find((name) => name === detailsOf(details).contract)
    if (!contract || !isAddress(subject)) continue
    const key = `${contract} ${subject}`
    if (!newest.has(key)) newest.set(key, { action, contract, address: subject })
  }
  return [...newest.values()]
}

const callOf = (env: CreatorsEnv, contract: ContractName, functionName: string, args?: readonly unknown[]): Call => ({
  to: deployment(env)[contract],
  abi: CONTRACTS[contract] as Abi,
  functionName,
  ...(args && { args }),
})

/** Whether a wallet is an admin of each of the contracts, and other facts that every contract has. Throws `chain_unavailable`. */
export async function readContracts(env: CreatorsEnv, wallet: Hex) {
  const calls = CONTRACT_NAMES.flatMap((name) => [
    callOf(env, name, 'owner'),
    callOf(env, name, 'pendingOwner'),
    callOf(env, name, 'hasAdmin', [wallet]),
  ])
  const results = await readAll(env, calls)
  return CONTRACT_NAMES.map((name, i) => {
    const [owner, pendingOwner, isAdmin] = results.slice(3 * i, 3 * i + 3) as [Hex, Hex, boolean]
    return { name, owner, pendingOwner: pendingOwner === zeroAddress ? null : pendingOwner, isAdmin, isOwner: owner === wallet }
  })
}

type Token = Omit<TokenSettings, 'states'>

/** The state of each token on each contract. */
async function readTokens(env: CreatorsEnv, tokens: Token[]): Promise<TokenSettings[]> {
  const calls = tokens.flatMap(({ address }) => [
    ...CONTRACT_NAMES.map((name) => callOf(env, name, 'isPayableToken', [address])),
    callOf(env, 'orderBook', 'owedFees', [address]),
    callOf(env, 'marketplace', 'feesOf', [address]),
  ])
  const results = await readAll(env, calls)
  return tokens.map((token, i) => {
    const [orderBook, platform, marketplace, owedFees, fees] = results.slice(5 * i, 5 * i + 5)
    return {
      ...token,
      states: [
        { contract: 'orderBook', enabled: orderBook as boolean, held: String(owedFees) },
        { contract: 'platform', enabled: platform as boolean, held: '0' },
        { contract: 'marketplace', enabled: marketplace as boolean, held: String(fees) },
      ],
    }
  })
}

/** What the token at an address says about itself; null if it has no symbol or no decimals. Throws `chain_unavailable`. */
async function readToken(env: CreatorsEnv, address: Hex): Promise<Token | null> {
  const known = deployment(env).tokens.find((token) => token.address.toLowerCase() === address.toLowerCase())
  if (known) return { address: getAddress(known.address), symbol: known.symbol, decimals: known.decimals }
  const read = (functionName: 'symbol' | 'decimals'): Call => ({ to: address, abi: erc20Abi as Abi, functionName })
  try {
    const [symbol, decimals] = (await readAll(env, [read('symbol'), read('decimals')])) as [string, number]
    return symbol ? { address, symbol: symbol.slice(0, 20), decimals: Math.min(decimals, 36) } : null
  } catch (error) {
    if (error instanceof ApiError) throw error
    return null
  }
}

/** The state of the ERC-20 token at an address on each contract; null if there is none. Throws `chain_unavailable`. */
export async function readTokenSettings(env: CreatorsEnv, address: Hex): Promise<TokenSettings | null> {
  const token = await readToken(env, address)
  return token && (await readTokens(env, [token]))[0]!
}

/** The names of the creators with these wallets. */
async function namesOf(db: Database, wallets: string[]): Promise<Map<string, string>> {
  const rows = wallets.length
    ? await db.select({ wallet: creators.wallet, name: creators.name }).from(creators).where(inArray(creators.wallet, wallets))
    : []
  return new Map(rows.map(({ wallet, name }) => [wallet, name]))
}

/** The fees of a seller. Throws `chain_unavailable`. */
export async function readSellerFees(env: CreatorsEnv, seller: Hex): Promise<SellerFees> {
  const contracts = ['orderBook', 'platform'] as const
  const [results, names] = await Promise.all([
    readAll(
      env,
      contracts.map((name) => callOf(env, name, 'getCustomFees', [seller])),
    ),
    namesOf(database(env), [seller]),
  ])
  const fees = contracts.map((contract, i) => {
    const [set, feeBps] = results[i] as [boolean, bigint]
    return { contract, set, feeBps: Number(feeBps) }
  })
  return { fees, name: names.get(seller) ?? null }
}

/** The admins and the custom fees that the log knows and that the contract confirms, by contract. */
async function readKnown(env: CreatorsEnv, db: Database) {
  const [admins, fees] = await Promise.all([newestEntries(db, ['adminAdded', 'adminRemoved']), newestEntries(db, ['customFeeChanged'])])
  const added = admins.filter(({ action }) => action === 'adminAdded')
  const [isAdmin, custom, names] = await Promise.all([
    readAll(
      env,
      added.map(({ contract, address }) => callOf(env, contract, 'hasAdmin', [address])),
    ),
    readAll(
      env,
      fees.map(({ contract, address }) => callOf(env, contract, 'getCustomFees', [address])),
    ),
    namesOf(
      db,
      fees.map(({ address }) => address),
    ),
  ])
  const adminsOf = (name: ContractName, owner: Hex) =>
    added.filter(({ contract, address }, i) => contract === name && isAdmin[i] === true && address !== owner).map(({ address }) => address)
  const customFeesOf = (name: ContractName) =>
    fees.flatMap(({ contract, address }, i) => {
      const [set, feeBps] = custom[i] as [boolean, bigint]
      return contract === name && set ? [{ address, feeBps: Number(feeBps), name: names.get(address) ?? null }] : []
    })
  return { adminsOf, customFeesOf }
}

/** The settings of all contracts, as an admin's wallet sees them. Throws `chain_unavailable`. */
export async function readSettings(env: CreatorsEnv, wallet: Hex): Promise<PanelSettings> {
  const db = database(env)
  const deployed = deployment(env)
  const changed = await newestEntries(db, ['payableTokenChanged'])
  const addresses = new Set([...deployed.tokens.map(({ address }) => getAddress(address)), ...changed.map(({ address }) => address)])
  const tokens = await Promise.all(
    [...addresses].map(async (address): Promise<Token> => (await readToken(env, address)) ?? { address, symbol: '', decimals: 0 }),
  )
  const [contracts, tokenSettings, known, values, [cursor], [head]] = await Promise.all([
    readContracts(env, wallet),
    readTokens(env, tokens),
    readKnown(env, db),
    readAll(env, [
      callOf(env, 'orderBook', 'treasuryAddress'),
      callOf(env, 'platform', 'treasuryAddress'),
      callOf(env, 'orderBook', 'getDefaultFees'),
      callOf(env, 'platform', 'getDefaultFees'),
    ]),
    db.select().from(settingCursors).where(isCursorOf(deployed)),
    rpc<[Hex]>(env, ['eth_blockNumber']),
  ])
  const [orderBookTreasury, platformTreasury, [orderFee, arbitrationFee], platformFee] = values as [Hex, Hex, [bigint, bigint], bigint]
  const settings = contracts.map((contract): ContractSettings => {
    const { name } = contract
    return {
      ...contract,
      address: getAddress(deployed[name]),
      codeHash: deployed[`${name}CodeHash`],
      admins: known.adminsOf(name, contract.owner),
      treasury: name === 'orderBook' ? orderBookTreasury : platformTreasury,
      feeBps: { orderBook: Number(orderFee), platform: Number(platformFee), marketplace: null }[name],
      arbitrationFeeBps: name === 'orderBook' ? Number(arbitrationFee) : null,
      customFees: known.customFeesOf(name),
    }
  })
  const isComplete = cursor !== undefined && Number(head) - cursor.blockNumber <= COMPLETE_BLOCKS
  return { wallet, contracts: settings, tokens: tokenSettings, isComplete }
}
