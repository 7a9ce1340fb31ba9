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

/** Limits per user for an hour and a day. A network, which may be an office, gets five times as much. */
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

/** Limits per network only. */
const byNetwork = (count: number, seconds: number, day: number): Row => ({
  network: [
    [count, seconds],
    [day, DAY],
  ],
})

const publishing: Row = { counter: 'publish', ...byPerson(100, 300) }
const signingIn: Row = { counter: 'signIn', ...byNetwork(60, MINUTE, 2000) }
/** A signature of a user who is already signed in. */
const signedInSigning: Row = { ...signingIn, person: byPerson(100, 300).person }
const following: Row = { counter: 'follow', ...byPerson(200, 600) }
const saving: Row = { counter: 'save', ...byPerson(300, 1000) }
const changingLists: Row = { counter: 'savedLists', ...byPerson(120, 400) }
const changingSearches: Row = { counter: 'savedSearches', ...byPerson(120, 400) }
const ticket: Row = { counter: 'ticket', ...byPerson(200, 1000) }
const readingNotifications: Row = { counter: 'readNotifications', ...byPerson(1000, 5000) }
const blocking: Row = { counter: 'blocking', ...byPerson(120, 400) }
/** Reports to the team: one counter for things of all kinds. */
const reportingThings: Row = { counter: 'reportPost', ...byPerson(20, 60) }
const sitemap: Row = { counter: 'sitemap', ...byNetwork(240, MINUTE, 20_000) }
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

