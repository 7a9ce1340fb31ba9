import { describe, expect, test } from 'vitest'
import type { Job } from '../../../workers/listings/jobs.schema.ts'
import type { DraftFault } from './draft.ts'
import { type EventDraft, emptyEvent, eventBodyOf, eventDraftOf, eventFaults } from './event-draft.ts'
import { emptyJob, type JobDraft, jobBodyOf, jobDraftOf, jobFaults } from './job-draft.ts'
import { RULE_TEXTS } from './rule-texts.ts'
import { emptyService, newPlan, type PlanDraft, type ServiceDraft, serviceFaults } from './service-draft.ts'

// Every row changes a valid draft and names the text of its first fault, or `accepted`. The last rows of a table have several faults, to
// test which one is first.
const SELLER = { name: 'Aiko Mori', wallet: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }
const NOW = 1_800_000_000
const firstText = ([first]: DraftFault[]) => (first ? RULE_TEXTS[first.rule].message : 'accepted')
const text = (length: number) => `<p>${'x'.repeat(length)}</p>`
const picture = { id: 'a'.repeat(22), kind: 'image' as const, width: 4, height: 3, placeholder: null }

const TITLE = 'Please Provide a descriptive title.'
const CATEGORY = 'Please select a category.'
const PROFILE = 'Please setup your profile and a valid username.'
const WALLET = 'Link a wallet to publish this.'
const CARD = 'Please create a longer card description.'
const PROMPTS = 'Please replace the lines in brackets with your own words.'
const MAIN = 'Please create a longer main description.'
const PRICE = 'Please set a price of at least 5 dollars.'
const DELIVERY = 'Please set a delivery date of at least 1 day.'
const OFFERING = 'Please set a longer description for your offerings.'
const MEDIA = 'Please add media to your service.'
const PLACE = 'Please add a valid country and city.'
const BID = 'Please add a bidding price.'

describe('the draft of a service', () => {
  const plan: PlanDraft = { ...newPlan([]), description: 'Ten letters' }
  const good: ServiceDraft = {
    ...emptyService(),
    title: 'Logos',
    category: 'design',
    descriptionPreview: 'Ten letter',
    description: text(100),
    media: [picture],
    plans: [plan],
  }
  const resultOf = (change: Partial<ServiceDraft>, seller: Partial<typeof SELLER> | { name: null } | { wallet: null } = {}) =>
    firstText(serviceFaults({ ...good, ...change }, { ...SELLER, ...seller }))
  const resultOfPlan = (change: Partial<PlanDraft>) => resultOf({ plans: [{ ...plan, ...change }] })

  test.each<[Partial<ServiceDraft>, string]>([
    [{}, 'accepted'],
    [{ title: 'Logo' }, TITLE],
    [{ title: '    Logo    ' }, TITLE],
    [{ title: '名刺を作る' }, 'accepted'],
    [{ category: '' }, CATEGORY],
    [{ descriptionPreview: 'Nine char' }, CARD],
    [{ description: text(99) }, MAIN],
    [{ description: `${text(100)}<ul><li><p>[What you hand over, and in which form.]</p></li></ul>` }, PROMPTS],
    [{ descriptionPreview: 'Logos. [Say in one sentence who it is for and what they get.]' }, PROMPTS],
    [{ description: `<p>${' '.repeat(200)}</p>` }, MAIN],
    [{ media: [] }, MEDIA],
    [{ local: true }, PLACE],
    [{ local: true, country: 'JP' }, PLACE],
    [{ local: true, country: 'JP', city: { cityId: 1850147, en: 'Tokyo', ja: '東京' } }, 'accepted'],
    [{ local: false, country: 'JP' }, 'accepted'],
    // The order: title, category, seller, card, main, plans, media.
    [{ title: '', category: '', descriptionPreview: '', description: '', media: [], plans: [{ ...plan, price: '' }] }, TITLE],
    [{ category: '', descriptionPreview: '', description: '', media: [], plans: [{ ...plan, price: '' }] }, CATEGORY],
    [{ descriptionPreview: '', description: '', media: [], plans: [{ ...plan, price: '' }] }, CARD],
    [{ description: '', media: [], plans: [{ ...plan, price: '' }] }, MAIN],
    [{ media: [], plans: [{ ...plan, price: '' }] }, PRICE],
  ])('with the change %j has the result: %s', (change, result) => expect(resultOf(change)).toBe(result))

  test.each<[Partial<PlanDraft>, string]>([
    [{ price: '5' }, 'accepted'],
    [{ price: '4.999999' }, PRICE],
    [{ price: '-20' }, PRICE],
    [{ price: '5,5,5' }, PRICE],
    [{ price: '1,555' }, 'accepted'],
    [{ price: 'five' }, PRICE],
    [{ price: '1e309' }, PRICE],
    [{ delivery: '1' }, 'accepted'],
    [{ delivery: '0' }, DELIVERY],
    [{ delivery: '0.5' }, DELIVERY],
    [{ delivery: '' }, DELIVERY],
    [{ description: 'Nine char' }, OFFERING],
    [{ price: '0', delivery: '0', description: '' }, PRICE],
    [{ delivery: '0', description: '' }, DELIVERY],
  ])('with the plan change %j has the result: %s', (change, result) => expect(resultOfPlan(change)).toBe(result))

  test('reports a missing profile name before a missing wallet, and both before the card', () => {
    expect(resultOf({ descriptionPreview: '' }, { name: null, wallet: null } as never)).toBe(PROFILE)
    expect(resultOf({ descriptionPreview: '' }, { wallet: null } as never)).toBe(WALLET)
  })
})

