import fc from 'fast-check'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Listing } from '../../workers/listings/listings.schema.ts'
import { type Session, signIn as seedSignIn, upload } from '../../workers/local/seed/client.ts'
import type { Draft, DraftFault } from '../features/listings/draft.ts'
import { type EventDraft, emptyEvent, eventBodyOf, eventFaults } from '../features/listings/event-draft.ts'
import { emptyJob, type JobDraft, jobBodyOf, jobFaults } from '../features/listings/job-draft.ts'
import { emptyService, type ServiceDraft, serviceBodyOf, serviceFaults } from '../features/listings/service-draft.ts'
import { giveSession, launch, type Person, person } from './browser.ts'
import { ask, send } from './calls.ts'
import { closed } from './steps.ts'
import { url } from './world.ts'

/** Writing listings: the form of each kind, what of it is kept, and that the form and the server say the same about any draft. */

/** Wallets of people who are in no other test. */
const SORA = 81
const REN = 82
const PICTURE = new URL('../../workers/local/seed/pictures/island.webp', import.meta.url).pathname
const MAIN = 'We make picture books about the sea, and the next one needs somebody who likes to draw water, boats and birds by hand. '

let browser: Browser
let sora: Session
let desk: Person
let phone: Person
beforeAll(async () => {
  browser = await launch()
  const named = async (index: number, name: string) => {
    const session = await seedSignIn(url, index)
    await session.post('auth/addProfile', { profile: { name, title: '', description: '', image: null, video: null, country: 'JP' } })
    return session
  }
  const [first, second] = await Promise.all([named(SORA, 'Sora Ito'), named(REN, 'Ren Abe')])
  sora = first
  desk = await person(browser, url)
  phone = await person(browser, url, { language: 'ja-JP', width: 390, height: 844 })
  await Promise.all([giveSession(desk, sora.cookie), giveSession(phone, second.cookie)])
})
afterAll(() => browser.close())

/** A listing as somebody gets it, or the status without one. */
async function listed(path: string, cookie = ''): Promise<Listing | number> {
  const [, listType, id] = /\/(jobs|events|services)\/(\d+)/.exec(path)!
  const answer = await ask(`/api/listings/getListing?listType=${listType}&id=${id}`, { headers: { cookie } })
  return answer.ok ? ((await answer.json()) as Listing) : answer.status
}

/** Presses the button that saves and waits for the page of the listing; answers its path. */
async function saved(page: Page, button: string, kind: string): Promise<string> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.waitForURL(new RegExp(`/${kind}/\\d+`))
  await closed(page)
  return new URL(page.url()).pathname
}

const editorOf = (path: string) => `/list${path.replace(/^(\/\w+\/\d+).*/, '$1')}`

