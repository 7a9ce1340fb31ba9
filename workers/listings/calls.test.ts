import { createExecutionContext } from 'cloudflare:test'
import { describeCalls } from '../shared/calls.testing.ts'
import { call, signedIn } from '../shared/testing.ts'
import type { ApplicationPage } from './applications.schema.ts'
import area from './index.ts'
import type { SavedList } from './saved/lists.schema.ts'
import type { SavedSearch } from './saved/searches.schema.ts'
import { ask, createCity, createFile, eventDraft, jobDraft, publish, publishEvent, publishJob, serviceDraft, testEnv } from './testing.ts'

const at = '/api/listings'
const WRITE_CALLS = ['toggleService', 'deleteListing', 'addService', 'addJob', 'addEvent', 'submitApplication', 'answerApplication']
const SAVED_CALLS = [
  'saveListing',
  'unsaveListing',
  'addSavedList',
  'renameSavedList',
  'deleteSavedList',
  'shareSavedList',
  'saveSearch',
  'changeSavedSearch',
  'deleteSavedSearch',
  'markMatchesSeen',
]
// The tests have neither Workers AI nor another text model.
const env = { ...testEnv, AI: undefined, WRITER_URL: undefined } as unknown as typeof testEnv

describeCalls('calls of listings', {
  app: area,
  env,
  send: (method, path, init) => call(area, env, createExecutionContext(), method, path, init),
  lasting: [...WRITE_CALLS, ...SAVED_CALLS, 'withdrawApplication', 'generateText'].map((name) => `POST ${at}/${name}`),
  world: async () => {
    const owner = await signedIn(testEnv)
    const seller = await signedIn(testEnv)
    const member = await signedIn(testEnv, { wallet: false })
    const newcomer = await signedIn(testEnv, { terms: false, name: '', wallet: false })
    const [service, mine, foreign, event, file, city] = await Promise.all([
      publish(owner),
      publishJob(owner),
      publishJob(seller),
      publishEvent(owner),
      createFile(owner),
      createCity('JP', 'Otaru', '小樽'),
    ])
    const apply = async (as: typeof owner, jobId: number) => {
      await ask('POST', 'submitApplication', { as, body: { jobId, message: 'I draw.' } })
      const { applications } = (await (await ask('GET', 'getApplications', { as })).json()) as ApplicationPage
      return applications[0]!.id
    }
    const [received, sent] = [await apply(seller, mine), await apply(owner, foreign)]
    await ask('POST', 'saveListing', { as: owner, body: { listingId: foreign } })
    const { lists } = (await (await ask('GET', 'getSavedLists', { as: owner })).json()) as { lists: SavedList[] }
    const listId = lists[0]!.id
    const { token } = (await (await ask('POST', 'shareSavedList', { as: owner, body: { id: listId, shared: true } })).json()) as {
      token: string
    }
    const alert = { name: 'Logos', alert: 'daily', timeZone: 'Asia/Tokyo' }
    const { search } = (await (await ask('POST', 'saveSearch', { as: owner, body: { ...alert, query: { text: 'logo' } } })).json()) as {
      search: SavedSearch
    }
    const place = { local: true, country: 'JP', city }
    const sponsors = [{ name: 'Paper & Sons', url: 'https://paper.example/' }]
    return {
      people: { owner, seller, member, newcomer },
      samples: {
        [`GET ${at}/query`]: {
          query: {
            type: 'SERVICES',
            text: 'logo',
            category: 'design',
            userId: String(owner.id),
            minPrice: '1',
            maxPrice: '2',
            city: String(city),
          },
        },
        [`GET ${at}/queryPlaces`]: {
          query: {
            type: 'SERVICES',
            text: 'logo',
            category: 'design',
            userId: String(owner.id),
            minPrice: '1',
            maxPrice: '2',
            city: String(city),
          },
        },
        [`GET ${at}/getListing`]: { query: { listType: 'EVENTS', id: String(event) } },
        [`GET ${at}/related`]: { query: { id: String(service) } },
        [`POST ${at}/toggleService`]: { json: { serviceId: service, enabled: true, listType: 'SERVICES' } },
        [`POST ${at}/deleteListing`]: { json: { id: service, listType: 'SERVICES' } },
        [`POST ${at}/addService`]: { json: { product: serviceDraft([file], { ...place, subCategory: 'logo', lang: 'en' }) } },
        [`POST ${at}/addJob`]: {
          json: { product: jobDraft({ ...place, salary: { amount: 4000, currency: 'USD', period: 'day' }, media: [file] }) },
        },
        [`POST ${at}/addEvent`]: {
          json: {
            product: eventDraft({
              ...place,
              eventType: 'HYBRID',
              sponsors,
              paid: true,
              price: 5_000_000,
              maxAttendees: 10,
              location: 'Room 4',
              timeZone: 'Asia/Tokyo',
              duration: 2,
            }),
          },
        },
        [`POST ${at}/submitApplication`]: {
          json: { jobId: foreign, message: 'I draw.', bidPrice: 5_000_000, bidDelivery: 3, bidService: service, cvPath: file },
        },
        [`GET ${at}/getApplications`]: { query: { jobId: String(mine) } },
        [`POST ${at}/answerApplication`]: { json: { id: received, accept: true, message: 'Welcome.' } },
        [`POST ${at}/withdrawApplication`]: { json: { id: sent } },
        [`GET ${at}/getCategories`]: { query: { listType: 'SERVICES', category: 'design' } },
        [`GET ${at}/queryCities`]: { query: { country: 'JP', text: 'ota', lang: 'ja', cityId: String(city) } },
        [`GET ${at}/getListingParts`]: {},
        [`GET ${at}/getListingPart`]: { query: { listType: 'SERVICES', part: '0' } },
        [`GET ${at}/getSavedIds`]: {},
        [`GET ${at}/getSavedLists`]: { query: { listingId: String(foreign) } },
        [`GET ${at}/getSavedListings`]: { query: { listId, cursor: '9999999999.1' } },
        [`GET ${at}/getSharedList`]: { query: { token, cursor: '9999999999.1' } },
        [`POST ${at}/saveListing`]: { json: { listingId: foreign, listId } },
        [`POST ${at}/unsaveListing`]: { json: { listingId: foreign } },
        [`POST ${at}/addSavedList`]: { json: { name: 'Logos' } },
        [`POST ${at}/renameSavedList`]: { json: { id: listId, name: 'Logos' } },
        [`POST ${at}/deleteSavedList`]: { json: { id: listId } },
        [`POST ${at}/shareSavedList`]: { json: { id: listId, shared: true } },
        [`GET ${at}/getSavedSearches`]: {},
        [`POST ${at}/saveSearch`]: {
          json: {
            ...alert,
            query: {
              type: 'SERVICES',
              text: 'logo',
              category: 'design',
              subCategory: 'logo',
              local: 'true',
              country: 'JP',
              city: String(city),
              minPrice: '1',
              maxPrice: '2',
              delivery: '3',
              rating: '4',
              lang: 'en',
              within: '7',
              minSalary: '1',
              from: '1',
              to: '2',
            },
          },
        },
        [`POST ${at}/changeSavedSearch`]: { json: { ...alert, id: search.id } },
        [`POST ${at}/deleteSavedSearch`]: { json: { id: search.id } },
        [`GET ${at}/getMatches`]: { query: { cursor: '9' } },
        [`POST ${at}/markMatchesSeen`]: { json: { upTo: 9 } },
        [`POST ${at}/generateText`]: {
          json: { text: 'Logo for small studios', queryType: 'description', listType: 'services', lang: 'en' },
        },
      },
    }
  },
})
