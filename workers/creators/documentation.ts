import { success } from '../shared/answers.schema.ts'
import type { CallsOf, Documentation } from '../shared/documentation.ts'
import type { ErrorCode } from '../shared/errors.schema.ts'
import { PART_SIZE } from '../shared/sitemap.schema.ts'
import * as answers from './answers.schema.ts'
import type { CreatorsApi } from './index.ts'
import { postCalls } from './post-documentation.ts'

/** Why the receipt of a transaction was refused. */
const eventErrors: ErrorCode[] = [
  'transaction_not_found',
  'transaction_pending',
  'transaction_failed',
  'creator_event_missing',
  'creator_event_other',
  'creator_event_outdated',
]

const creatorName = 'The name of the creator, in upper or lower case.'
/** Why a member cannot change a page. */
const ownPageErrors: ErrorCode[] = ['creator_not_found', 'forbidden', 'folio_removed']

const memberReason = 'Plain text, 1 to 1,000 characters after cleaning. The member reads it.'

const calls: CallsOf<CreatorsApi, 'creators'> = {
  'GET /api/creators/getLinkPreview': {
    summary: 'Get what a linked page says about itself',
    about:
      "The server requests the page, so its site does not learn the reader's address. Only public sites at the default ports of http and https are requested. " +
      'The pictures are copies that belong to the caller, served at `/media/{id}/{320|640|1280}.webp`, and deleted after a day if nothing uses them. ' +
      'A preview is kept for 23 hours, a failure for five minutes.',
    answer: answers.linkPreview,
    fields: { url: 'The link. Without a scheme, `https://` is meant.' },
    errors: ['preview_unavailable'],
  },
  'POST /api/creators/contact': {
    summary: 'Apply to become a creator',
    about:
      'A member has one open application, which reserves the name. Sending the same again changes nothing; a refused application is replaced. ' +
      'Names of creators and usernames are one namespace, in which upper and lower case are the same.',
    answer: success,
    fields: {
      email: 'E-mail address for the answer.',
      sns: 'Optional: the address of a page at a social network, with `https`.',
      fullname: '1 to 100 characters after cleaning.',
      wallet: 'A wallet that is linked to the account.',
      name: '2 to 20 letters and digits. The own username is possible.',
      text: '1 to 2,000 characters after cleaning.',
    },
    errors: ['creator_name_reserved', 'creator_name_taken', 'creator_exists', 'application_open', 'wallet_required', 'conflict'],
  },
  'GET /api/creators/checkCreatorName': {
    summary: 'Check whether the caller can have a name as a creator',
    about:
      'Also for guests. `invalid`: other than 2 to 20 letters and digits. `reserved`: nobody can have it. `taken`: another member has it.',
    answer: answers.creatorNameAnswer,
    fields: { name: 'The name.' },
    errors: [],
  },
  'GET /api/creators/getMyApplication': {
    summary: 'Get the application of the caller',
    about:
      '`application` is null if there is none. In the state `asked` the last question waits for an answer. `creator` is null for callers who ' +
      'are no creators. `isRemoved`: the team has removed the caller as a creator.',
    answer: answers.myApplication,
    errors: [],
  },
  'POST /api/creators/answerApplicationQuestion': {
    summary: 'Answer a question about the application of the caller',
    about: 'The application is then in the state `sent` again. Sending the same answer again changes nothing.',
    answer: success,
    fields: { question: 'Its place in the list, beginning with 0.', answer: '1 to 2,000 characters after cleaning.' },
    errors: ['creator_application_not_found', 'question_missing'],
  },
  'POST /api/creators/withdrawApplication': {
    summary: 'Withdraw the open application of the caller',
    about: 'Deletes it; the name is free again. Without an application, nothing changes.',
    answer: success,
    errors: ['application_answered'],
  },
  'GET /api/creators/getCreatorApplications': {
    summary: 'List the applications of creators',
    about:
      'For sessions that were signed in with a wallet for which `hasAdmin` of the Platform contract is true; it is asked on every call. ' +
      'Open ones from the oldest, decided ones from the newest, 20 on a page.',
    answer: answers.applicationPage,
    fields: { state: '`open` is `sent` and `asked`.', cursor: 'The `next` of the previous page with the same state.' },
    errors: ['forbidden', 'chain_unavailable'],
  },
  'POST /api/creators/answerCreatorApplication': {
    summary: 'Ask an applicant a question, or refuse an application',
    about:
      'For admins, like getCreatorApplications, but not about their own application. The applicant is notified, and the audit log gets an entry ' +
      'without the text.',
    answer: success,
    fields: {
      id: 'Id of the application.',
      action: '`ask` or `refuse`.',
      text: 'The question or the reason, 1 to 1,000 characters after cleaning.',
    },
    errors: [
      'forbidden',
      'chain_unavailable',
      'creator_application_not_found',
      'application_answered',
      'question_open',
      'question_limit',
      'conflict',
    ],
  },
  'GET /api/creators/getPlatformAdmin': {
    summary: 'Check whether the caller is an admin of the Platform contract',
    about:
      '`admin` is null unless the session was signed in with a wallet for which `hasAdmin` of the contract is true. ' +
      'Before a transaction, the code of the contract is to be compared with `codeHash`.',
    answer: answers.platformAdmin,
    errors: ['chain_unavailable'],
  },
  'GET /api/creators/getPanel': {
    summary: 'Get which pages of the admin panel are for the caller, and how much is open',
    about:
      '`panel` is null unless the session was signed in with a wallet that may call getContractSettings. Admins of a contract get the ' +
      'numbers of what its admins decide; `platform` and `orderBook` are null for others, and if they cannot be counted.',
    answer: answers.panelAnswer,
    errors: ['chain_unavailable'],
  },
  'GET /api/creators/getCreators': {
    summary: 'List the creators',
    about:
      'For admins, like getCreatorApplications. Also the removed ones. 50 on a page; a page continues only with the same other fields.',
    answer: answers.creatorPage,
    fields: {
      text: 'A part of the name, the user id, or an address or its beginning.',
      sort: '`since` is when the team gave the page. Without a country, and never removed, count as the lowest.',
      cursor: 'The `next` of the previous page.',
    },
    errors: ['forbidden', 'chain_unavailable'],
  },
  'GET /api/creators/findCreator': {
    summary: 'Find the creator or the applicant with a wallet',
    about:
      'For admins, like getCreatorApplications. `isLinked`: the wallet is linked to the account of the member. `isOnChain`: `isCreator` of the ' +
      'Platform contract. `application` is the one with this wallet, in any state. A wallet that only the contract knows has no `user_id`.',
    answer: answers.foundCreator,
    fields: { address: 'The wallet.' },
    errors: ['forbidden', 'chain_unavailable', 'creator_not_found'],
  },
  'POST /api/creators/enableCreator': {
    summary: 'Make a member a creator, or restore a removed creator',
    about:
      'For admins, like getCreatorApplications, but not for themselves. First, `addCreator` of the Platform contract has to be sent; the server ' +
      'reads the event in the receipt of its transaction, and asks the contract whether it still holds. On Base, ten blocks have to follow. ' +
      'The wallet must be linked to the account. A removed creator may be restored with another wallet. An applicant is notified, and the audit ' +
      'log gets an entry. Doing it again changes nothing.',
    answer: success,
    fields: {
      address: 'The wallet that the contract has added.',
      application:
        'The id of the application to grant, which must have this wallet. Null restores the removed creator who has linked the wallet.',
      transactionHash: 'The transaction with the event CreatorAdded.',
    },
    needsFreshSignIn: 'always',
    errors: [
      'sign_in_again',
      'forbidden',
      'chain_unavailable',
      'creator_application_not_found',
      'application_answered',
      'creator_not_found',
      'creator_enabled',
      'creator_wallet_unlinked',
      'creator_wallet_taken',
      'application_name_reserved',
      'application_name_taken',
      ...eventErrors,
      'conflict',
    ],
  },
  'POST /api/creators/removeCreator': {
    summary: 'Remove a creator',
    about:
      'For admins, like getCreatorApplications. First, `removeCreator` of the Platform contract has to be sent; its receipt is checked as for ' +
      'enableCreator. The name and all works are kept, and enableCreator restores the creator, who is then no longer promoted. The audit log ' +
      'gets an entry. Removing a removed creator changes nothing.',
    answer: success,
    fields: { user_id: 'The user id of the creator.', transactionHash: 'The transaction with the event CreatorRemoved.' },
    needsFreshSignIn: 'always',
    errors: ['sign_in_again', 'forbidden', 'chain_unavailable', 'creator_not_found', ...eventErrors, 'conflict'],
  },
  'POST /api/creators/togglePromoted': {
    summary: 'Promote a creator on the home page, or end that',
    about: 'For admins, like getCreatorApplications, but not to promote themselves. The audit log gets an entry if something changes.',
    answer: success,
    fields: { id: 'The user id of the creator.', value: 'Whether the home page may show the creator.' },
    errors: ['forbidden', 'chain_unavailable', 'creator_not_found', 'creator_removed', 'conflict'],
  },
  'POST /api/creators/toggleShop': {
    summary: 'Let a creator sell in the shop, or end that',
    about:
      'For admins, like getCreatorApplications, but not to let themselves sell. There is no shop yet: the value decides who can sell there ' +
      'when it opens. It can be taken from a removed creator, but not given to one. The audit log gets an entry if something changes.',
    answer: success,
    fields: { id: 'The user id of the creator.', value: 'Whether the creator may sell.' },
    needsFreshSignIn: 'always',
    errors: ['sign_in_again', 'forbidden', 'chain_unavailable', 'creator_not_found', 'creator_removed', 'conflict'],
  },
  'GET /api/creators/getContractSettings': {
    summary: 'Get the settings of our contracts',
    about:
      'For sessions that were signed in with a wallet for which `hasAdmin` of the OrderBook or of the Platform contract is true; it is asked on ' +
      'every call. Also for the owner of any of our contracts, and for the wallet that is offered one. Values are read from the chain. The ' +
      'contracts keep no lists, so admins, custom fees and further tokens are those whose events are in the audit log and that the contract ' +
      'confirms.',
    answer: answers.panelSettings,
    errors: ['forbidden', 'chain_unavailable'],
  },
  'GET /api/creators/getCustomFees': {
    summary: 'Get the fees of a seller',
    about: 'For those who may call getContractSettings. Read from the chain.',
    answer: answers.sellerFees,
    fields: { address: 'The wallet of the seller.' },
    errors: ['forbidden', 'chain_unavailable'],
  },
  'GET /api/creators/getTokenSettings': {
    summary: 'Get the state of a token on our contracts',
    about:
      'For those who may call getContractSettings. Read from the chain. Null if the contract at the address has no symbol or no decimals.',
    answer: answers.tokenAnswer,
    fields: { address: 'The contract of the token; the zero address is ETH.' },
    errors: ['forbidden', 'chain_unavailable'],
  },
  'POST /api/creators/recordSettings': {
    summary: 'Record the change of a setting at once',
    about:
      'For those who may call getContractSettings. Every change of a setting is an event of a contract. The cron records it in the audit log ' +
      'within a minute after ten blocks follow it on Base; this call does it now. Doing it again changes nothing.',
    answer: success,
    fields: { transactionHash: 'The transaction that has changed the setting.' },
    errors: [
      'forbidden',
      'chain_unavailable',
      'transaction_not_found',
      'transaction_pending',
      'transaction_failed',
      'setting_event_missing',
    ],
  },
  'GET /api/creators/getAuditLog': {
    summary: 'Read the audit log',
    about:
      'For admins of the OrderBook or of the Platform contract. What admins have done, newest first, 50 on a page. Nothing of it can be ' +
      'changed or deleted. Names are not part of it: they are those of now.',
    answer: answers.auditLogPage,
    fields: { action: 'Only entries of this kind.', cursor: 'The `next` of the previous page.' },
    errors: ['forbidden', 'chain_unavailable'],
  },
  'POST /api/creators/warnMember': {
    summary: 'Warn a member',
    about:
      'For admins, like getCreatorApplications. The member is notified of the reason. Not for the caller, and not for admins of our contracts. The audit log gets an entry.',
    answer: success,
    fields: { userId: 'The member.', reason: memberReason },
    errors: ['forbidden', 'chain_unavailable', 'not_found'],
  },
  'POST /api/creators/suspendMember': {
    summary: 'Suspend a member',
    about:
      'For admins, like warnMember. The calls that document `account_suspended` are then refused to the member, and their listings are hidden. The member is notified of the reason.',
    answer: success,
    needsFreshSignIn: 'always',
    fields: { userId: 'The member.', reason: memberReason, days: '1 to 365 days; null until an admin ends it.' },
    errors: ['sign_in_again', 'forbidden', 'chain_unavailable', 'not_found', 'conflict'],
  },
  'POST /api/creators/endSuspension': {
    summary: 'End the suspension of a member',
    about: 'For admins, like warnMember. The listings that were hidden are published again, and the member is notified of the reason.',
    answer: success,
    needsFreshSignIn: 'always',
    fields: { userId: 'The member.', reason: memberReason },
    errors: ['sign_in_again', 'forbidden', 'chain_unavailable', 'conflict'],
  },
  'GET /api/creators/getMemberStanding': {
    summary: 'Get the warnings and suspensions of a member',
    about: 'For admins, like getCreatorApplications. The newest first, 50 at most.',
    answer: answers.memberStanding,
    fields: { userId: 'The member.' },
    errors: ['forbidden', 'chain_unavailable', 'not_found'],
  },
  'GET /api/creators/getSuspendedMembers': {
    summary: 'List the suspended members',
    about: 'For admins, like getCreatorApplications. 20 on a page, the last suspended first.',
    answer: answers.suspendedMemberPage,
    fields: { cursor: 'The `next` of the previous page.' },
    errors: ['forbidden', 'chain_unavailable'],
  },
  'GET /api/creators/getPromotedCreators': {
    summary: 'List the creators on the home page',
    about: 'Those whom the team promotes, twelve at most, in an order that changes every day (UTC).',
    answer: answers.promotedCreators,
    errors: [],
  },
  'GET /api/creators/getCreatorParts': {
    summary: 'List the parts of the sitemap with pages and posts of creators',
    answer: answers.creatorParts,
    errors: [],
  },
  'GET /api/creators/getCreatorAddresses': {
    summary: "List the creators' pages for the sitemap",
    about: 'The pages that were saved, by the ids of their creators.',
    answer: answers.creatorAddresses,
    fields: { part: `Number of the part: ids from ${PART_SIZE} times this number on, at most ${PART_SIZE}.` },
    errors: [],
  },
  'GET /api/creators/getPostAddresses': {
    summary: "List the creators' posts for the sitemap",
    about: 'The posts that everybody can read, in the order in which they were created.',
    answer: answers.postAddresses,
    fields: { part: `Number of the part: ${PART_SIZE} posts each, fewer if some cannot be read.` },
    errors: [],
  },
  'GET /api/creators/getFolio': {
    summary: "Get a creator's page",
    about:
      'Before the first save it has the name as its title, the default colours and no sections. A section that cannot be read is left out. ' +
      'The page of a removed creator is not found.',
    answer: answers.folioAnswer,
    fields: { name: creatorName },
    errors: ['creator_not_found'],
  },
  'POST /api/creators/addFolio': {
    summary: "Save the caller's page",
    about:
      'The whole page, except the social links. Files are media ids of finished uploads of the caller. Texts are cleaned, and rich texts ' +
      'sanitized as in listings. Ten saves are kept. Sending the same again right after it was saved changes nothing. ' +
      '`media_not_yours` has the `ids` of the files in its details.',
    answer: answers.savedFolio,
    fields: {
      name: creatorName,
      title: '1 to 80 characters after cleaning.',
      about: 'Plain text, at most 2,000 characters after cleaning.',
      video: 'A video that browsers play (MP4 or WebM).',
      video_thumbnail: 'A picture to show until the video plays.',
      primary_color: 'One of the 30 colours.',
      secondary_color: 'One of the 30 colours.',
      sections: 'With different ids, at most 200,000 characters of JSON in total, and 300 different files on the page.',
      version: 'The version that was edited; 0 for the first save.',
    },
    errors: [...ownPageErrors, 'folio_changed', 'media_not_yours', 'name_reserved'],
  },
  'POST /api/creators/updateSocialMedia': {
    summary: "Change the social links of the caller's page",
    about:
      'A link that is not sent stays as it is. Each is empty or an address with `https` at the host of its network, of the form of an account. Without a scheme, `https` is meant. ' +
      'The answer has all links as they are stored. It makes no new version of the page.',
    answer: answers.socialLinks,
    fields: {
      name: creatorName,
      website: 'An address of any host.',
      instagram: 'Such as `https://www.instagram.com/aiko`.',
      twitter: 'Such as `https://x.com/aiko`, also at twitter.com.',
      twitch: 'Such as `https://www.twitch.tv/aiko`.',
      youtube: 'A handle, channel or user, such as `https://www.youtube.com/@aiko`.',
    },
    errors: [...ownPageErrors, 'conflict'],
  },
  'GET /api/creators/getFolioVersions': {
    summary: "List the saves of the caller's page",
    about: 'The last ten, newest first.',
    answer: answers.folioVersions,
    fields: { name: creatorName },
    errors: ownPageErrors,
  },
  'GET /api/creators/getFolioVersion': {
    summary: "Get one of the saves of the caller's page",
    about: 'To go back to it, save it with addFolio as a new version. The social links are the current ones.',
    answer: answers.folioAnswer,
    fields: { name: creatorName, version: 'The number of the save.' },
    errors: [...ownPageErrors, 'folio_version_not_found'],
  },
  ...postCalls,
}

