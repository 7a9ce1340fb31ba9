import { now, opaqueId } from '../shared/ids.ts'
import type { Message, RoomMessage } from './messages.schema.ts'

// A type, not an interface: SQL rows must be assignable to an index signature.
type Row = { seq: number; id: string; client_id: string; user_id: number; text: string; mime: string; at: number }

const COLUMNS = 'seq, id, client_id, user_id, text, mime, at'
const toMessage = ({ id, client_id, seq, user_id, text, mime, at }: Row): Message => ({
  id,
  clientId: client_id,
  seq,
  user_id,
  message: { text, mimeType: mime },
  at,
})

/** The messages of a room, in the SQLite of its Durable Object. */
export class MessageStore {
  #sql: SqlStorage
  /** The seq of the newest message; 0 if there is none. */
  lastSeq: number

  constructor({ sql }: DurableObjectStorage) {
    this.#sql = sql
    sql.exec(`
      CREATE TABLE IF NOT EXISTS messages (
        seq INTEGER PRIMARY KEY, id TEXT NOT NULL, client_id TEXT NOT NULL, user_id INTEGER NOT NULL,
        text TEXT NOT NULL, mime TEXT NOT NULL, at INTEGER NOT NULL, UNIQUE (user_id, client_id)
      ) STRICT;
    `)
    this.lastSeq = sql.exec<{ seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM messages').one().seq
  }

  /** Returns the message that a member sent with this client id, if it is stored. */
  findSent(userId: number, clientId: string): Message | undefined {
    return this.#select('WHERE user_id = ? AND client_id = ?', userId, clientId)[0]
  }

  /** Stores a new message. */
  insert(userId: number, clientId: string, text: string): Message {
    const row: Row = { seq: this.lastSeq + 1, id: opaqueId(), client_id: clientId, user_id: userId, text, mime: 'text/plain', at: now() }
    this.#sql.exec(
      `INSERT INTO messages (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[row.seq, row.id, row.client_id, row.user_id, row.text, row.mime, row.at],
    )
    this.lastSeq = row.seq
    return toMessage(row)
  }

  /** Returns up to `limit` messages before a seq, or the newest, oldest first. */
  before(seq: number | undefined, limit: number): Message[] {
    return this.#select('WHERE seq < ? ORDER BY seq DESC LIMIT ?', seq ?? this.lastSeq + 1, limit).reverse()
  }

  /** Returns the messages after a seq, oldest first. */
  after(seq: number): Message[] {
    return this.#select('WHERE seq > ? ORDER BY seq', seq)
  }

  /** Returns up to `limit` messages of a member after the seq `after`, oldest first. Fewer than `limit` means that no more follow. */
  ofMember(userId: number, after: number, limit: number): { seq: number; text: string; at: number }[] {
    return this.#sql
      .exec<{ seq: number; text: string; at: number }>(
        'SELECT seq, text, at FROM messages WHERE user_id = ? AND seq > ? ORDER BY seq LIMIT ?',
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
    this.#sql.exec("UPDATE messages SET text = '' WHERE user_id = ?", userId)
  }

  #select(where: string, ...values: SqlStorageValue[]): Message[] {
    return this.#sql
      .exec<Row>(`SELECT ${COLUMNS} FROM messages ${where}`, ...values)
      .toArray()
      .map(toMessage)
  }
}
