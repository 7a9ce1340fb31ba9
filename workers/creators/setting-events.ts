import { and, eq, sql } from 'drizzle-orm'
import { type AbiEvent, decodeEventLog, getAddress, type Hex, toEventSelector } from 'viem'
import { marketplaceAbi } from '../../contracts/abi/Marketplace.ts'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import { platformAbi } from '../../contracts/abi/Platform.ts'
import type { Deployment } from '../../contracts/addresses.ts'
import type { AuditAction } from '../shared/audit-actions.schema.ts'
import { type AuditEntry, runWithAudit } from '../shared/audit-log.ts'
import { deployment, finality } from '../shared/chain.ts'
import { database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import { log } from '../shared/log.ts'
import { hexOf, type RawBlock, type RawLog, type RawReceipt, RpcError, rpc, rpcUnless } from '../shared/rpc.ts'
import type { CreatorsEnv } from './env.ts'
import { CONTRACT_NAMES, type ContractName } from './settings.schema.ts'
import { settingCursors } from './tables.ts'

/** Our contracts with admins. */
export const CONTRACTS = {
  orderBook: orderBookAbi,
  platform: platformAbi,
  marketplace: marketplaceAbi,
} as const satisfies Record<ContractName, unknown>

/** The actions in the audit log by the event, and the parameter that the entry is about; without one it is about the contract. */
const ACTIONS: Record<string, { action: AuditAction; subject?: string }> = {
  AdminAdded: { action: 'adminAdded', subject: 'admin' },
  AdminRemoved: { action: 'adminRemoved', subject: 'admin' },
  OwnershipTransferStarted: { action: 'ownershipOffered', subject: 'newOwner' },
  OwnershipTransferred: { action: 'ownershipTransferred', subject: 'newOwner' },
  TreasuryChanged: { action: 'treasuryChanged', subject: 'treasury' },
  DefaultFeeChanged: { action: 'defaultFeeChanged' },
  ArbitrationFeeChanged: { action: 'arbitrationFeeChanged' },
  CustomFeeChanged: { action: 'customFeeChanged', subject: 'seller' },
  PayableTokenChanged: { action: 'payableTokenChanged', subject: 'token' },
  PausedChanged: { action: 'pausedChanged' },
  FeesWithdrawn: { action: 'feesWithdrawn', subject: 'token' },
  CreatorAdded: { action: 'creatorWalletAdded', subject: 'creator' },
  CreatorRemoved: { action: 'creatorWalletRemoved', subject: 'creator' },
}

const TOPICS = [
  ...new Set(
    Object.values(CONTRACTS).flatMap((abi) =>
      (abi as readonly { type: string }[])
        .filter((item): item is AbiEvent => item.type === 'event' && Object.hasOwn(ACTIONS, (item as AbiEvent).name))
        .map((event) => toEventSelector(event)),
    ),
  ),
]

/** Blocks in one request at most, and requests in one run: a new deployment has few blocks, and a cron that failed for a day catches up. */
const MAX_BLOCKS = 5000
/** Logs that are recorded at once, unless one block has more: some events anybody can cause. */
const MAX_LOGS = 500
const MAX_REQUESTS = 20
/** Transactions in one batch of requests. */
const PER_BATCH = 20

const keyOf = (chainId: number, { transactionHash, logIndex }: Pick<RawLog, 'transactionHash' | 'logIndex'>) =>
  `${chainId} ${transactionHash} ${Number(logIndex)}`

/** What the audit log has from one log of a contract; null for an event that concerns no setting. */
function entryOf(deployed: Deployment, event: RawLog, actor: string, decidedAt: number): AuditEntry | null {
  const contract = CONTRACT_NAMES.find((name) => deployed[name].toLowerCase() === event.address.toLowerCase())
  if (!contract) return null
  const { eventName, args } = decodeEventLog({ abi: CONTRACTS[contract], data: event.data, topics: event.topics as [Hex] }) as {
    eventName: string
    args: Record<string, unknown>
  }
  const kind = ACTIONS[eventName]
  // Everybody may withdraw the fees of the Marketplace to its receiver. Without any fees, that changes nothing.
  if (!kind || (eventName === 'FeesWithdrawn' && args.amount === 0n)) return null
  const values = Object.entries(args).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value])
  return {
    at: now(),
    actor,
    action: kind.action,
    subject: kind.subject ? String(args[kind.subject]) : contract,
    key: keyOf(deployed.chainId, event),
    details: {
      contract,
      ...Object.fromEntries(values),
      transactionHash: event.transactionHash,
      blockNumber: Number(event.blockNumber),
      decidedAt,
    },
  }
}

