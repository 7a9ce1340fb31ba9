import { byPerson, DAY, HOUR, type Limits, type Row, sitemap } from '../limit-table.ts'

/** Reports to the team: one counter for things of all kinds. */
const reportingThings: Row = { counter: 'reportPost', ...byPerson(20, 60) }

/** The limits of the calls of this area. */
export const CALL_LIMITS: Limits = {
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
  'GET /api/creators/getPanel': byPerson(600, 3000),
  'GET /api/creators/getCreators': byPerson(600, 3000),
  'GET /api/creators/findCreator': byPerson(600, 3000),
  'POST /api/creators/enableCreator': byPerson(600, 3000),
  'POST /api/creators/removeCreator': byPerson(600, 3000),
  'POST /api/creators/togglePromoted': byPerson(600, 3000),
  'POST /api/creators/toggleShop': byPerson(600, 3000),
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
}