test('a job is posted, edited, hidden and deleted', async () => {
  const { page } = desk
  await page.goto('/list/jobs')
  await page.getByRole('heading', { level: 1, name: 'Post a job' }).waitFor()
  expect(await page.getByLabel('Type', { exact: true }).inputValue()).toBe('JOBS')
  expect(await page.getByLabel('Type', { exact: true }).locator('option').allTextContents()).not.toContain('Store')

  // The faults come one at a time, in their order, and each leads to its field.
  const publish = page.getByRole('button', { name: 'Publish' })
  const back = page.getByRole('dialog').getByRole('button', { name: 'Back to the form' })
  await publish.click()
  await page.getByRole('dialog', { name: 'Please Provide a descriptive title.' }).waitFor()
  await back.click()
  const title = page.getByLabel('Title', { exact: true })
  expect(await title.evaluate((field) => field === document.activeElement)).toBe(true)
  await title.fill('Illustrator for a book of tides')
  await page.getByLabel('Category', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Sub-category').selectOption({ index: 1 })
  await page.getByRole('textbox', { name: 'Main description' }).fill(MAIN)
  await page.getByText('They bid').click()
  await publish.click()
  await page.getByRole('dialog', { name: 'Please add a bidding price.' }).waitFor()
  await back.click()
  await page.getByLabel('Bids begin at').fill('150')
  await page.getByRole('button', { name: 'One week more' }).click()
  const path = await saved(page, 'Publish', 'jobs')
  expect(await listed(path)).toMatchObject({
    title: 'Illustrator for a book of tides',
    job: { jobType: 'CONTRACT', duration: 2, bidding: true, bidBase: 150_000_000, salary: null },
  })

  await page.goto(editorOf(path))
  await page.getByRole('link', { name: 'View as member' }).waitFor()
  // Nobody bids for a full-time job.
  await page.getByText('Full-time', { exact: true }).click()
  await page.getByText('They bid').waitFor({ state: 'detached' })
  await page.getByText('Local', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Country' }).fill('jap')
  await page.getByRole('option', { name: 'Japan' }).click()
  await page.getByRole('combobox', { name: 'City' }).fill('kyot')
  await page.getByRole('option', { name: 'Kyoto' }).first().click()
  await page.getByLabel('Picture', { exact: true }).setInputFiles(PICTURE)
  await page.locator('[contenteditable] img[src^="/media/"]').waitFor()
  await page.getByLabel('Salary').fill('4,500.50')
  await page.getByLabel('Currency').selectOption('EUR')
  await saved(page, 'Save changes', 'jobs')
  const changed = (await listed(path)) as Listing
  expect(changed).toMatchObject({
    place: { country: 'JP', city: { en: 'Kyoto', ja: '京都' } },
    description: expect.stringMatching(/<img data-media="[\w-]{22}" data-size="\d+x\d+">/),
    job: { jobType: 'FULLTIME', bidding: false, bidBase: null, salary: { amount: 450_050, currency: 'EUR', period: 'month' } },
  })

  await page.goto(editorOf(path))
  const toggled = page.waitForResponse('**/api/listings/toggleService')
  await page.getByRole('switch', { name: /^Open: everybody/ }).click()
  await toggled
  await page.getByRole('switch', { name: /^Hidden: only you/ }).waitFor()
  expect(await listed(path)).toBe(404)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog', { name: 'Delete this job?' }).getByRole('button', { name: 'Delete it' }).click()
  await page.waitForURL('**/search/userId')
  expect(await listed(path, sora.cookie)).toBe(404)
})

test('an event is posted, edited, hidden and deleted, in Japanese and on a phone', async () => {
  const { page } = phone
  await page.goto('/list/events')
  await page.getByRole('heading', { level: 1, name: 'イベントを掲載' }).waitFor()
  await page.getByLabel('タイトル', { exact: true }).fill('版画とレコードの夕べ')
  await page.getByLabel('カテゴリー', { exact: true }).selectOption({ index: 2 })
  await page.getByLabel('開始', { exact: true }).fill('2031-03-01T18:30')
  expect(await page.getByLabel('終了', { exact: true }).inputValue()).toBe('2031-03-01T20:30')
  const zone = page.getByRole('combobox', { name: 'タイムゾーン' })
  await zone.fill('tokyo')
  await page.getByRole('option', { name: 'Asia / Tokyo' }).click()
  await page.getByText('オンライン', { exact: true }).first().click()
  await page.getByLabel('リンクまたは住所').fill('https://meet.example/print')
  await page.getByText('参加を認めた人にだけ伝える').click()
  await page.getByLabel('定員').fill('30')
  await page.getByRole('radio', { name: 'コスモス' }).check()
  await page.getByRole('button', { name: 'スポンサーを追加' }).click()
  await page.getByLabel('スポンサー1の名前').fill('紙と息子')
  await page.getByLabel('スポンサー1のリンク').fill('paper.example')
  await page
    .getByRole('textbox', { name: '詳しい説明' })
    .fill('木版画を一枚ずつ刷りながら、店の主人が選んだレコードを大きな音で聴きます。'.repeat(4))
  const path = await saved(page, '公開する', 'events')
  const at = Date.UTC(2031, 2, 1, 9, 30) / 1000
  expect(await listed(path)).toMatchObject({
    lang: 'ja',
    event: {
      eventType: 'ONLINE',
      event_date: at,
      end_date: at + 7200,
      timeZone: 'Asia/Tokyo',
      maxAttendees: 30,
      location: null,
      theme: 'COSMOS',
    },
    sponsors: [{ name: '紙と息子', url: 'https://paper.example/' }],
  })

  await page.goto(editorOf(path))
  await page.getByRole('radio', { name: '墨' }).check()
  await page.getByText('有料', { exact: true }).click()
  await page.getByLabel('チケットの価格').fill('12.50')
  await saved(page, '変更を保存', 'events')
  expect(await listed(path)).toMatchObject({ price: 12_500_000, event: { theme: 'INK', paid: true, event_date: at } })

  await page.goto(editorOf(path))
  const toggled = page.waitForResponse('**/api/listings/toggleService')
  await page.getByRole('switch', { name: /^公開中/ }).click()
  await toggled
  expect(await listed(path)).toBe(404)
  await page.getByRole('button', { name: '削除', exact: true }).click()
  await page.getByRole('dialog', { name: 'このイベントを削除しますか？' }).getByRole('button', { name: '削除する' }).click()
  await page.waitForURL('**/search/userId')
  expect(await listed(path)).toBe(404)
})

test('a draft survives its tab, and goes along when it turns out to be of another type', async () => {
  const tab = await desk.context.newPage()
  await tab.goto('/list/freelance')
  await tab.getByLabel('Title', { exact: true }).fill('Signs painted by night')
  await tab.getByRole('textbox', { name: 'Main description' }).fill('Enamel on birch.')
  await tab.getByLabel('Category', { exact: true }).selectOption('design')
  await tab.close()

  const { page } = desk
  await page.goto('/list/services')
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Signs painted by night')
  expect(await page.getByLabel('Category', { exact: true }).inputValue()).toBe('design')
  await page.getByRole('textbox', { name: 'Main description' }).getByText('Enamel on birch.').waitFor()

  // A local service is of the same form, with categories of its own.
  await page.getByLabel('Type', { exact: true }).selectOption('LOCALS')
  await page.waitForURL('**/list/locals/')
  expect(await page.getByLabel('Category', { exact: true }).inputValue()).toBe('')
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Signs painted by night')
  await page.getByLabel('Type', { exact: true }).selectOption('EVENTS')
  await page.getByRole('heading', { level: 1, name: 'Post an event' }).waitFor()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Signs painted by night')
  await page.getByRole('textbox', { name: 'Main description' }).getByText('Enamel on birch.').waitFor()
})

/** Goes by Tab to the control of a name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 90; step++) {
    await page.keyboard.press('Tab')
    const now = await page.evaluate(() => {
      const at = document.activeElement as HTMLInputElement
      return (at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent ?? '').trim()
    })
    if (name.test(now)) return
  }
  throw new Error(`no way by Tab to ${name}`)
}

test('a service is published by the keyboard alone', async () => {
  const { page } = desk
  await page.goto('/list/freelance')
  await page.getByRole('heading', { level: 1, name: 'Post a service' }).waitFor()
  const { keyboard } = page
  const type = async (name: RegExp, text: string) => {
    await tabTo(page, name)
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type(text)
  }
  await tabTo(page, /^Category$/)
  await keyboard.press('ArrowDown')
  await type(/^Title$/, 'Signs by keyboard')
  await type(/^Card description$/, 'Lettered without a mouse.')
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, /^Add pictures or a video/)
  await keyboard.press('Space')
  await (await chooser).setFiles(PICTURE)
  await page.locator('[data-media]').waitFor()
  await type(/^Main description$/, MAIN)
  await type(/^What it holds$/, 'One sign, lettered in one colour.')
  await tabTo(page, /^Publish$/)
  await keyboard.press('Enter')
  await page.waitForURL(/\/services\/\d+/)
  await closed(page)
  const path = new URL(page.url()).pathname
  const service = await listed(path, sora.cookie)
  expect(service).toMatchObject({ title: 'Signs by keyboard', media: [{ kind: 'image' }] })
  await sora.post('listings/deleteListing', { id: (service as Listing).id, listType: 'services' })
})

test('no browser had anything to complain about', () => {
  // A hidden listing and a deleted one are asked for, and answered with 404.
  const real = [...desk.complaints, ...phone.complaints].filter((line) => !line.includes('404'))
  expect(real).toEqual([])
})

/** A number as people type it, or something else. */
const number = fc.oneof(
  fc.constantFrom('', '0', '1', '5', '4.99', '4.999999', '20', '1,000', '１２', '365', '366', '1e9', '-1', 'five'),
  fc.string({ maxLength: 5 }),
)
const text = (lengths: number[]) =>
  fc.oneof(
    fc.constantFrom(...lengths).map((length) => 'x'.repeat(length)),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
  )
const time = fc.constantFrom('', '2031-03-01T18:30', '2031-03-01T18:29', '2032-03-30T18:30', '2020-01-01T10:00', '2031-02-30T10:00', 'soon')
const common = {
  title: text([0, 4, 5, 120, 121]),
  category: fc.constantFrom('', 'design', 'ai_engineer', 'meetup', 'nonsense'),
  description: text([0, 99, 100]).map((words) => `<p>${words}</p>`),
  descriptionPreview: text([0, 9, 10, 300, 301]),
  local: fc.boolean(),
  country: fc.constantFrom(null, 'JP'),
}

/** What the form says of a draft, and what the server answers when it is sent all the same. */
async function agree<D extends Draft>(path: string, draft: D, faults: DraftFault[], body: unknown): Promise<boolean> {
  const [fault] = faults
  const answer = await send(`listings/${path}`, { product: body }, { cookie: sora.cookie })
  const { error } = (await answer.json()) as { error?: { details: { field?: string; path?: string } } }
  expect({ draft, status: answer.status }).toEqual({ draft, status: fault ? 422 : 200 })
  expect(error?.details.field ?? error?.details.path?.replace(/^product\./, '')).toBe(fault?.field)
  return fault === undefined
}

/** Drafts that are right but for at most two fields: wholly random ones would never get past the first rule. */
const mostly = <D extends Draft>(good: D, wrong: { [K in keyof D]?: fc.Arbitrary<D[K]> }) =>
  fc
    .tuple(fc.record(wrong as Record<string, fc.Arbitrary<unknown>>), fc.subarray(Object.keys(wrong), { maxLength: 2 }))
    .map(([all, names]): D => ({ ...good, ...Object.fromEntries(names.map((name) => [name, all[name]])) }))

test('the form and the server say the same about any draft', async () => {
  const seller = { name: 'Sora Ito', wallet: '0x' }
  const runs = { numRuns: 50 }
  // Hidden, so that nobody meets them.
  const right = { title: 'Signs', description: `<p>${'x'.repeat(100)}</p>`, enabled: false }
  const accepted = { services: 0, jobs: 0, events: 0 }

  const picture = { id: await upload(sora, 'island'), kind: 'image' as const, width: 4, height: 3, placeholder: null }
  const plan = { ...emptyService().plans[0]!, description: 'One sign, lettered.' }
  const service: ServiceDraft = {
    ...emptyService(),
    ...right,
    category: 'design',
    descriptionPreview: 'Ten letters',
    media: [picture],
    plans: [plan],
  }
  const plans = fc.array(
    fc
      .record({ price: number, delivery: number, revisions: number, description: text([0, 9, 10, 601]), title: text([0, 5, 41]) })
      .map((one) => ({ ...plan, ...one })),
    { minLength: 1, maxLength: 3 },
  )
  await fc.assert(
    fc.asyncProperty(mostly(service, { ...common, plans, media: fc.constantFrom([], [picture]) }), async (draft) => {
      const faults = serviceFaults(draft, seller)
      // Two plans of one name are one by the time they are sent: only the form can tell.
      if (faults[0]?.rule === 'titles') return
      if (await agree('addService', draft, faults, serviceBodyOf(draft))) accepted.services++
    }),
    runs,
  )

  const job: JobDraft = { ...emptyJob(), ...right, category: 'ai_engineer' }
  const jobs = mostly(job, {
    ...common,
    jobType: fc.constantFrom('CONTRACT', 'FULLTIME'),
    duration: number,
    bidding: fc.boolean(),
    bidBase: number,
    salary: number,
    currency: fc.constantFrom('USD', 'JPY'),
  })
  await fc.assert(
    fc.asyncProperty(jobs, async (draft) => {
      if (await agree('addJob', draft, jobFaults(draft, seller), jobBodyOf(draft))) accepted.jobs++
    }),
    runs,
  )

  const event: EventDraft = {
    ...emptyEvent('Asia/Tokyo'),
    ...right,
    category: 'meetup',
    eventType: 'ONLINE',
    start: '2031-03-01T18:30',
    end: '2031-03-01T20:30',
  }
  const sponsor = fc.record({
    key: fc.constant('1'),
    name: text([0, 1, 80, 81]),
    url: fc.constantFrom('', 'paper.example', 'javascript:alert(1)', 'http://', 'mailto:a@b.c'),
  })
  const events = mostly(event, {
    ...common,
    eventType: fc.constantFrom('IN_PERSON', 'ONLINE', 'HYBRID'),
    start: time,
    end: time,
    timeZone: fc.constantFrom('UTC', 'Asia/Tokyo', 'America/New_York', 'Mars/Olympus'),
    paid: fc.boolean(),
    price: number,
    maxAttendees: number,
    sponsors: fc.array(sponsor, { maxLength: 3 }),
    location: text([0, 10, 301]),
    hide_location: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(events, async (draft) => {
      if (await agree('addEvent', draft, eventFaults(draft, seller), eventBodyOf(draft))) accepted.events++
    }),
    runs,
  )
  for (const count of Object.values(accepted)) expect(count).toBeGreaterThan(5)
})
