import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * What the two parties of a completed order wrote about each other, one row per order and side. `updateVisibility` computes whether
 * everybody sees a row; `apply` makes the rows of an order invisible if a reorg removes the order.
 */
export const reviews = sqliteTable(
  'reviews',
  {
    id: text('id').primaryKey(),
    /** The `id` of the order. */
    orderId: text('order_id').notNull(),
    /** buyer | seller: who wrote it. A buyer rates the service and its seller, a seller rates the buyer. */
    side: text('side').notNull(),
    authorId: integer('author_id').notNull(),
    /** The other party, who may answer. */
    subjectId: integer('subject_id').notNull(),
    serviceId: integer('service_id').notNull(),
    /** 1 to 5. */
    rating: integer('rating').notNull(),
    text: text('text').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When the text was last changed while the review was visible; null if never. */
    editedAt: integer('edited_at'),
    /** From when it may be visible; null while the order is not completed, for example after a reorg. */
    visibleAt: integer('visible_at'),
    /** Whether everybody sees it. A trigger counts it in `rating_counts` at the same time. */
    visible: integer('visible', { mode: 'boolean' }).notNull().default(false),
    /** When an admin hid it. */
    hiddenAt: integer('hidden_at'),
    answer: text('answer'),
    /** When the first version of the answer was written. */
    answeredAt: integer('answered_at'),
    /** When the answer was last changed; null if never. */
    answerEditedAt: integer('answer_edited_at'),
    /** When an admin hid the answer. */
    answerHiddenAt: integer('answer_hidden_at'),
  },
  (t) => [
    uniqueIndex('reviews_order').on(t.orderId, t.side),
    index('reviews_service').on(t.serviceId, t.visibleAt, t.id).where(sql`visible = 1 and side = 'buyer'`),
    index('reviews_service_best').on(t.serviceId, t.rating, t.visibleAt, t.id).where(sql`visible = 1 and side = 'buyer'`),
    index('reviews_subject').on(t.subjectId, t.side, t.visibleAt, t.id).where(sql`visible = 1`),
    index('reviews_waiting').on(t.visibleAt).where(sql`visible = 0 and hidden_at is null`),
    index('reviews_hidden').on(t.hiddenAt, t.id).where(sql`hidden_at is not null`),
    index('reviews_answer_hidden').on(t.answerHiddenAt, t.id).where(sql`answer_hidden_at is not null`),
    index('reviews_author').on(t.authorId, t.id),
    index('reviews_answered').on(t.subjectId, t.id).where(sql`answer is not null`),
  ],
)

/** The visible reviews by stars. The trigger `reviews_counted` writes it, so that it changes together with the reviews. */
export const ratingCounts = sqliteTable(
  'rating_counts',
  {
    /** service | seller | buyer */
    rated: text('rated').notNull(),
    /** Id of the service, or user id of the seller or buyer. */
    ratedId: integer('rated_id').notNull(),
    stars: integer('stars').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.rated, t.ratedId, t.stars] })],
)

/**
 * Reports of something that one member wrote and others see, one per member and thing. If the thing is changed after the decision, a new
 * report by the same member replaces the decided one.
 */
export const reports = sqliteTable(
  'reports',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /**
     * What was reported: review | answer; or `conversation`, messages, see conversation-reports.ts; or `sponsorship`, a request of a
     * sponsor, see sponsorships.ts.
     */
    kind: text('kind').notNull(),
    /**
     * Its id, as text; of an answer, the id of its review; of messages, the id of their room, a dot and the first seq,
     * and once it is decided also a dot and the id of the report, so that there can be another one; of a sponsorship, a random id.
     */
    thingId: text('thing_id').notNull(),
    /** A user id; 0 for a guest. */
    reporterId: integer('reporter_id').notNull(),
    reason: text('reason').notNull(),
    text: text('text').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When an admin decided; null while it is open. */
    decidedAt: integer('decided_at'),
    /**
     * JSON of the review as it was when it was reported, see ReportedContent, of the messages, or of the request to sponsor; null in reports
     * from before this was stored, and in closed requests.
     */
    content: text('content'),
  },
  (t) => [
    uniqueIndex('reports_thing').on(t.kind, t.thingId, t.reporterId),
    index('reports_reporter').on(t.reporterId, t.id),
    index('reports_open').on(t.id).where(sql`decided_at is null`),
  ],
)

/**
 * The reasons that admins have written for a decision before sending it. A reason becomes part of the audit log, and is shown, when the
 * chain has a decision of this wallet with this refund; until then nobody sees it.
 */
export const decisionReasons = sqliteTable(
  'decision_reasons',
  {
    /** The `id` of the order. */
    orderId: text('order_id').notNull(),
    /** The admin's wallet that sends the decision. */
    wallet: text('wallet').notNull(),
    /** The token's smallest units. */
    refund: text('refund').notNull(),
    reason: text('reason').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.wallet, t.refund] })],
)

/** The decisions of admins before `audit_log` existed. Nothing writes or reads it now; triggers refuse changes and deletions. */
export const adminActions = sqliteTable('admin_actions', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  at: integer('at').notNull(),
  adminId: integer('admin_id').notNull(),
  wallet: text('wallet').notNull(),
  action: text('action').notNull(),
  kind: text('kind').notNull(),
  thingId: text('thing_id').notNull(),
})
