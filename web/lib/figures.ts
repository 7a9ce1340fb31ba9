/**
 * Numbers that texts name. They are written again, because the schemas they come from would make the pages of text large; figures.test.ts
 * compares each with the code that applies it.
 */

/** Days after a delivery, after which anybody may release the payment. */
export const RELEASE_DAYS = 14
/** Days after the start of a dispute or its first offer, after which anybody may settle it. */
export const SETTLE_DAYS = 60
/** Days after the delivery deadline, after which the buyer may cancel. */
export const LATE_DAYS = 2
/** Hours after which an arbitrator may decide a dispute that the seller has not answered. */
export const ANSWER_HOURS = 72
/** Highest sum of platform and arbitration fee (percent of the seller's part). */
export const MAX_FEE_PERCENT = 20
/** Hours in which an admitted person pays for their place at an event. */
export const PAY_HOURS = 48
/** Lowest price of a plan, bid or place (US dollars). */
export const MIN_PRICE_USD = 5
/** Plans of a service. */
export const MAX_PLANS = 3
/** Hours that an order of an hourly plan may have. */
export const MAX_ORDER_HOURS = 1000
/** Pictures and videos of a listing. */
export const MAX_MEDIA = 12
/** Largest picture (MB) and video (GB) of a listing. */
export const IMAGE_MB = 10
export const VIDEO_GB = 1
/** Largest CV (MB). */
export const CV_MB = 10
/** Files of a delivery, and of a submission of evidence; and the largest one (MB). */
export const MAX_FILES = 10
export const ATTACHMENT_MB = 100
/** Submissions of evidence that a party may make, and messages that one may contain. */
export const MAX_SUBMISSIONS = 10
export const MAX_EVIDENCE_MESSAGES = 20
/** Days after the end of an order, after which its evidence is deleted. */
export const EVIDENCE_DAYS = 365
/** Days after the end of an order, after which a single review becomes visible. */
export const REVIEW_DAYS = 14
/** Days in which the text of a visible review, or an answer, may be changed. */
export const REVIEW_TEXT_DAYS = 7
/** Shortest password (characters). */
export const MIN_PASSWORD_LENGTH = 8
/** Days in which the link that confirms an address works, and hours in which the one for a new password does. */
export const CONFIRM_DAYS = 3
export const RESET_HOURS = 1
/** Minutes after a login in which sign-in methods may be changed. */
export const FRESH_MINUTES = 15
/** Hours in which an added wallet or address counts as new. */
export const NEW_METHOD_HOURS = 72
/** Wallets of an account. */
export const MAX_WALLETS = 10
/** Days without use, and days in total, after which a browser is logged out. */
export const IDLE_DAYS = 14
export const SESSION_DAYS = 30
/** Days in which the network from which a password was entered is remembered. */
export const NETWORK_DAYS = 90
/** Days after which a quote that was not paid is deleted, counted from its expiry; and minutes in which it can be paid. */
export const QUOTE_DAYS = 7
export const QUOTE_MINUTES = 15
/** Days for which notifications are stored. */
export const NOTIFICATION_DAYS = 180
/** Minutes after which an unread notification is sent by e-mail. */
export const MAIL_MINUTES = 2
/** Carrots that a member may claim in a day. */
export const DAILY_CARROTS = 10
/** Characters of a comment about a post. */
export const MAX_COMMENT = 1000
/** The first posts that the list of a creator's posts can leave out. */
export const MAX_POST_OFFSET = 100_000
