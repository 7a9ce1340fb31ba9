/** At most `count` at once, and as many again spread over `seconds`. */
export type Limit = readonly [count: number, seconds: number]

export const MINUTE = 60
export const HOUR = 3600
export const DAY = 86_400

/** Who is counted, and how far. Where both are given, a call must fit into both. */
export interface Row {
  /** Rows with the same name share their counters; without one, a row is counted by itself. */
  counter?: string
  /** Of one person, in every network. */
  person?: readonly Limit[]
  /** The same for a person with neither a confirmed e-mail address nor a wallet. */
  unconfirmed?: readonly Limit[]
  /** Of one network (see place.ts), whoever is signed in there. */
  network?: readonly Limit[]
}

/** What one person may do in an hour and a day; a network, which may be an office, five times as much. */
const byPerson = (hour: number, day: number): Row => ({
  person: [
    [hour, HOUR],
    [day, DAY],
  ],
  network: [
    [hour * 5, HOUR],
    [day * 5, DAY],
  ],
})

/** What one network may do without signing in. */
const byNetwork = (count: number, seconds: number, day: number): Row => ({
  network: [
    [count, seconds],
    [day, DAY],
  ],
})

const publishing: Row = { counter: 'publish', ...byPerson(100, 300) }
const signingIn: Row = { counter: 'signIn', ...byNetwork(60, MINUTE, 2000) }
/** With a signature of who is signed in already. */
const signingAgain: Row = { ...signingIn, person: byPerson(100, 300).person }
const following: Row = { counter: 'follow', ...byPerson(200, 600) }
const ticket: Row = { counter: 'ticket', ...byPerson(200, 1000) }
const health = byNetwork(120, MINUTE, 20_000)
const socket: Row = {
  counter: 'socket',
  person: [
    [120, MINUTE],
    [5000, DAY],
  ],
  network: [
    [600, MINUTE],
    [25_000, DAY],
  ],
}

/** Every call that is counted. The area's outer app counts it before anything of it is done; see {@link UNCOUNTED} for the others. */
export const CALLS: Readonly<Record<string, Row>> = {
  // getting in and out
  'POST /api/auth/getNonce': byNetwork(120, MINUTE, 5000),
  'POST /api/auth/signIn': signingIn,
  'POST /api/auth/signInAgain': signingAgain,
  'POST /api/auth/addAccount': signingAgain,
  'POST /api/auth/dismissWalletChange': byPerson(60, 200),
  'POST /api/auth/removeAccount': byPerson(20, 60),
  'GET /api/auth/verifyUserEmail': byNetwork(60, 10 * MINUTE, 1000),
  'POST /api/auth/register': byNetwork(10, HOUR, 40),
  'POST /api/auth/login': byNetwork(100, 10 * MINUTE, 3000),
  'POST /api/auth/changePassword': { ...byPerson(100, 300), ...byNetwork(20, 10 * MINUTE, 200) },
  'POST /api/auth/confirmEmail': byNetwork(30, 10 * MINUTE, 500),
  'POST /api/auth/resendConfirmation': byNetwork(10, 10 * MINUTE, 200),
  'POST /api/auth/requestPasswordReset': byNetwork(10, 10 * MINUTE, 200),
  'POST /api/auth/resetPassword': byNetwork(20, 10 * MINUTE, 200),
  'POST /api/auth/setEmail': { ...byPerson(100, 300), ...byNetwork(20, 10 * MINUTE, 400) },
  'POST /api/auth/logout': byNetwork(300, 10 * MINUTE, 5000),
  'POST /api/auth/endSession': byPerson(60, 200),
  'POST /api/auth/deleteAccount': byPerson(20, 60),
  // oneself and others
  'POST /api/auth/enableAccount': byPerson(30, 100),
  'POST /api/auth/setLanguage': byPerson(60, 200),
  'POST /api/auth/addProfile': byPerson(60, 200),
  'POST /api/auth/follow': following,
  'POST /api/auth/unfollow': following,
  'POST /api/auth/claimCarrots': byPerson(300, 1000),
  'GET /api/auth/exportMyData': byPerson(6, 20),
  // listings
  'POST /api/listings/addService': publishing,
  'POST /api/listings/addJob': publishing,
  'POST /api/listings/addEvent': publishing,
  'POST /api/listings/toggleService': byPerson(120, 400),
  'POST /api/listings/deleteListing': byPerson(120, 400),
  'POST /api/listings/submitApplication': byPerson(60, 200),
  'POST /api/listings/answerApplication': byPerson(300, 1000),
  'POST /api/listings/withdrawApplication': byPerson(60, 200),
  'POST /api/listings/generateText': byPerson(40, 120),
  // files
  'POST /api/uploads/addProductFile': ticket,
  'POST /api/uploads/uploadFile': ticket,
  'POST /api/uploads/signParts': byPerson(600, 3000),
  'POST /api/uploads/finishUpload': byPerson(600, 3000),
  'POST /api/uploads/deleteProductMedia': byPerson(400, 2000),
  'GET /api/uploads/downloadPrivateFile': byPerson(200, 1000),
  'GET /api/uploads/health': health,
  // orders, and the chain's node, which is paid by the call
  'POST /api/orders/quoteOrder': {
    person: [
      [60, MINUTE],
      [1000, DAY],
    ],
    network: [
      [300, MINUTE],
      [5000, DAY],
    ],
  },
  'POST /api/orders/addOrder': byPerson(300, 1000),
  /** Requests of a batch count one each. */
  'POST /api/orders/rpc': byNetwork(600, MINUTE, 100_000),
  'GET /api/orders/health': health,
  // messages
  'POST /api/chat/openChat': byPerson(300, 1000),
  'POST /api/chat/sendMessage': { network: [[30_000, DAY]] },
  'POST /api/chat/markRead': byPerson(1000, 5000),
  'GET /api/chat/rooms/:id': socket,
  'GET /api/chat/inbox': socket,
}