/** Every rate-limited call. The area's outer app counts it before its handler runs. {@link UNCOUNTED} lists the other calls. */
export const CALLS: Readonly<Record<string, Row>> = {
  // sign-in, sign-up and sign-out
  'POST /api/auth/getNonce': byNetwork(120, MINUTE, 5000),
  'POST /api/auth/signIn': signingIn,
  'POST /api/auth/signInAgain': signedInSigning,
  'POST /api/auth/addAccount': signedInSigning,
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
  // own account and other users
  'POST /api/auth/enableAccount': byPerson(30, 100),
  'POST /api/auth/setLanguage': byPerson(60, 200),
  'POST /api/auth/addProfile': byPerson(60, 200),
  'POST /api/auth/follow': following,
  'POST /api/auth/unfollow': following,
  'POST /api/auth/claimCarrots': byPerson(300, 1000),
  'GET /api/auth/exportMyData': byPerson(6, 20),
  // Each reads up to five thousand rows; the edge caches the sitemap.
  'GET /api/auth/getProfileParts': sitemap,
  'GET /api/auth/getProfilePart': sitemap,
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
  'GET /api/listings/getListingParts': sitemap,
  'GET /api/listings/getListingPart': sitemap,
  'POST /api/listings/saveListing': saving,
  'POST /api/listings/unsaveListing': saving,
  'POST /api/listings/addSavedList': changingLists,
  'POST /api/listings/renameSavedList': changingLists,
  'POST /api/listings/deleteSavedList': changingLists,
  'POST /api/listings/shareSavedList': changingLists,
  'POST /api/listings/saveSearch': changingSearches,
  'POST /api/listings/changeSavedSearch': changingSearches,
  'POST /api/listings/deleteSavedSearch': changingSearches,
  'POST /api/listings/markMatchesSeen': { counter: 'matchesSeen', ...byPerson(1000, 5000) },
  // files
  'POST /api/uploads/addProductFile': ticket,
  'POST /api/uploads/uploadImage': ticket,
  'POST /api/uploads/uploadFile': ticket,
  'POST /api/uploads/cloudUpload': ticket,
  // Each picture of an open conversation is one call, and each part of a video that is played.
  'GET /api/uploads/downloadCloudFile': {
    person: [
      [600, MINUTE],
      [20_000, DAY],
    ],
    network: [
      [3000, MINUTE],
      [100_000, DAY],
    ],
  },
  'POST /api/uploads/signParts': byPerson(600, 3000),
  'POST /api/uploads/finishUpload': byPerson(600, 3000),
  'POST /api/uploads/deleteProductMedia': byPerson(400, 2000),
  'GET /api/uploads/downloadPrivateFile': byPerson(200, 1000),
  'GET /api/uploads/health': health,
  // orders, and the RPC node, which is paid per call
  /** Each of the four reads of the node counts. */
  'POST /api/orders/quoteOrder': {
    person: [
      [240, MINUTE],
      [4000, DAY],
    ],
    network: [
      [1200, MINUTE],
      [20_000, DAY],
    ],
  },
  /** Each of the two to four reads of the node counts. */
  'POST /api/orders/addOrder': byPerson(1200, 4000),
  // A search looks at a thousand orders, and an export reads all of them in pages.
  'GET /api/orders/getMyOrders': {
    person: [
      [600, MINUTE],
      [20_000, DAY],
    ],
    network: [
      [3000, MINUTE],
      [100_000, DAY],
    ],
  },
  // A statement reads all invoices of a year in pages.
  'GET /api/orders/getInvoices': {
    person: [
      [300, MINUTE],
      [10_000, DAY],
    ],
    network: [
      [1500, MINUTE],
      [50_000, DAY],
    ],
  },
  /** Each read of the node counts: two for a seller whose fees are not in memory. */
  'GET /api/orders/getFees': byNetwork(240, MINUTE, 40_000),
  /** Each read of the node counts: one for each contract, wallet and token. Every page that a member with an ended order opens asks. */
  'GET /api/orders/getOwed': byPerson(6000, 20_000),
  'POST /api/orders/acceptCustomOrder': byPerson(300, 1000),
  'POST /api/orders/addDelivery': byPerson(120, 400),
  'POST /api/orders/requestChanges': byPerson(60, 200),
  'POST /api/orders/addEvidence': byPerson(60, 200),
  // An answer contains up to 400 copied messages.
  'GET /api/orders/getEvidence': byPerson(600, 3000),
  'POST /api/orders/addReview': byPerson(60, 200),
  'POST /api/orders/answerReview': byPerson(60, 200),
  'POST /api/orders/addReport': byPerson(20, 60),
  'POST /api/orders/addConversationReport': byPerson(20, 60),
  // Guests may send it, and each one sends a mail.
  'POST /api/orders/addSponsorship': byNetwork(5, HOUR, 20),
  // These calls only read, but the specification asks for POST.
  'POST /api/orders/getReviews': byNetwork(600, MINUTE, 100_000),
  'POST /api/orders/getReviewsByServiceId': byNetwork(600, MINUTE, 100_000),
  // Each of these calls asks the contract whether the caller is an admin.
  'GET /api/orders/getReports': byPerson(600, 3000),
  'POST /api/orders/decideReports': byPerson(600, 3000),
  'GET /api/orders/getConversationReports': byPerson(600, 3000),
  'POST /api/orders/closeConversationReport': byPerson(600, 3000),
  'GET /api/orders/getSponsorships': byPerson(600, 3000),
  'POST /api/orders/closeSponsorship': byPerson(600, 3000),
  'GET /api/orders/getDisputes': byPerson(600, 3000),
  'GET /api/orders/getArbitration': byPerson(600, 3000),
  'POST /api/orders/addDecisionReason': byPerson(600, 3000),
  /** Each request of a batch counts. */
  'POST /api/orders/rpc': byNetwork(600, MINUTE, 100_000),
  'GET /api/orders/health': health,
  // creators
  /** Causes up to a dozen requests to other sites. */
  'GET /api/creators/getLinkPreview': {
    ...byPerson(60, 300),
    unconfirmed: [
      [10, HOUR],
      [20, DAY],
    ],
  },
  'POST /api/creators/contact': byPerson(10, 30),
  // The form asks at each change of the name.
  'GET /api/creators/checkCreatorName': byPerson(600, 3000),
  'POST /api/creators/answerApplicationQuestion': byPerson(60, 200),
  'POST /api/creators/withdrawApplication': byPerson(60, 200),
  // Each of these calls asks the contract whether the caller is an admin.
  'GET /api/creators/getCreatorApplications': byPerson(600, 3000),
  'POST /api/creators/answerCreatorApplication': byPerson(600, 3000),
  'GET /api/creators/getPlatformAdmin': byPerson(600, 3000),
  'GET /api/creators/getCreators': byPerson(600, 3000),
  'GET /api/creators/findCreator': byPerson(600, 3000),
  'POST /api/creators/enableCreator': byPerson(600, 3000),
  'POST /api/creators/removeCreator': byPerson(600, 3000),
  'POST /api/creators/togglePromoted': byPerson(600, 3000),
  // Each reads the chain, mostly in a few batches.
  'GET /api/creators/getContractSettings': byPerson(300, 1500),
  'GET /api/creators/getCustomFees': byPerson(300, 1500),
  'GET /api/creators/getTokenSettings': byPerson(300, 1500),
  'POST /api/creators/recordSettings': byPerson(300, 1500),
  'GET /api/creators/getAuditLog': byPerson(600, 3000),
  'POST /api/creators/addFolio': byPerson(120, 400),
  'POST /api/creators/updateSocialMedia': byPerson(60, 200),
  'POST /api/creators/addPost': byPerson(120, 400),
  'POST /api/creators/deletePost': byPerson(120, 400),
  'POST /api/creators/pinPost': byPerson(120, 400),
  'POST /api/creators/likePost': byPerson(600, 3000),
  'POST /api/creators/addComment': {
    ...byPerson(60, 300),
    unconfirmed: [
      [5, HOUR],
      [10, DAY],
    ],
  },
  'POST /api/creators/deleteComment': byPerson(120, 400),
  'POST /api/creators/reportPost': reportingThings,
  'POST /api/creators/reportComment': reportingThings,
  'POST /api/creators/reportListing': reportingThings,
  'POST /api/creators/reportPerson': reportingThings,
  'POST /api/creators/reportPage': reportingThings,
  'GET /api/creators/getPostReports': byPerson(600, 3000),
  'POST /api/creators/decidePostReports': byPerson(600, 3000),
  'POST /api/creators/warnMember': byPerson(600, 3000),
  'POST /api/creators/suspendMember': byPerson(600, 3000),
  'POST /api/creators/endSuspension': byPerson(600, 3000),
  'GET /api/creators/getMemberStanding': byPerson(600, 3000),
  'GET /api/creators/getSuspendedMembers': byPerson(600, 3000),
  'GET /api/creators/getCreatorParts': sitemap,
  'GET /api/creators/getCreatorAddresses': sitemap,
  'GET /api/creators/getPostAddresses': sitemap,
  // messages and notifications
  'POST /api/chat/openChat': byPerson(300, 1000),
  'POST /api/chat/sendMessage': { network: [[30_000, DAY]] },
  'POST /api/chat/answerOffer': byPerson(300, 1000),
  'POST /api/chat/markRead': byPerson(1000, 5000),
  'POST /api/chat/changeConversation': byPerson(1000, 5000),
  'POST /api/chat/answerRequest': byPerson(300, 1000),
  'POST /api/chat/blockUser': blocking,
  'POST /api/chat/unblockUser': blocking,
  'POST /api/chat/setChatSettings': byPerson(60, 200),
  // A search asks the index, and then up to twenty rooms for the texts.
  'GET /api/chat/searchConversations': byPerson(600, 3000),
  'POST /api/notifications/markRead': readingNotifications,
  'POST /api/notifications/markThingRead': readingNotifications,
  'POST /api/notifications/markAllRead': readingNotifications,
  'POST /api/notifications/setSettings': byPerson(120, 600),
  'POST /api/notifications/addDevice': byPerson(60, 200),
  'POST /api/notifications/removeDevice': byPerson(60, 200),
  // Mail programs call it from the networks of their providers, for many members.
  'POST /api/notifications/unsubscribe': byNetwork(600, MINUTE, 100_000),
  'GET /api/chat/rooms/:id': socket,
  'GET /api/chat/inbox': socket,
}

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

