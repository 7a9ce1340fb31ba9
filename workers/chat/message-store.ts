import type { ErrorCode } from '../shared/errors.schema.ts'
import { now, opaqueId } from '../shared/ids.ts'
import type { Message, MessageChange, RoomMessage } from './messages.schema.ts'

// A type, not an interface: SQL rows must be assignable to an index signature.
type Row = {
  seq: number
  id: string
  client_id: string
  user_id: number
  text: string
  mime: string
  at: number
  rev: number
  edits: number
}

const COLUMNS = 'seq, id, client_id, user_id, text, mime, at, rev, edits'
const toMessage = ({ id, client_id, seq, user_id, text, mime, at, rev, edits }: Row): Message => ({
  id,
  clientId: client_id,
  seq,
  user_id,
  message: { text, mimeType: mime },
  at,
  ...(rev && { rev }),
  ...(edits && { edits }),
})

/**
 * The tables, in the order in which they were introduced; a room has the first `schema` of its storage. A deleted message is a row with an
 * empty text. `rev` is 0 for a message as it was sent.
 */
const SCHEMA = [
  `CREATE TABLE IF NOT EXISTS messages (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL, client_id TEXT NOT NULL, user_id INTEGER NOT NULL,
    text TEXT NOT NULL, mime TEXT NOT NULL, at INTEGER NOT NULL, UNIQUE (user_id, client_id)
  ) STRICT`,
  `ALTER TABLE messages ADD COLUMN rev INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE messages ADD COLUMN edits INTEGER NOT NULL DEFAULT 0;
  CREATE UNIQUE INDEX messages_id ON messages (id);
  CREATE INDEX messages_rev ON messages (rev) WHERE rev > 0`,
]

/** What a change of a message led to. It is not `isNew` if the message was so before. */
export type Changed = { message: Message; isNew: boolean } | { code: ErrorCode }

/** The messages of a room, in the SQLite of its Durable Object. */
export class MessageStore {
  #sql: SqlStorage
  /** The seq of the newest message; 0 if there is none. */
  lastSeq: number
  /** The number of the newest change of a message; 0 if there is none. */
  revision: number

  constructor({ sql, kv }: DurableObjectStorage) {
    this.#sql = sql
    const version = kv.get<number>('schema') ?? 0
    if (version < SCHEMA.length) {
      for (const statements of SCHEMA.slice(version)) sql.exec(statements)
      kv.put('schema', SCHEMA.length)
    }
    this.lastSeq = sql.exec<{ seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM messages').one().seq
    this.revision = sql.exec<{ rev: number }>('SELECT coalesce(max(rev), 0) AS rev FROM messages WHERE rev > 0').one().rev
  }

  /** Returns the message that a member sent with this client id, if it is stored. */
  findSent(userId: number, clientId: string): Message | undefined {
    return this.#select('WHERE user_id = ? AND client_id = ?', userId, clientId)[0]
  }

  /** Stores a new message. */
  insert(userId: number, clientId: string, text: string): Message {
    const [seq, id, mimeType, at] = [this.lastSeq + 1, opaqueId(), 'text/plain', now()]
    this.#sql.exec(
      'INSERT INTO messages (seq, id, client_id, user_id, text, mime, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[seq, id, clientId, userId, text, mimeType, at],
    )
    this.lastSeq = seq
    return { id, clientId, seq, user_id: userId, message: { text, mimeType }, at }
  }

  /** Changes a message for a member, or says why not. */
  change(userId: number, change: MessageChange): Changed {
    const [message] = this.#select('WHERE id = ?', change.messageId)
    if (!message) return { code: 'message_not_found' }
    if (message.user_id !== userId) return { code: 'message_not_yours' }
    const { text } = message.message
    switch (change.type) {
      case 'edit':
        if (!text) return { code: 'message_deleted' }
        if (change.text === text) return { message, isNew: false }
        if (change.edits !== undefined && change.edits !== (message.edits ?? 0)) return { code: 'message_edited' }
        return this.#write(message.seq, 'text = ?, edits = edits + 1', change.text)
      case 'delete':
        if (!text) return { message, isNew: false }
        return this.#write(message.seq, "text = '', edits = 0")
    }
  }

  /** Returns up to `limit` messages up to a seq that were changed after a revision, in the order of their last changes. */
  changedAfter(revision: number, upToSeq: number, limit: number): Message[] {
    return this.#select('WHERE rev > ? AND rev > 0 AND seq <= ? ORDER BY rev LIMIT ?', revision, upToSeq, limit)
  }

  /** Returns up to `limit` messages before a seq, or the newest, oldest first. */
  before(seq: number | undefined, limit: number): Message[] {
    return this.#select('WHERE seq < ? ORDER BY seq DESC LIMIT ?', seq ?? this.lastSeq + 1, limit).reverse()
  }

  /** Returns the messages after a seq, oldest first. */
  after(seq: number): Message[] {
    return this.#select('WHERE seq > ? ORDER BY seq', seq)
  }

  /**
   * Returns up to `limit` messages of a member after the seq `after`, oldest first, without deleted ones. Fewer than `limit` means that no
   * more follow.
   */
  ofMember(userId: number, after: number, limit: number): { seq: number; text: string; at: number }[] {
    return this.#sql
      .exec<{ seq: number; text: string; at: number }>(
        "SELECT seq, text, at FROM messages WHERE user_id = ? AND seq > ? AND text <> '' ORDER BY seq LIMIT ?",
        userId,
        after,
        limit,
      )
      .toArray()
  }

  /** Returns the messages with these seqs, oldest first, without those whose text was deleted. */
  at(seqs: number[]): RoomMessage[] {
    return this.#sql
      .exec<RoomMessage & Record<string, SqlStorageValue>>(
        "SELECT seq, user_id AS userId, text, at FROM messages WHERE seq IN (SELECT value FROM json_each(?)) AND text <> '' ORDER BY seq",
        JSON.stringify(seqs),
      )
      .toArray()
  }

  /** Deletes the texts of a member. The messages stay, empty, so that the others' replies keep their context. */
  eraseTexts(userId: number): void {
    this.#sql.exec("UPDATE messages SET text = '', edits = 0, rev = ? WHERE user_id = ? AND text <> ''", ++this.revision, userId)
  }

  /** Writes columns of a message as a new revision. */
  #write(seq: number, columns: string, ...values: SqlStorageValue[]): Changed {
    this.#sql.exec(`UPDATE messages SET rev = ?, ${columns} WHERE seq = ?`, ++this.revision, ...values, seq)
    return { message: this.#select('WHERE seq = ?', seq)[0]!, isNew: true }
  }

  #select(where: string, ...values: SqlStorageValue[]): Message[] {
    return this.#sql
      .exec<Row>(`SELECT ${COLUMNS} FROM messages ${where}`, ...values)
      .toArray()
      .map(toMessage)
  }
}
