/** Token bucket: at most `count` at once, refilled evenly over `seconds`. */
export type Limit = readonly [count: number, seconds: number]

export const MINUTE = 60
export const HOUR = 3600
export const DAY = 86_400

/** The limits of one call or event. If both `person` and `network` are given, a request must fit into both. */
export interface Row {
  /** Rows with the same name share their counters. Without a name a row has counters of its own. */
  counter?: string
  /** Per user, over all networks. */
  person?: readonly Limit[]
  /** Replaces `person` for a user without a confirmed e-mail address and without a wallet. */
  unconfirmed?: readonly Limit[]
  /** Per network (see client-network.ts), for all users there together. */
  network?: readonly Limit[]
}

/** The limits of calls by their name: `POST /api/...`. The area's outer app counts a call before its handler runs. */
export type Limits = Readonly<Record<string, Row>>

/** Limits per user for an hour, or for these seconds, and for a day. A network, which may be an office, gets five times as much. */
export const byPerson = (count: number, day: number, seconds = HOUR): Row => ({
  person: [
    [count, seconds],
    [day, DAY],
  ],
  network: [
    [count * 5, seconds],
    [day * 5, DAY],
  ],
})

/** Limits per network only. */
export const byNetwork = (count: number, seconds: number, day: number): Row => ({
  network: [
    [count, seconds],
    [day, DAY],
  ],
})

/** Each part of a sitemap reads up to five thousand rows. The edge caches it. */
export const sitemap: Row = { counter: 'sitemap', ...byNetwork(240, MINUTE, 20_000) }
/** The health calls, for monitoring. */
export const health = byNetwork(120, MINUTE, 20_000)

/** Events that a handler counts itself: only the handler knows whether the event happens and how large it is. */
export const EVENTS = {
  /** A new listing, not an edit. */
  newListing: byPerson(30, 80),
  /** Bytes announced in upload tickets. */
  announcedBytes: {
    person: [
      [10_000_000_000, HOUR],
      [20_000_000_000, DAY],
    ],
    network: [[100_000_000_000, DAY]],
  },
  /** A transaction hash that a user reports. Refunded once it has led to an order of theirs. */
  transactionReport: byPerson(40, 150),
  /** A first conversation between two users. */
  newRoom: {
    ...byPerson(20, 60),
    unconfirmed: [
      [3, HOUR],
      [6, DAY],
    ],
  },
  /** The first message to somebody whom the member has never dealt with. */
  newPerson: { person: [[20, DAY]] },
  /** A message, by HTTP call or socket, in all rooms together. */
  message: {
    person: [
      [240, MINUTE],
      [2000, HOUR],
      [6000, DAY],
    ],
  },
  /** An edit or a deletion of a message, or a reaction, by HTTP call or socket, in all rooms together. */
  messageChange: {
    person: [
      [120, MINUTE],
      [1000, HOUR],
      [4000, DAY],
    ],
  },
  /** Wrong passwords from one network, for any account. */
  passwordFromNetwork: { network: [[50, 10 * MINUTE]] },
  /** Wrong passwords for one account from one network: five at once; after twenty in a day only about one an hour. */
  passwordForAccountFromNetwork: {
    person: [
      [5, 5 * MINUTE],
      [20, DAY],
    ],
  },
  /** Wrong passwords for one account from all networks that have not sent the right one in the last 90 days. */
  passwordForAccount: { person: [[100, DAY]] },
  /** Mails that anybody can request, to one address: from one network, and in total. */
  mailFromNetwork: { person: [[5, HOUR]] },
  mail: { person: [[30, DAY]] },
  /**
   * Notification mails to one member about one thing, such as an order. Further mails wait. Pushes are counted separately, with the same
   * limits.
   */
  mailAboutThing: { person: [[10, DAY]] },
  /**
   * Notification mails to one member in total, of the kinds that the other party can cause at almost no cost. They do not count towards the
   * limit of the other kinds.
   */
  mailAboutCheapNotification: { person: [[30, DAY]] },
  /** Pushes to one member about messages. Later messages are mailed. */
  pushAboutMessages: {
    person: [
      [30, HOUR],
      [100, DAY],
    ],
  },
  mailAboutNotification: {
    person: [
      [60, HOUR],
      [200, DAY],
    ],
  },
} as const satisfies Record<string, Row>
