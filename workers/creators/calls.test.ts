import { createExecutionContext } from 'cloudflare:test'
import { publish as publishListing } from '../orders/testing.ts'
import { describeCalls } from '../shared/calls.testing.ts'
import { call, signedIn } from '../shared/testing.ts'
import { createPage, folioBody } from './folios.testing.ts'
import worker from './index.ts'
import { commented, postBody, savedPost } from './posts.testing.ts'
import { application, createApplicant, publish, testEnv } from './testing.ts'

describeCalls('calls of creators', {
  app: worker,
  env: testEnv,
  send: (method, path, init) => call(worker, testEnv, createExecutionContext(), method, path, init),
  fresh: [
    'POST /api/creators/enableCreator',
    'POST /api/creators/removeCreator',
    'POST /api/creators/toggleShop',
    'POST /api/creators/suspendMember',
    'POST /api/creators/endSuspension',
  ],
  lasting: [
    'POST /api/creators/contact',
    'POST /api/creators/answerApplicationQuestion',
    'POST /api/creators/withdrawApplication',
    'POST /api/creators/answerCreatorApplication',
    'POST /api/creators/togglePromoted',
    'POST /api/creators/recordSettings',
    'POST /api/creators/addFolio',
    'POST /api/creators/updateSocialMedia',
    'POST /api/creators/addPost',
    'POST /api/creators/deletePost',
    'POST /api/creators/pinPost',
    'POST /api/creators/likePost',
    'POST /api/creators/addComment',
    'POST /api/creators/deleteComment',
    'POST /api/creators/reportPost',
    'POST /api/creators/reportComment',
    'POST /api/creators/reportListing',
    'POST /api/creators/reportPerson',
    'POST /api/creators/reportPage',
    'POST /api/creators/decidePostReports',
    'POST /api/creators/warnMember',
  ],
  world: async () => {
    const owner = await signedIn(testEnv)
    const { user: applicant, id } = await createApplicant()
    const { user: creator, name } = await createPage()
    const { pid } = await savedPost(creator, name)
    const { comment } = await commented(creator, pid)
    const listing = await publishListing(creator)
    return {
      people: { owner, applicant, creator, newcomer: await signedIn(testEnv, { terms: false, name: '', wallet: false }) },
      samples: {
        'GET /api/creators/getLinkPreview': { query: { url: await publish('<title>A page</title>') } },
        'POST /api/creators/contact': { json: application(owner) },
        'GET /api/creators/checkCreatorName': { query: { name: 'kamo' } },
        'GET /api/creators/getMyApplication': {},
        'POST /api/creators/answerApplicationQuestion': { json: { question: 0, answer: 'Since 2019.' } },
        'POST /api/creators/withdrawApplication': {},
        'GET /api/creators/getCreatorApplications': { query: { state: 'asked', cursor: `1790000000.${id}` } },
        'GET /api/creators/getPlatformAdmin': {},
        'GET /api/creators/getPanel': {},
        'GET /api/creators/getCreators': { query: { text: 'kamo', sort: 'name', order: 'asc', cursor: 'kamo.7' } },
        'GET /api/creators/findCreator': { query: { address: applicant.address } },
        'POST /api/creators/enableCreator': {
          json: { address: applicant.address, application: id, transactionHash: `0x${'a'.repeat(64)}` },
        },
        'POST /api/creators/removeCreator': { json: { user_id: applicant.id, transactionHash: `0x${'a'.repeat(64)}` } },
        'GET /api/creators/getContractSettings': {},
        'GET /api/creators/getCustomFees': { query: { address: applicant.address } },
        'GET /api/creators/getTokenSettings': { query: { address: applicant.address } },
        'POST /api/creators/recordSettings': { json: { transactionHash: `0x${'a'.repeat(64)}` } },
        'GET /api/creators/getAuditLog': { query: { action: 'adminAdded', cursor: '7' } },
        'POST /api/creators/togglePromoted': { json: { id: applicant.id, value: true } },
        'POST /api/creators/toggleShop': { json: { id: applicant.id, value: true } },
        'GET /api/creators/getPromotedCreators': {},
        'GET /api/creators/getCreatorParts': {},
        'GET /api/creators/getCreatorAddresses': { query: { part: '0' } },
        'GET /api/creators/getPostAddresses': { query: { part: '0' } },
        'GET /api/creators/getFolio': { query: { name } },
        'POST /api/creators/addFolio': { json: folioBody(name) },
        'POST /api/creators/updateSocialMedia': { json: { name, website: 'https://example.com/' } },
        'GET /api/creators/getFolioVersions': { query: { name } },
        'GET /api/creators/getFolioVersion': { query: { name, version: '1' } },
        'POST /api/creators/addPost': { json: postBody(name) },
        'GET /api/creators/getPosts': { query: { name, offset: '10' } },
        'GET /api/creators/getPost': { query: { name, pid } },
        'GET /api/creators/getDrafts': { query: { name } },
        'POST /api/creators/deletePost': { json: { pid } },
        'POST /api/creators/pinPost': { json: { pid, pinned: true } },
        'POST /api/creators/likePost': { json: { pid, liked: true } },
        'GET /api/creators/getComments': { query: { pid, before: '7' } },
        'POST /api/creators/addComment': { json: { pid, text: 'Lovely.' } },
        'POST /api/creators/deleteComment': { json: { id: comment.id } },
        'POST /api/creators/reportPost': { json: { pid, reason: 'spam', text: 'An advertisement.' } },
        'POST /api/creators/reportComment': { json: { id: comment.id, reason: 'abuse', text: '' } },
        'POST /api/creators/reportListing': { json: { id: listing, reason: 'fraud', text: '' } },
        'POST /api/creators/reportPerson': { json: { userId: creator.id, reason: 'abuse', text: '' } },
        'POST /api/creators/reportPage': { json: { name, reason: 'abuse', text: '' } },
        'GET /api/creators/getPostReports': { query: { list: 'hidden', part: 'posts', cursor: `1790000000.${pid}` } },
        'POST /api/creators/decidePostReports': { json: { kind: 'post', id: pid, action: 'hide', version: 1 } },
        'POST /api/creators/warnMember': { json: { userId: applicant.id, reason: 'Please stop advertising.' } },
        'POST /api/creators/suspendMember': { json: { userId: applicant.id, reason: 'Advertising again.', days: 7 } },
        'POST /api/creators/endSuspension': { json: { userId: applicant.id, reason: 'It was a mistake.' } },
        'GET /api/creators/getMemberStanding': { query: { userId: String(applicant.id) } },
        'GET /api/creators/getSuspendedMembers': { query: { cursor: '7' } },
        'GET /api/creators/getPostFeed': { query: { feed: 'news', before: '1790000000.7' } },
        'POST /api/creators/answerCreatorApplication': { json: { id, action: 'ask', text: 'Since when do you draw?' } },
      },
    }
  },
})
