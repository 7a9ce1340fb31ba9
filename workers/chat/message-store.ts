import type { ErrorCode } from '../shared/errors.schema.ts'
import { now, opaqueId } from '../shared/ids.ts'
import type { MessageFile } from '../uploads/message-files.schema.ts'
import type { FileChange } from './message-files.ts'
import {
  excerptOf,
  type HistoryPart,
  isDeleted,
  type Message,
  type MessageChange,
  type NewMessage,
  REACTIONS,
  type Reaction,
  type RoomMessage,
  wordsOf,
} from './messages.schema.ts'
import { ANSWERED, OFFERS_TABLE, type OfferOrder, OfferStore, refuseStep } from './offer-store.ts'
import { isSameOffer, type NewOffer, type Offer, type OfferChange, offerSummary, type PayableOffer } from './offers.schema.ts'

// A type, not an interface: SQL rows must be assignable to an index signature.
type Row = {
  seq: number
  id: string
  client_id: string
  user_id: number
  text: string
  mime: string
  /** A JSON array of `MessageFile`; null without files. */
  files: string | null
  at: number
  rev: number
  edits: number
  hidden: number
  /** The message it answers. */
  answered_id: string | null
  answered_seq: number
  answered_user_id: number
  answered_text: string
  answered_files: string | null
  answered_hidden: number
}

const SELECT = `SELECT m.seq, m.id, m.client_id, m.user_id, m.text, m.mime, m.files, m.at, m.rev, m.edits, m.hidden,
    q.id AS answered_id, q.seq AS answered_seq, q.user_id AS answered_user_id, q.text AS answered_text, q.files AS answered_files,
    q.hidden AS answered_hidden
  FROM messages m LEFT JOIN messages q ON q.seq = m.reply_seq`

/** Which messages a deletion has left, in SQL. */
const HAS_CONTENT = "(text <> '' OR files IS NOT NULL)"

/** The content of a message in a row. */
const contentOf = (text: string, mimeType: string, files: string | null): Message['message'] => ({
  text,
  mimeType,
  ...(files !== null && { files: JSON.parse(files) as MessageFile[] }),
})

const toMessage = ({ id, client_id, seq, user_id, text, mime, files, at, rev, edits, hidden, ...rest }: Row): Message => {
  const message = contentOf(text, mime, files)
  const answered = contentOf(rest.answered_text, '', rest.answered_files)
  return {
    ...{ id, clientId: client_id, seq, user_id, message, at },
    ...(rev && { rev }),
    ...(edits && { edits }),
    ...(hidden && !isDeleted(message) && { isHidden: true as const }),
    ...(rest.answered_id !== null && {
      replyTo: excerptOf({
        ...{ id: rest.answered_id, seq: rest.answered_seq, user_id: rest.answered_user_id, message: answered },
        ...(rest.answered_hidden && !isDeleted(answered) && { isHidden: true as const }),
      }),
    }),
  }
}

/** A message as it leaves the room: nothing of the content of a hidden one. */
const shown = (message: Message): Message => {
  if (!message.isHidden) return message
  const { id, clientId, seq, user_id, at, rev } = message
  return { id, clientId, seq, user_id, message: { text: '', mimeType: 'text/plain' }, at, rev, isHidden: true }
}

/**
 * The tables, in the order in which they were introduced; a room has the first `schema` of its storage. A deleted message is a row with an
 * empty text and no files. `file_changes` are files that were sent (`seq`) or removed (null) and are not recorded in the database yet.
 * `rev` is 0 for a message as it was sent. `hidden` is 1 while an admin has hidden it; its content stays as it is.
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
  `ALTER TABLE messages ADD COLUMN reply_seq INTEGER;
  CREATE TABLE reactions (
    seq INTEGER NOT NULL, emoji TEXT NOT NULL, user_id INTEGER NOT NULL, PRIMARY KEY (seq, emoji, user_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reactions_of_member ON reactions (user_id, seq)`,
  OFFERS_TABLE,
  `ALTER TABLE messages ADD COLUMN files TEXT;
  CREATE TABLE file_changes (id TEXT PRIMARY KEY, seq INTEGER) STRICT`,
  'ALTER TABLE messages ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0',
]

/** How many messages are written into the search index at once. */
const MAX_INDEXED = 100

