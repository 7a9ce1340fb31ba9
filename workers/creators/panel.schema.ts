/** The highest count of what is open in the panel: it stands for this many and more. */
export const MAX_PANEL_COUNT = 100

/** What is open for admins of the Platform contract, each at most {@link MAX_PANEL_COUNT}. */
export interface PlatformCounts {
  /** Applications that wait for an answer of the team. */
  applications: number
  /** Reported posts and comments. */
  posts: number
  /** Reported listings. */
  listings: number
  /** Reported members and pages of creators. */
  members: number
  /** Suspended members. */
  suspended: number
}

/** What is open for admins of the OrderBook contract, each at most {@link MAX_PANEL_COUNT}. */
export interface OrderBookCounts {
  disputes: number
  /** Reports about messages. */
  messages: number
  /** Reported reviews and answers. */
  reviews: number
  /** Requests to sponsor. */
  sponsors: number
}

/** Response of getPanel. */
export interface PanelAnswer {
  /** Null for those who may open no page of the panel. */
  panel: Panel | null
}

/**
 * Of which contracts the wallet that signed in is an admin; of neither if it only owns, or is offered, one of our contracts. `platform` and
 * `orderBook` are null for those who are no admin of the contract, and if it cannot be counted.
 */
export interface Panel {
  isPlatformAdmin: boolean
  isOrderBookAdmin: boolean
  platform: PlatformCounts | null
  orderBook: OrderBookCounts | null
}