/** Calls without a limit: a page or two of rows read by an index, which costs less than counting would. */
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
  // A search reads a limited number of candidates. Browsers cache the cities of a country for a minute.
  'GET /api/listings/query',
  'GET /api/listings/queryCities',
  'GET /api/listings/queryPlaces',
  'GET /api/listings/getCategories',
  'GET /api/listings/getListing',
  'GET /api/listings/related',
  'GET /api/listings/getApplications',
  // A member has at most 1,000 saved listings and 50 lists.
  'GET /api/listings/getSavedIds',
  'GET /api/listings/getSavedLists',
  'GET /api/listings/getSavedListings',
  'GET /api/listings/getSharedList',
  'GET /api/listings/getSavedSearches',
  'GET /api/listings/getMatches',
  'GET /api/uploads/getProductMedia',
  // Public file bytes. Each image has three variants at most, each variant is created once, and image uploads are counted.
  'GET /media/:id/video',
  'GET /media/:id/:file',
  // Counts in the index, up to a maximum.
  'GET /api/orders/getWaitingOrders',
  'GET /api/orders/getOrder',
  'GET /api/orders/getDispute',
  'GET /api/orders/getInvoice',
  'GET /api/orders/getDeliveries',
  'GET /api/orders/getReviews',
  'GET /api/orders/getReviewsByServiceId',
  'GET /api/orders/getReviewsByUserId',
  // The cron asks the price feeds; the call reads two rows.
  'GET /api/orders/getPrice',
  'GET /api/orders/getFigures',
  'GET /api/creators/getMyApplication',
  'GET /api/creators/getFolio',
  'GET /api/creators/getFolioVersions',
  'GET /api/creators/getFolioVersion',
  'GET /api/creators/getPosts',
  'GET /api/creators/getPost',
  'GET /api/creators/getDrafts',
  'GET /api/creators/getComments',
  // One look into the index for each followed creator, of whom there are at most a thousand.
  'GET /api/creators/getPostFeed',
  // Twelve rows at most.
  'GET /api/creators/getPromotedCreators',
  'GET /api/chat/getRoomMessages',
  'GET /api/chat/getConversations',
  'GET /api/chat/getBlocked',
  'GET /api/chat/getChatSettings',
  'GET /api/notifications/getNotifications',
  'GET /api/notifications/getUnreadCount',
  'GET /api/notifications/getSettings',
  'GET /api/notifications/getDevices',
]