const GIVE_REACTION = 'INSERT INTO reactions (seq, emoji, user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'
const TAKE_REACTION = 'DELETE FROM reactions WHERE seq = ? AND emoji = ? AND user_id = ?'

/** What the search index has: the messages up to `seq`, and their changes up to the one of the message `changedSeq` in `revision`. */
export interface Indexed {
  seq: number
  revision: number
  changedSeq: number
}

/** What a new message or a change led to. It is not `isNew` if the message was so before. `countered`: the offer that a new one replaces. */
export type Changed = { message: Message; isNew: boolean; countered?: Message } | { code: ErrorCode }

/** A message for its author, for the export. */
export interface OwnMessage {
  seq: number
  text: string
  /** UTC seconds. */
  at: number
  offer?: Offer
  files?: MessageFile[]
}

/** The messages of a room, in the SQLite of its Durable Object. */
export class MessageStore {
  #sql: SqlStorage
  #offers: OfferStore
  /** The seq of the newest message; 0 if there is none. */
  lastSeq: number
  /** The number of the newest change of a message; 0 if there is none. */
  revision: number

  constructor(storage: DurableObjectStorage) {
    const { sql, kv } = storage
    this.#sql = sql
    this.#offers = new OfferStore(sql)
    const version = kv.get<number>('schema') ?? 0
    if (version < SCHEMA.length) {
      storage.transactionSync(() => {
        for (const statements of SCHEMA.slice(version)) sql.exec(statements)
        kv.put('schema', SCHEMA.length)
      })
    }
    this.lastSeq = sql.exec<{ seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM messages').one().seq
    this.revision = sql.exec<{ rev: number }>('SELECT coalesce(max(rev), 0) AS rev FROM messages WHERE rev > 0').one().rev
  }

  /** Whether a message that a member sent with this client id is stored. */
  hasSent(userId: number, clientId: string): boolean {
    return this.#sql.exec('SELECT 1 FROM messages WHERE user_id = ? AND client_id = ?', userId, clientId).toArray().length > 0
  }

  /** Returns the message that a member sent with this client id, if it is stored. */
  findSent(userId: number, clientId: string): Message | undefined {
    if (!this.hasSent(userId, clientId)) return undefined
    return this.#select('WHERE m.user_id = ? AND m.client_id = ?', userId, clientId)[0]
  }

  /** Stores a new message, unless there is no message that it answers. */
  insert(userId: number, { clientId, text, replyTo, offer, files = [] }: NewMessage): Changed {
    if (offer) return this.#insertOffer(userId, clientId, offer)
    const answered = replyTo === undefined ? undefined : this.#find(replyTo)
    if (replyTo !== undefined && !answered) return { code: 'message_not_found' }
    const [seq, id, mimeType, at] = [this.lastSeq + 1, opaqueId(), 'text/plain', now()]
    this.#sql.exec(
      'INSERT INTO messages (seq, id, client_id, user_id, text, mime, at, reply_seq, files) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[seq, id, clientId, userId, text, mimeType, at, answered?.seq ?? null, files.length ? JSON.stringify(files) : null],
    )
    for (const file of files) this.#recordFile(file.id, seq)
    this.lastSeq = seq
    const message = { id, clientId, seq, user_id: userId, message: { text, mimeType, ...(files.length && { files }) }, at }
    return { message: answered ? { ...message, replyTo: excerptOf(answered) } : message, isNew: true }
  }

