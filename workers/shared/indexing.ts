import type { Cursor, MissingEvent, Range, Receipt } from './event-store.ts'
import type { RawLog } from './rpc.ts'

interface ReadLogs {
  logs: RawLog[]
  /** The timestamps (UTC seconds) of the blocks with logs. */
  timestamps: [block: number, seconds: number][]
  /** The contracts whose logs were read. */
  contracts: string[]
}
/** A range of blocks that the indexer has read, with all logs of the contracts in it. */
export type ReadRange = Range & ReadLogs
/** All logs of the contracts in some transactions of the block after the cursor `after`. */
export type ReadReceipts = Receipt & ReadLogs

/** Contracts that the logs have created. Nothing was stored: the blocks must be read again with them. */
interface Unread {
  unread: string[]
}

/** What the indexer needs of an area that stores events: its worker offers it over RPC, and a replay calls it directly. */
export interface Indexing {
  /** The contracts to read and the cursors, newest first. The older cursors are the checkpoints to return to after a reorg. */
  progress(): Promise<{ chainId: number; contracts: string[]; startBlock: number; cursors: Cursor[] }>
  /**
   * Stores a range of blocks and advances the cursor in one batch. Returns `moved` if another run advanced the cursor first, the stored
   * events that the range lacks, if their blocks have to be read again, or contracts that were not read.
   */
  applyRange(range: ReadRange): Promise<'applied' | 'moved' | MissingEvent[] | Unread>
  /** Stores a part of a block that is too large for one read. The cursor stays. */
  applyReceipts(part: ReadReceipts): Promise<undefined | Unread>
  /** Returns to an earlier cursor after a reorg; null returns to the first block. */
  rewind(to: Cursor | null): Promise<void>
  /** Records that every final block up to this one has been read. The health call reports how long ago that was. */
  upToDate(cursor: Cursor): Promise<void>
  /** Stores the last error of the indexer, for the health call. It must contain no address of an endpoint. */
  reportError(message: string): Promise<void>
}
