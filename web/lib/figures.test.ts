import { expect, it } from 'vitest'
import { DAILY_CARROTS } from '../../workers/auth/carrots.schema.ts'
import { LINK_SECONDS, MIN_PASSWORD } from '../../workers/auth/credentials.schema.ts'
import { NEW_METHOD_SECONDS } from '../../workers/auth/fresh-sign-in.schema.ts'
import { POST_LIMITS } from '../../workers/creators/posts.schema.ts'
import { LIMITS } from '../../workers/listings/fields.schema.ts'
import { PAY_WITHIN } from '../../workers/listings/places.schema.ts'
import { DELIVERY_LIMITS } from '../../workers/orders/deliveries.schema.ts'
import { EVIDENCE_LIMITS, EVIDENCE_SECONDS } from '../../workers/orders/evidence.schema.ts'
import { ANSWER_WITHIN, LATE_GRACE, MAX_FEE_BPS, MAX_HOURS, RELEASE_AFTER, SETTLE_AFTER } from '../../workers/orders/orders.schema.ts'
import { REVIEW_WAIT, TEXT_EDITABLE } from '../../workers/orders/reviews.schema.ts'
import { FRESH_SECONDS } from '../../workers/shared/fresh-sign-in.schema.ts'
import { MIN_PRICE } from '../../workers/shared/usd.schema.ts'
import { ATTACHMENTS, DOCUMENTS, FILE_LIMITS } from '../../workers/uploads/media.schema.ts'
import * as figures from './figures.ts'

/** Constants of files that only workers can import, read from their source. */
const sources = import.meta.glob<string>(
  [
    '../../workers/shared/session.ts',
    '../../workers/auth/{sign-in,attempt-limits}.ts',
    '../../workers/notifications/notify.ts',
    '../../workers/orders/{quotes,delete-quotes}.ts',
    '../../contracts/src/OrderBook.sol',
  ],
  { query: '?raw', import: 'default', eager: true },
)
/** The value of a constant that is a product of numbers, such as `14 * 86_400`. */
function constant(file: string, name: string): number {
  const [, value] = new RegExp(`const ${name} = ([\\d_* ]+)`).exec(sources[`../../workers/${file}`]!)!
  return value!.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1)
}

const HOUR = 3600
const DAY = 86_400
const MB = 1_000_000

it('the numbers that texts name are those that the code applies', () => {
  expect({ ...figures }).toEqual({
    RELEASE_DAYS: RELEASE_AFTER / DAY,
    SETTLE_DAYS: SETTLE_AFTER / DAY,
    LATE_DAYS: LATE_GRACE / DAY,
    ANSWER_HOURS: ANSWER_WITHIN / HOUR,
    MAX_FEE_PERCENT: MAX_FEE_BPS / 100,
    PAY_HOURS: PAY_WITHIN / HOUR,
    MIN_PRICE_USD: MIN_PRICE / 1_000_000,
    MAX_PLANS: LIMITS.options,
    MAX_ORDER_HOURS: MAX_HOURS,
    MAX_MEDIA: LIMITS.media,
    IMAGE_MB: FILE_LIMITS.image.bytes / MB,
    VIDEO_GB: FILE_LIMITS.video.bytes / MB / 1000,
    CV_MB: DOCUMENTS.bytes / MB,
    MAX_FILES: DELIVERY_LIMITS.files,
    ATTACHMENT_MB: ATTACHMENTS.bytes / MB,
    MAX_SUBMISSIONS: EVIDENCE_LIMITS.submissions,
    MAX_EVIDENCE_MESSAGES: EVIDENCE_LIMITS.messages,
    EVIDENCE_DAYS: EVIDENCE_SECONDS / DAY,
    REVIEW_DAYS: REVIEW_WAIT / DAY,
    REVIEW_TEXT_DAYS: TEXT_EDITABLE / DAY,
    MIN_PASSWORD_LENGTH: MIN_PASSWORD,
    CONFIRM_DAYS: LINK_SECONDS.confirm / DAY,
    RESET_HOURS: LINK_SECONDS.reset / HOUR,
    FRESH_MINUTES: FRESH_SECONDS / 60,
    NEW_METHOD_HOURS: NEW_METHOD_SECONDS / HOUR,
    MAX_WALLETS: constant('auth/sign-in.ts', 'MAX_WALLETS'),
    IDLE_DAYS: constant('shared/session.ts', 'SESSION_IDLE_SECONDS') / DAY,
    SESSION_DAYS: constant('shared/session.ts', 'SESSION_SECONDS') / DAY,
    NETWORK_DAYS: constant('auth/attempt-limits.ts', 'TRUSTED_MS') / DAY / 1000,
    NOTIFICATION_DAYS: constant('notifications/notify.ts', 'RETENTION') / DAY,
    QUOTE_DAYS: constant('orders/delete-quotes.ts', 'MAX_QUOTE_AGE') / DAY,
    QUOTE_MINUTES: constant('orders/quotes.ts', 'VALID_SECONDS') / 60,
    MAIL_MINUTES: constant('notifications/notify.ts', 'MAIL_DELAY') / 60,
    DAILY_CARROTS,
    MAX_COMMENT: POST_LIMITS.comment,
    MAX_POST_OFFSET: POST_LIMITS.offset,
  })
  expect(EVIDENCE_LIMITS.files).toBe(DELIVERY_LIMITS.files)
})

it('the time limits of orders are those of the contract', () => {
  const contract = sources['../../contracts/src/OrderBook.sol']!
  for (const line of [
    `LATE_GRACE = ${figures.LATE_DAYS} days;`,
    `CLAIM_AFTER = ${figures.RELEASE_DAYS} days;`,
    `DISPUTE_WINDOW = ${figures.SETTLE_DAYS} days;`,
    `ANSWER_WINDOW = ${figures.ANSWER_HOURS} hours;`,
  ])
    expect(contract).toContain(line)
})