  /** Changes a message for a member, or says why not. */
  change(userId: number, change: MessageChange | OfferChange): Changed {
    const message = this.#find(change.messageId)
    if (!message) return { code: 'message_not_found' }
    const { seq, message: content } = message
    const isGone = isDeleted(content)
    const isOwnOnly = change.type === 'edit' || change.type === 'delete'
    if (isOwnOnly && message.user_id !== userId) return { code: 'message_not_yours' }
    // Its author can still delete it.
    if (message.isHidden && change.type !== 'delete') return { code: 'message_hidden' }
    if (change.type === 'offer' || change.type === 'answer') return this.#changeOffer(userId, message, change)
    switch (change.type) {
      case 'edit':
        if (isGone) return { code: 'message_deleted' }
        if (message.offer) return { code: 'offer_not_text' }
        if (change.text === content.text) return { message, isNew: false }
        if (change.edits !== undefined && change.edits !== (message.edits ?? 0)) return { code: 'message_edited' }
        return this.#write(seq, 'text = ?, edits = edits + 1', change.text)
      case 'delete':
        if (isGone) return { message, isNew: false }
        // Its terms are those of an order.
        if (message.offer?.state === 'ordered') return { code: 'offer_ordered' }
        this.#sql.exec('DELETE FROM reactions WHERE seq = ?', seq)
        this.#offers.erase([seq])
        for (const file of content.files ?? []) this.#recordFile(file.id, null)
        return this.#write(seq, "text = '', edits = 0, files = NULL")
      case 'react': {
        if (isGone) return { code: 'message_deleted' }
        const statement = change.isOn ? GIVE_REACTION : TAKE_REACTION
        const { rowsWritten } = this.#sql.exec(statement, seq, change.emoji, userId)
        return rowsWritten ? this.#write(seq, 'seq = seq') : { message, isNew: false }
      }
    }
  }

  /** Returns the offer that a member wants to pay, with the number of its changes; or why they cannot. */
  payableOffer(userId: number, messageId: string): PayableOffer | { code: ErrorCode } {
    const message = this.#find(messageId)
    if (message?.message.mimeType !== 'offer' || message.isHidden) return { code: 'offer_not_found' }
    // The words of a deleted offer are gone.
    if (!message.offer) return { code: 'offer_withdrawn' }
    const code = refuseStep(message, 'pay', userId)
    return code ? { code } : { offer: message.offer, edits: message.edits ?? 0, seq: message.seq }
  }

