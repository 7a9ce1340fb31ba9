/**
 * The calls that a suspended member cannot make: what publishes, what addresses people whom they have no order with, and what begins new
 * business. All others stay possible, so that running orders are finished, money is paid out, and the account can be kept, exported and
 * deleted. suspensions.test.ts lists those others, so that a new call is added to one of the two lists. Reads are always possible.
 *
 * What depends on the request is checked elsewhere: openChat and messages outside the rooms of orders in the chat area.
 */
export const CALLS_REFUSED_TO_SUSPENDED: ReadonlySet<string> = new Set([
  // listings and applications
  'POST /api/listings/addService',
  'POST /api/listings/addJob',
  'POST /api/listings/addEvent',
  'POST /api/listings/toggleService',
  'POST /api/listings/generateText',
  'POST /api/listings/submitApplication',
  'POST /api/listings/answerApplication',
  'POST /api/listings/shareSavedList',
  // Pictures, videos and works are public; the files of orders are sent by uploadFile and cloudUpload.
  'POST /api/uploads/addProductFile',
  'POST /api/uploads/uploadImage',
  'POST /api/uploads/addWork',
  // new purchases, and offers for them
  'POST /api/orders/quoteOrder',
  'POST /api/chat/answerOffer',
  // reports
  'POST /api/orders/addReport',
  'POST /api/creators/reportPost',
  'POST /api/creators/reportComment',
  'POST /api/creators/reportPerson',
  'POST /api/creators/reportListing',
  'POST /api/creators/reportPage',
  // creators
  'POST /api/creators/contact',
  'POST /api/creators/answerApplicationQuestion',
  'POST /api/creators/addFolio',
  'POST /api/creators/updateSocialMedia',
  'POST /api/creators/addPost',
  'POST /api/creators/pinPost',
  'POST /api/creators/likePost',
  'POST /api/creators/addComment',
])