/** What is counted inside of calls, because only there is known whether it happens, or how large it is. */
export const EVENTS = {
  /** A listing that is new, and no change to an old one. */
  newListing: byPerson(30, 80),
  /** Bytes announced with upload tickets. */
  announcedBytes: {
    person: [
      [10_000_000_000, HOUR],
      [20_000_000_000, DAY],
    ],
    network: [[100_000_000_000, DAY]],
  },
  /** A transaction somebody tells of, given back once it has led to an order of theirs. */
  transactionTold: byPerson(40, 150),
  /** A conversation between two people who had none. */
  newRoom: {
    ...byPerson(20, 60),
    unconfirmed: [
      [3, HOUR],
      [6, DAY],
    ],
  },
  /** A message, by call or by socket, in all rooms together. */
  message: {
    person: [
      [240, MINUTE],
      [2000, HOUR],
      [6000, DAY],
    ],
  },
  /** A wrong password from one network, whoever it is for. */
  passwordFromNetwork: { network: [[50, 10 * MINUTE]] },
  /** For one account from one network: a few slips are forgiven, after twenty in a day it is one an hour. */
  passwordOfPair: {
    person: [
      [5, 5 * MINUTE],
      [20, DAY],
    ],
  },
  /** For one account from everywhere it was never entered from. */
  passwordOfAccount: { person: [[100, DAY]] },
  /** A mail anybody can ask for, to one address: asked for from one network, and in all. */
  mailFromNetwork: { person: [[5, HOUR]] },
  mail: { person: [[30, DAY]] },
} as const satisfies Record<string, Row>

/** Reads that are not counted: a page or two of rows by an index, which costs less than counting it would. */
export const UNCOUNTED: readonly string[] = [
  'GET /api/auth/getUserInfo',
  'GET /api/auth/getProfile',
  'GET /api/auth/getUserProfiles',
  'GET /api/auth/getFollowing',
  'GET /api/auth/getCarrots',
  'GET /api/auth/getCarrotHistory',
  'GET /api/auth/getSessions',
  'GET /api/auth/getAccounts',
  'GET /api/auth/getOpenOrders',
  // Searching reads a capped number of candidates, and the cities of a country are kept by browsers for a minute.
  'GET /api/listings/query',
  'GET /api/listings/queryCities',
  'GET /api/listings/getListing',
  'GET /api/listings/related',
  'GET /api/listings/getApplications',
  'GET /api/uploads/getProductMedia',
  // A file's bytes, as the page shows them. A variant is drawn once, three at most of a picture, and pictures are counted.
  'GET /media/:id/video',
  'GET /media/:id/:file',
  'GET /api/orders/getMyOrders',
  'GET /api/orders/getOrder',
  'GET /api/orders/getDispute',
  // The feed is asked at most once in a while, whoever wants to know.
  'GET /api/orders/getPrice',
  'GET /api/chat/getRoomMessages',
  'GET /api/chat/getConversations',
]
