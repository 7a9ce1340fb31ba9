import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * The deliveries of an order and the change requests between them. They belong to the order, so they stay if the account of a party is
 * deleted.
 */
export const deliverySteps = sqliteTable(
  'delivery_steps',
  {
    id: text('id').primaryKey(),
    /** The `id` of the order. */
    orderId: text('order_id').notNull(),
    /** The position in the order, from 1. */
    number: integer('number').notNull(),
    /** delivery (by the seller) | changes (requested by the buyer) */
    kind: text('kind').notNull(),
    message: text('message').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [uniqueIndex('delivery_steps_order').on(t.orderId, t.number)],
)

/** The files of deliveries. A file belongs to one delivery only. */
export const deliveryFiles = sqliteTable(
  'delivery_files',
  {
    mediaId: text('media_id').primaryKey(),
    stepId: text('step_id').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [index('delivery_files_step').on(t.stepId, t.position)],
)

/**
 * What the parties have submitted as evidence in a dispute. Rows are only added, and stay one year after the end of the order, also if the
 * account of a party is deleted.
 */
export const evidence = sqliteTable(
  'evidence',
  {
    id: text('id').primaryKey(),
    /** The `id` of the order. */
    orderId: text('order_id').notNull(),
    /** The position in the order, from 1. */
    number: integer('number').notNull(),
    /** buyer | seller: who submitted it. */
    party: text('party').notNull(),
    statement: text('statement').notNull(),
    /** JSON of `EvidenceMessage[]`. */
    messages: text('messages').notNull(),
    createdAt: integer('created_at').notNull(),
    idempotencyKey: text('idempotency_key'),
    /** Hash of the request that came with the key; null without a key. */
    idempotencyHash: text('idempotency_hash'),
  },
  (t) => [uniqueIndex('evidence_order').on(t.orderId, t.number), index('evidence_created').on(t.createdAt)],
)

/**
 * The files of evidence. A file belongs to one submission only, and to no delivery. When the evidence is deleted, the rows of its files
 * stay, with '' as `evidenceId`, until the uploads area has deleted the files.
 */
export const evidenceFiles = sqliteTable(
  'evidence_files',
  {
    mediaId: text('media_id').primaryKey(),
    evidenceId: text('evidence_id').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [index('evidence_files_evidence').on(t.evidenceId, t.position)],
)