describe('the draft of a job', () => {
  const good: JobDraft = { ...emptyJob(), title: 'Draws', category: 'ai_engineer', description: text(100) }
  const resultOf = (change: Partial<JobDraft>, seller: { name: string | null; wallet: string | null } = SELLER) =>
    firstText(jobFaults({ ...good, ...change }, seller))

  test.each<[Partial<JobDraft>, string]>([
    [{}, 'accepted'],
    [{ title: 'Draw' }, TITLE],
    [{ category: '' }, CATEGORY],
    [{ description: text(99) }, MAIN],
    [{ local: true }, PLACE],
    [{ bidding: true }, BID],
    [{ bidding: true, bidBase: 'much' }, BID],
    [{ bidding: true, bidBase: '0' }, BID],
    [{ bidding: true, bidBase: '4.99' }, PRICE],
    [{ bidding: true, bidBase: '200' }, 'accepted'],
    // A full-time job has no bids, and a job with bids has no salary.
    [{ bidding: true, jobType: 'FULLTIME' }, 'accepted'],
    [{ bidding: true, bidBase: '200', salary: 'none' }, 'accepted'],
    [{ duration: '0' }, 'Please set a duration of 1 to 260 weeks.'],
    [{ duration: '261' }, 'Please set a duration of 1 to 260 weeks.'],
    [{ duration: '0', jobType: 'FULLTIME' }, 'accepted'],
    [{ salary: '4,500.50', currency: 'USD' }, 'accepted'],
    [{ salary: '４５００００', currency: 'JPY' }, 'accepted'],
    [{ salary: '10.50', currency: 'JPY' }, 'Please add a valid salary.'],
    [{ salary: '0' }, 'Please add a valid salary.'],
    [{ salary: 'a lot' }, 'Please add a valid salary.'],
    [{ title: '', category: '', description: '', local: true, bidding: true }, TITLE],
    [{ category: '', description: '', local: true, bidding: true }, CATEGORY],
    [{ description: '', local: true, bidding: true }, MAIN],
    [{ local: true, bidding: true }, PLACE],
  ])('with the change %j has the result: %s', (change, result) => expect(resultOf(change)).toBe(result))

  test('reports a missing profile name before the description; a wallet is not needed', () => {
    expect(resultOf({ description: '' }, { name: null, wallet: null })).toBe(PROFILE)
    expect(resultOf({}, { name: 'Aiko', wallet: null })).toBe('accepted')
  })

  test('keeps the terms of a job that is opened in the form and sent unchanged', () => {
    const terms = { jobType: 'CONTRACT', duration: 6, bidding: false, bidBase: null } as const
    const salary = { amount: 450_050, currency: 'USD', period: 'month' } as const
    const job = { ...good, type: 'JOBS', place: null, job: { ...terms, salary } } as unknown as Job
    expect(jobBodyOf(jobDraftOf(job), 7)).toMatchObject({ id: 7, ...terms, salary })
    const bids = { ...terms, bidding: true, bidBase: 150_500_000, salary: null }
    expect(jobBodyOf(jobDraftOf({ ...job, job: bids }))).toMatchObject(bids)
  })
})