export const documentation: Documentation = {
  about:
    'Pages and posts of creators. So far: applications to become one, what admins do with creators, their pages and posts, and previews of links.',
  calls,
  schemas: {
    LinkPreview: answers.linkPreview,
    MyCreatorApplication: answers.myApplication,
    CreatorApplicationPage: answers.applicationPage,
    PlatformAdmin: answers.platformAdmin,
    CreatorPage: answers.creatorPage,
    FoundCreator: answers.foundCreator,
    ContractSettings: answers.panelSettings,
    AuditLogPage: answers.auditLogPage,
    Folio: answers.folioAnswer,
    SavedFolio: answers.savedFolio,
    FolioVersions: answers.folioVersions,
    SocialLinks: answers.socialLinks,
    SavedPost: answers.savedPost,
    PostPage: answers.postPage,
    Post: answers.postAnswer,
    PostDrafts: answers.draftList,
    PostFeed: answers.postFeedPage,
    PostLikes: answers.postLikes,
    PostComments: answers.commentPage,
    PostComment: answers.commentAnswer,
    PostReports: answers.postReportPage,
    PromotedCreators: answers.promotedCreators,
    CreatorParts: answers.creatorParts,
    CreatorAddresses: answers.creatorAddresses,
    PostAddresses: answers.postAddresses,
  },
}