  /** Stores a new offer. A counter-offer replaces the offer that it answers. */
  #insertOffer(userId: number, clientId: string, { counters, ...offer }: NewOffer): Changed {
    const answered = counters === undefined ? undefined : this.#find(counters)
    const code = counters === undefined ? null : answered ? refuseStep(answered, 'counter', userId) : 'message_not_found'
    if (code) return { code }
    if (answered?.isHidden) return { code: 'message_hidden' }
    // The owner of the service is paid, so a buyer can only make a counter-offer for the service of the seller.
    if (offer.sellerId !== (answered?.offer?.sellerId ?? userId)) return { code: 'offer_service_required' }
    const [seq, id, at, text] = [this.lastSeq + 1, opaqueId(), now(), offerSummary(offer)]
    this.#sql.exec(
      "INSERT INTO messages (seq, id, client_id, user_id, text, mime, at, reply_seq) VALUES (?, ?, ?, ?, ?, 'offer', ?, ?)",
      ...[seq, id, clientId, userId, text, at, answered?.seq ?? null],
    )
    this.lastSeq = seq
    this.#offers.insert(seq, offer)
    if (answered) this.#offers.counter(answered.seq, seq)
    const countered = answered && this.#write(answered.seq, 'seq = seq').message
    return { message: this.#find(id)!, isNew: true, ...(countered && { countered }) }
  }

  #changeOffer(userId: number, message: Message, change: OfferChange): Changed {
    const { seq, offer, edits = 0 } = message
    if (message.message.mimeType === 'offer' && !offer) return { code: 'offer_withdrawn' }
    if (change.type === 'answer') {
      const isRepeated = offer?.state === ANSWERED[change.answer] && (message.user_id === userId) === (change.answer === 'withdraw')
      if (isRepeated) return { message, isNew: false }
    }
    const code = refuseStep(message, change.type === 'offer' ? 'change' : change.answer, userId)
    if (code) return { code }
    const hasSeenTerms = change.edits === edits
    if (change.type === 'answer') {
      if (!hasSeenTerms) return { code: 'offer_changed' }
      this.#offers.answer(seq, change.answer)
      return this.#write(seq, 'seq = seq')
    }
    if (change.offer.sellerId !== offer!.sellerId) return { code: 'offer_service_required' }
    if (isSameOffer(change.offer, offer!)) return { message, isNew: false }
    if (!hasSeenTerms) return { code: 'offer_changed' }
    this.#offers.change(seq, change.offer)
    return this.#write(seq, 'text = ?, edits = edits + 1', offerSummary(change.offer))
  }

  /** Marks an offer as paid by an order, with the terms that were paid. Words of a deleted message stay deleted. */
  orderOffer(messageId: string, order: OfferOrder): Changed {
    const message = this.#find(messageId)
    if (message?.message.mimeType !== 'offer') return { code: 'offer_not_found' }
    const { seq, offer } = message
    if (offer?.orderId === order.orderId) return { message, isNew: false }
    this.#offers.order(seq, offer ? order : { ...order, title: '', text: '' })
    return offer ? this.#write(seq, 'text = ?', offerSummary(order)) : { message, isNew: false }
  }

  /** Hides the messages with these seqs and no others. Returns those that were not so before. */
  setHidden(seqs: number[]): Message[] {
    const before = this.revision
    this.#update('hidden = 1 - hidden WHERE hidden <> (seq IN (SELECT value FROM json_each(?)))', JSON.stringify(seqs))
    return this.revision === before ? [] : this.#select('WHERE m.rev = ?', this.revision)
  }

  /** Returns up to `limit` messages up to a seq that were changed after a revision, in the order of their last changes. */
  changedAfter(revision: number, upToSeq: number, limit: number): Message[] {
    return this.#select('WHERE m.rev > ? AND m.rev > 0 AND m.seq <= ? ORDER BY m.rev LIMIT ?', revision, upToSeq, limit)
  }

  /** Returns up to `limit` messages of a part of the history, oldest first. */
  page({ before, after, around, from }: HistoryPart, limit: number): Message[] {
    const middle = from === undefined ? around : this.#firstFrom(from)
    if (middle !== undefined) return [...this.before(middle, limit >> 1), ...this.after(middle - 1, limit >> 1)]
    return after === undefined ? this.before(before, limit) : this.after(after, limit)
  }

  /**
   * Returns messages for the search index: those it does not have yet, and those that were changed since, at most `MAX_INDEXED` of each; with
   * what the index has once it has them, and whether that is all.
   */
  toIndex({ seq, revision, changedSeq }: Indexed): { messages: Message[]; indexed: Indexed; isAll: boolean } {
    // One revision can have many messages, those of a deleted account for example.
    const changed = this.#select(
      'WHERE (m.rev, m.seq) > (?, ?) AND m.rev > 0 AND m.seq <= ? ORDER BY m.rev, m.seq LIMIT ?',
      ...[revision, changedSeq, seq, MAX_INDEXED],
    )
    const added = this.after(seq, MAX_INDEXED)
    const last = changed.length < MAX_INDEXED ? { rev: this.revision, seq: this.lastSeq } : changed.at(-1)!
    return {
      messages: [...changed, ...added],
      indexed: { seq: added.at(-1)?.seq ?? seq, revision: last.rev!, changedSeq: last.seq },
      isAll: changed.length < MAX_INDEXED && added.length < MAX_INDEXED,
    }
  }

  /** Returns up to `limit` messages before a seq, or the newest, oldest first. */
  before(seq: number | undefined, limit: number): Message[] {
    return this.#select('WHERE m.seq < ? ORDER BY m.seq DESC LIMIT ?', seq ?? this.lastSeq + 1, limit).reverse()
  }

  /** Returns up to `limit` messages after a seq, oldest first. */
  after(seq: number, limit: number): Message[] {
    return this.#select('WHERE m.seq > ? ORDER BY m.seq LIMIT ?', seq, limit)
  }

  /**
   * Returns up to `limit` messages of a member after the seq `after`, oldest first, without deleted ones. Fewer than `limit` means that no
   * more follow. The sign `+` makes SQLite read them in their order, instead of reading and sorting all of the member for each part.
   */
  ofMember(userId: number, after: number, limit: number): OwnMessage[] {
    const messages = this.#sql
      .exec<{ seq: number; text: string; at: number; files: string | null }>(
        `SELECT seq, text, at, files FROM messages
          WHERE +user_id = ? AND seq > ? AND ${HAS_CONTENT} ORDER BY seq LIMIT ?`,
        userId,
        after,
        limit,
      )
      .toArray()
    const offers = this.#offers.of(messages.map(({ seq }) => seq))
    return messages.map(({ files, ...message }) => {
      const offer = offers.get(message.seq)
      return { ...message, ...(offer && { offer }), ...(files !== null && { files: JSON.parse(files) as MessageFile[] }) }
    })
  }

  /**
   * Returns the messages with these seqs, oldest first, without deleted and hidden ones. One without a text has the names of its files as
   * its text.
   */
  at(seqs: number[]): RoomMessage[] {
    return this.#at(seqs, 'hidden = 0')
  }

  /**
   * Returns the messages with these seqs as {@link at} does, also hidden ones: for admins (`partyId` null), or as evidence of a party, who
   * cannot show what they wrote and is hidden.
   */
  storedAt(seqs: number[], partyId: number | null): RoomMessage[] {
    return this.#at(seqs, '(hidden = 0 OR user_id IS NOT ?)', partyId)
  }

  #at(seqs: number[], condition: string, ...bindings: (number | null)[]): RoomMessage[] {
    return this.#sql
      .exec<{ seq: number; userId: number; text: string; files: string | null; at: number }>(
        `SELECT seq, user_id AS userId, text, files, at FROM messages
          WHERE seq IN (SELECT value FROM json_each(?)) AND ${HAS_CONTENT} AND ${condition} ORDER BY seq`,
        JSON.stringify(seqs),
        ...bindings,
      )
      .toArray()
      .map(({ text, files, ...message }) => ({ ...message, text: wordsOf(contentOf(text, '', files)) }))
  }

  /** The files that were sent or removed and are not recorded in the database yet. */
  fileChanges(): FileChange[] {
    return this.#sql.exec<FileChange>('SELECT id, seq FROM file_changes LIMIT 500').toArray()
  }

  /** Forgets changes of files that are recorded, unless a file was removed meanwhile. */
  forgetFileChanges(recorded: FileChange[]): void {
    for (const { id, seq } of recorded) this.#sql.exec('DELETE FROM file_changes WHERE id = ? AND seq IS ?', id, seq)
  }

  #recordFile(id: string, seq: number | null): void {
    this.#sql.exec('INSERT INTO file_changes (id, seq) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET seq = excluded.seq', id, seq)
  }

  /** Deletes the texts and files of a member. The messages stay, empty, so that the others' replies keep their context. */
  eraseTexts(userId: number): void {
    this.#sql.exec('DELETE FROM reactions WHERE seq IN (SELECT seq FROM messages WHERE user_id = ?)', userId)
    const offers = this.#sql.exec<{ seq: number }>("SELECT seq FROM messages WHERE user_id = ? AND mime = 'offer'", userId).toArray()
    this.#offers.erase(offers.map(({ seq }) => seq))
    this.#sql.exec(
      `INSERT INTO file_changes (id, seq) SELECT value ->> 'id', NULL FROM messages, json_each(files) WHERE user_id = ?
        ON CONFLICT (id) DO UPDATE SET seq = NULL`,
      userId,
    )
    this.#update(`text = '', edits = 0, files = NULL WHERE user_id = ? AND ${HAS_CONTENT}`, userId)
  }

  /** Returns the reactions of a member to up to `limit` messages after the seq `after`, oldest message first. */
  reactionsOf(userId: number, after: number, limit: number): { seq: number; emoji: string[] }[] {
    return this.#sql
      .exec<{ seq: number; emoji: string }>(
        'SELECT seq, json_group_array(emoji) AS emoji FROM reactions WHERE user_id = ? AND seq > ? GROUP BY seq ORDER BY seq LIMIT ?',
        userId,
        after,
        limit,
      )
      .toArray()
      .map(({ seq, emoji }) => ({ seq, emoji: JSON.parse(emoji) as string[] }))
  }

  /** Deletes the reactions of a member. */
  eraseReactions(userId: number): void {
    this.#update('seq = seq WHERE seq IN (SELECT seq FROM reactions WHERE user_id = ?)', userId)
    this.#sql.exec('DELETE FROM reactions WHERE user_id = ?', userId)
  }

  /** The seq of the first message at or after a time (UTC seconds), or of the newest. Halves the room, as `seq` has no gaps. */
  #firstFrom(at: number): number {
    let [low, high] = [1, this.lastSeq]
    while (low < high) {
      const middle = (low + high) >> 1
      const isEarlier = this.#sql.exec<{ at: number }>('SELECT at FROM messages WHERE seq = ?', middle).one().at < at
      if (isEarlier) low = middle + 1
      else high = middle
    }
    return low
  }

  /** A message as it is stored, also a hidden one. */
  #find(id: string): Message | undefined {
    return this.#read('WHERE m.id = ?', id)[0]
  }

  /** Writes columns of messages as a new revision. If there are none, the revision stays: after a restart it is read from the messages. */
  #update(columnsAndCondition: string, ...values: SqlStorageValue[]): void {
    const revision = this.revision + 1
    if (this.#sql.exec(`UPDATE messages SET rev = ?, ${columnsAndCondition}`, revision, ...values).rowsWritten) this.revision = revision
  }

  /** Writes columns of a message as a new revision. */
  #write(seq: number, columns: string, ...values: SqlStorageValue[]): { message: Message; isNew: true } {
    this.#update(`${columns} WHERE seq = ?`, ...values, seq)
    return { message: this.#select('WHERE m.seq = ?', seq)[0]!, isNew: true }
  }

  #select(where: string, ...values: SqlStorageValue[]): Message[] {
    return this.#read(where, ...values).map(shown)
  }

  /** Reads messages as they are stored, also the content of hidden ones. */
  #read(where: string, ...values: SqlStorageValue[]): Message[] {
    const messages = this.#withOffers(
      this.#sql
        .exec<Row>(`${SELECT} ${where}`, ...values)
        .toArray()
        .map(toMessage),
    )
    // A message with reactions was changed.
    const changed = messages.filter(({ rev }) => rev)
    if (!changed.length) return messages
    const reactions = Map.groupBy(this.#reactionsTo(changed.map(({ seq }) => seq)), ({ seq }) => seq)
    return messages.map((message) => {
      const given = reactions.get(message.seq)
      return given ? { ...message, reactions: given.map(({ emoji, userIds }) => ({ emoji, userIds })) } : message
    })
  }

  /** Adds the offers of messages that were not deleted. */
  #withOffers(messages: Message[]): Message[] {
    const offers = this.#offers.of(messages.flatMap(({ seq, message }) => (message.mimeType === 'offer' && message.text ? seq : [])))
    return offers.size === 0
      ? messages
      : messages.map((message) => {
          const offer = offers.get(message.seq)
          return offer ? { ...message, offer } : message
        })
  }

  /** The reactions to the messages with these seqs, in the order of the choice. */
  #reactionsTo(seqs: number[]): (Reaction & { seq: number })[] {
    return this.#sql
      .exec<{ seq: number; emoji: Reaction['emoji']; userIds: string }>(
        `SELECT seq, emoji, json_group_array(user_id) AS userIds FROM reactions
          WHERE seq IN (SELECT value FROM json_each(?)) GROUP BY seq, emoji`,
        JSON.stringify(seqs),
      )
      .toArray()
      .map(({ seq, emoji, userIds }) => ({ seq, emoji, userIds: JSON.parse(userIds) as number[] }))
      .toSorted((one, other) => REACTIONS.indexOf(one.emoji) - REACTIONS.indexOf(other.emoji))
  }
}