describe('the draft of an event', () => {
  const TOKYO = { local: true, country: 'JP', city: { cityId: 1850147, en: 'Tokyo', ja: '東京' } }
  const good: EventDraft = {
    ...emptyEvent('Asia/Tokyo'),
    ...TOKYO,
    title: 'Print',
    category: 'meetup',
    description: text(100),
    start: '2027-03-01T18:30',
    end: '2027-03-01T21:00',
  }
  const resultOf = (change: Partial<EventDraft>, seller: { name: string | null; wallet: string | null } = SELLER) =>
    firstText(eventFaults({ ...good, ...change }, seller, NOW))
  const PAST = 'Please choose a date that is not in the past.'
  const sponsor = { key: '1', name: 'Paper & Sons' }

  test.each<[Partial<EventDraft>, string]>([
    [{}, 'accepted'],
    [{ title: 'Show' }, TITLE],
    [{ category: '' }, CATEGORY],
    [{ description: text(99) }, MAIN],
    [{ city: null }, PLACE],
    [{ eventType: 'HYBRID', city: null }, PLACE],
    [{ eventType: 'ONLINE', country: null, city: null }, 'accepted'],
    [{ start: '' }, 'Please add a date and a time.'],
    [{ start: '2027-02-30T10:00' }, 'Please add a date and a time.'],
    [{ end: '' }, 'accepted'],
    [{ end: '2027-03-01T18:30' }, 'Please set an end that is after the start.'],
    [{ end: '2028-03-02T18:31' }, 'Please set a duration of at most 366 days.'],
    [{ start: '2026-03-01T18:30', end: '2026-03-01T21:00' }, PAST],
    [{ start: '2037-01-14T18:30', end: '2037-01-14T21:00' }, 'accepted'],
    [{ start: '2037-01-16T18:30', end: '2037-01-16T21:00' }, 'Please choose a date within the next ten years.'],
    [{ location: 'https://bank.example@evil.example/' }, 'Please add a link that starts with https.'],
    [{ paid: true, price: '0' }, 'Please add a price, or make the event free.'],
    [{ paid: true, price: 'much' }, 'Please add a price, or make the event free.'],
    [{ paid: true, price: '2.50' }, 'accepted'],
    [{ paid: false, price: 'much' }, 'accepted'],
    [{ maxAttendees: '0' }, 'Please set 1 to 100,000 places, or leave the field empty.'],
    [{ maxAttendees: 'many' }, 'Please set 1 to 100,000 places, or leave the field empty.'],
    [{ maxAttendees: '100000' }, 'accepted'],
    [{ sponsors: [{ ...sponsor, url: 'paper.example' }] }, 'accepted'],
    [{ sponsors: [{ ...sponsor, url: 'javascript:alert(1)' }] }, 'Please add a link that starts with https.'],
    [{ sponsors: [{ ...sponsor, name: ' ', url: 'javascript:alert(1)' }] }, 'accepted'],
    [{ title: '', category: '', description: '', city: null, start: '' }, TITLE],
    [{ category: '', description: '', city: null, start: '' }, CATEGORY],
    [{ description: '', city: null, start: '' }, MAIN],
    [{ city: null, start: '' }, PLACE],
  ])('with the change %j has the result: %s', (change, result) => expect(resultOf(change)).toBe(result))

  test('reports a missing profile name; a wallet is needed only for paid places', () => {
    expect(resultOf({ description: '' }, { name: null, wallet: null })).toBe(PROFILE)
    expect(resultOf({}, { name: 'Aiko', wallet: null })).toBe('accepted')
    expect(resultOf({ paid: true }, { name: 'Aiko', wallet: null })).toBe(WALLET)
  })

  test('keeps start, end and time zone if the form is opened and sent without changes', () => {
    const body = eventBodyOf({ ...good, maxAttendees: '30', sponsors: [{ ...sponsor, url: 'https://paper.example/' }] })
    expect(body).toMatchObject({ event_date: Date.UTC(2027, 2, 1, 9, 30) / 1000, end_date: Date.UTC(2027, 2, 1, 12) / 1000 })
    const { sponsors, event_date, end_date, title, category, description, price, ...event } = body as Required<typeof body>
    const listing = {
      title,
      category,
      description,
      sponsors,
      price,
      media: [],
      place: null,
      type: 'EVENTS',
      event: { ...event, event_date, end_date },
    }
    const again = eventDraftOf(listing as never)
    expect(again).toMatchObject({ start: good.start, end: good.end, maxAttendees: '30' })
    expect(eventBodyOf({ ...again, ...TOKYO })).toMatchObject({ event_date, end_date, sponsors, theme: 'SIMPLE_LIGHT' })
  })
})