/** The entries of these logs, in chain order. Their actor is the account that sent the transaction. */
async function readEntries(env: CreatorsEnv, deployed: Deployment, logs: RawLog[]): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  for (let i = 0; i < logs.length; i += PER_BATCH) {
    const group = logs.slice(i, i + PER_BATCH)
    const answers = await rpc<({ from: Hex } | RawBlock | null)[]>(
      env,
      ...group.map(({ transactionHash }) => ['eth_getTransactionByHash', transactionHash] as const),
      ...group.map(({ blockNumber }) => ['eth_getBlockByNumber', blockNumber, false] as const),
    )
    for (const [k, event] of group.entries()) {
      const [transaction, block] = [answers[k] as { from: Hex } | null, answers[group.length + k] as RawBlock | null]
      if (!transaction || block?.hash !== event.blockHash) throw new ApiError('chain_unavailable', { reason: 'the node lacks a block' })
      const entry = entryOf(deployed, event, getAddress(transaction.from), Number(block.timestamp))
      if (entry) entries.push(entry)
    }
  }
  return entries
}

/** The logs from block `from` on, and the last block that was read. Reads fewer blocks if the node refuses so many, or if they have very many logs. */
async function readLogs(env: CreatorsEnv, deployed: Deployment, from: number, head: number) {
  const address = CONTRACT_NAMES.map((name) => deployed[name])
  for (let size = MAX_BLOCKS; ; size = Math.floor(size / 2)) {
    const to = Math.min(head, from + size - 1)
    try {
      // An endpoint that lacks the last block may know no logs of it: its events would stay missing.
      const [block, logs] = await rpcUnless<[RawBlock | null, RawLog[]]>(
        env,
        ([last]) => (last ? null : 'lacks a block'),
        ['eth_getBlockByNumber', hexOf(to), false],
        ['eth_getLogs', { address, topics: [TOPICS], fromBlock: hexOf(from), toBlock: hexOf(to) }],
      )
      if (!block) throw new ApiError('chain_unavailable', { reason: 'the node lacks a block' })
      if (logs.length > MAX_LOGS && size > 1) continue
      const inOrder = logs.toSorted((a, b) => Number(a.blockNumber) - Number(b.blockNumber) || Number(a.logIndex) - Number(b.logIndex))
      return { to, logs: inOrder }
    } catch (error) {
      if (size <= 1 || !(error instanceof RpcError)) throw error
    }
  }
}

/** The addresses of our contracts, to which a cursor belongs. */
export const contractsOf = (deployed: Deployment): string => CONTRACT_NAMES.map((name) => deployed[name].toLowerCase()).join(' ')

/** SQL condition: the cursor of these contracts. */
export const isCursorOf = (deployed: Deployment) =>
  and(eq(settingCursors.chainId, deployed.chainId), eq(settingCursors.contracts, contractsOf(deployed)))

/**
 * Reads the events about settings of our contracts that are final, and records each in the audit log once, also those of transactions that
 * were not sent from the panel. Returns the number of the last block that was read. Throws `chain_unavailable`.
 */
export async function followSettings(env: CreatorsEnv): Promise<number> {
  const db = database(env)
  const deployed = deployment(env)
  const { chainId, startBlock } = deployed
  const [[cursor], [newest]] = await Promise.all([
    db.select().from(settingCursors).where(isCursorOf(deployed)),
    rpc<[Hex]>(env, ['eth_blockNumber']),
  ])
  const head = Number(newest) - finality(chainId)
  let read = cursor?.blockNumber ?? startBlock - 1
  for (let i = 0; i < MAX_REQUESTS && read < head; i++) {
    const { to, logs } = await readLogs(env, deployed, read + 1, head)
    const entries = await readEntries(env, deployed, logs)
    const advance = sql`insert into setting_cursors (chain_id, block_number, contracts) values (${chainId}, ${to}, ${contractsOf(deployed)})
      on conflict (chain_id) do update set contracts = excluded.contracts,
        block_number = iif(contracts = excluded.contracts, max(block_number, excluded.block_number), excluded.block_number)`
    await runWithAudit(db, entries, (append) =>
      db.batch([db.run(advance), ...append.map((statement) => db.run(statement))] as [ReturnType<typeof db.run>]),
    )
    if (entries.length) log('info', 'settings_recorded', { entries: entries.length, to })
    read = to
  }
  return read
}

/**
 * Records the events about settings up to the block of a transaction that an admin has sent. Throws `transaction_not_found`,
 * `transaction_failed`, `setting_event_missing` if it changes no setting of our contracts, `transaction_pending` while its block is too new
 * or not yet read, or `chain_unavailable`.
 */
export async function recordSettings(env: CreatorsEnv, hash: string): Promise<void> {
  const [receipt, transaction] = await rpc<[RawReceipt | null, object | null]>(
    env,
    ['eth_getTransactionReceipt', hash],
    ['eth_getTransactionByHash', hash],
  )
  if (!receipt) throw new ApiError(transaction ? 'transaction_pending' : 'transaction_not_found')
  if (receipt.status !== '0x1') throw new ApiError('transaction_failed')
  const deployed = deployment(env)
  const ours = new Set(CONTRACT_NAMES.map((name) => deployed[name].toLowerCase()))
  if (!receipt.logs.some(({ address, topics }) => ours.has(address.toLowerCase()) && TOPICS.includes(topics[0]!)))
    throw new ApiError('setting_event_missing')
  if ((await followSettings(env)) < Number(receipt.blockNumber)) throw new ApiError('transaction_pending')
}
