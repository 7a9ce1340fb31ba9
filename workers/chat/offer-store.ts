import type { ErrorCode } from '../shared/errors.schema.ts'
import { now } from '../shared/ids.ts'
import {
  type NewOffer,
  OFFER_DAYS,
  type Offer,
  type OfferAnswer,
  type OfferedService,
  type OfferStep,
  refuseOfferStep,
} from './offers.schema.ts'

/** The order that has paid for an offer, with the terms that were paid. */
export interface OfferOrder {
  orderId: string
  title: string
  text: string
  price: number
  delivery: number
}

/** The table of offers; `seq` is that of the message. `service` is JSON of {@link OfferedService}, `text` empty if the message was deleted. */
export const OFFERS_TABLE = `CREATE TABLE offers (
    seq INTEGER PRIMARY KEY, seller_id INTEGER NOT NULL, service_id INTEGER NOT NULL, service TEXT NOT NULL, text TEXT NOT NULL,
    price INTEGER NOT NULL, delivery INTEGER NOT NULL, state TEXT NOT NULL, expires_at INTEGER NOT NULL, order_id TEXT, countered_by INTEGER
  ) STRICT`

type Row = {
  seq: number
  seller_id: number
  service_id: number
  service: string
  text: string
  price: number
  delivery: number
  state: Offer['state']
  expires_at: number
  order_id: string | null
  countered_by: number | null
}

const toOffer = (row: Row): Offer => ({
  service: row.service_id,
  ...(JSON.parse(row.service) as OfferedService),
  text: row.text,
  price: row.price,
  delivery: row.delivery,
  sellerId: row.seller_id,
  state: row.state,
  expiresAt: row.expires_at,
  orderId: row.order_id,
  counteredBy: row.countered_by,
})

/** The state that each answer leads to. */
export const ANSWERED = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' } as const satisfies Record<
  OfferAnswer,
  Offer['state']
>

/** The terms of the offers of a room, in the SQLite of its Durable Object. MessageStore stores their messages and revisions. */
export class OfferStore {
  #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** The offers of the messages with these seqs. */
  of(seqs: number[]): Map<number, Offer> {
    if (!seqs.length) return new Map()
    const rows = this.#sql.exec<Row>('SELECT * FROM offers WHERE seq IN (SELECT value FROM json_each(?))', JSON.stringify(seqs)).toArray()
    return new Map(rows.map((row) => [row.seq, toOffer(row)]))
  }

  insert(seq: number, { sellerId, service, title, lang, picture, text, price, delivery }: NewOffer): Offer {
    this.#sql.exec(
      `INSERT INTO offers (seq, seller_id, service_id, service, text, price, delivery, state, expires_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, 'sent', ?)`,
      ...[seq, sellerId, service, JSON.stringify({ title, lang, picture }), text, price, delivery, now() + OFFER_DAYS * 86_400],
    )
    return this.of([seq]).get(seq)!
  }

  /** Replaces the terms of an offer, which is then valid for the whole time again. */
  change(seq: number, { service, title, lang, picture, text, price, delivery }: NewOffer): void {
    this.#sql.exec(
      `UPDATE offers SET service_id = ?, service = ?, text = ?, price = ?, delivery = ?, expires_at = ? WHERE seq = ?`,
      ...[service, JSON.stringify({ title, lang, picture }), text, price, delivery, now() + OFFER_DAYS * 86_400, seq],
    )
  }

  answer(seq: number, answer: OfferAnswer): void {
    this.#sql.exec('UPDATE offers SET state = ? WHERE seq = ?', ANSWERED[answer], seq)
  }

  counter(seq: number, counteredBy: number): void {
    this.#sql.exec("UPDATE offers SET state = 'countered', countered_by = ? WHERE seq = ?", counteredBy, seq)
  }

  /** Marks an offer as paid, and shows the terms that were paid: they can be those of an earlier version. */
  order(seq: number, { orderId, title, text, price, delivery }: OfferOrder): void {
    this.#sql.exec(
      `UPDATE offers SET state = 'ordered', order_id = ?, service = json_set(service, '$.title', ?), text = ?, price = ?, delivery = ?
        WHERE seq = ?`,
      ...[orderId, title, text, price, delivery, seq],
    )
  }

  /** Removes the words of deleted messages, and withdraws those of their offers that could still be accepted. */
  erase(seqs: number[]): void {
    this.#sql.exec(
      `UPDATE offers SET text = '', service = '{"title":"","lang":"","picture":null}',
        state = CASE WHEN state IN ('sent', 'accepted') THEN 'withdrawn' ELSE state END
        WHERE seq IN (SELECT value FROM json_each(?))`,
      JSON.stringify(seqs),
    )
  }
}

/** Why a member cannot take a step with an offer; null if they can. */
export function refuseStep({ user_id, offer }: { user_id: number; offer?: Offer }, step: OfferStep, userId: number): ErrorCode | null {
  return offer ? refuseOfferStep(offer, user_id, step, { userId, at: now() }) : 'offer_not_found'
}
