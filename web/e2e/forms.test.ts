import type { Locator } from '@playwright/test'
import fc from 'fast-check'
import { type Session, signIn as seedSignIn, upload } from '../../workers/local/seed/client.ts'
import type { Draft, DraftFault } from '../features/listing-editor/draft.ts'
import { type EventDraft, emptyEvent, eventBodyOf, eventFaults } from '../features/listing-editor/event-draft.ts'
import { emptyJob, type JobDraft, jobBodyOf, jobFaults } from '../features/listing-editor/job-draft.ts'
import { emptyService, type ServiceDraft, serviceBodyOf, serviceFaults } from '../features/listing-editor/service-draft.ts'
import { axeOn } from './axe.ts'
import { addSession, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { draft, send } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { tabTo } from './keys.ts'
import { PIXEL, waitForNoDialog } from './steps.ts'
import { url } from './world.ts'

/** The listing forms: drafts, error messages, keyboard use, and the same rules as the server. */

/** A wallet that no other test uses. */
const SORA = 83
/** The first of three wallets that publish random drafts, one kind each. They are new in every run, as publishing is limited per hour. */
const SELLER = 100_000 + (Date.now() % 1e9)
const MAIN = 'We make picture books about the sea, and the next one needs somebody who likes to draw water, boats and birds by hand. '

let sora: Session
let desk: UserBrowser
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  sora = await seedSignIn(url, SORA)
  await sora.post('auth/addProfile', { profile: { name: 'Sora Ito', title: '', description: '', country: 'JP' } })
  desk = await openUserBrowser()
  await addSession(desk, sora.cookie)
})
test.afterAll(closeUserBrowsers)

test('a draft is kept after a crash of its tab and after a change of its type; each error moves the focus to its field', async () => {
  const tab = await desk.context.newPage()
  await tab.goto('/list/freelance')
  await tab.getByLabel('Title', { exact: true }).fill('Signs painted by night')
  await tab.getByRole('textbox', { name: 'Main description' }).fill('Enamel on birch.')
  await tab.getByLabel('Category', { exact: true }).selectOption('design')
  const crashed = tab.waitForEvent('crash')
  const devtools = await desk.context.newCDPSession(tab)
  // The crashed page cannot answer any more.
  devtools.send('Page.crash').catch(() => {})
  await crashed
  await tab.close()

  const { page } = desk
  const title = page.getByLabel('Title', { exact: true })
  const category = page.getByLabel('Category', { exact: true })
  const description = page.getByRole('textbox', { name: 'Main description' })
  await page.goto('/list/services')
  expect(await title.inputValue()).toBe('Signs painted by night')
  expect(await category.inputValue()).toBe('design')
  await description.getByText('Enamel on birch.').waitFor()

  // A local service has the same form with other categories. There are no shops yet.
  const type = page.getByLabel('Type', { exact: true })
  expect(await type.locator('option').allTextContents()).toEqual(['Freelance service', 'Local service', 'Job', 'Event'])
  await type.selectOption('LOCALS')
  await page.waitForURL('**/list/locals/')
  expect(await category.inputValue()).toBe('')
  expect(await title.inputValue()).toBe('Signs painted by night')
  await type.selectOption('EVENTS')
  await page.getByRole('heading', { level: 1, name: 'Post an event' }).waitFor()
  // The place starts with the country of the profile.
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Japan')
  expect(await title.inputValue()).toBe('Signs painted by night')
  await description.getByText('Enamel on birch.').waitFor()

  // The dialog shows the first error in the order of the form, and the focus moves to its field.
  const expectRefusal = async (text: string) => {
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog', { name: text }).getByRole('button', { name: 'Back to the form' }).click()
    await waitForNoDialog(page)
  }
  const reached = async (field: Locator) => {
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    // Waits until the browser has restored the scroll position, which happens before the next frame.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    const { y, height } = (await field.boundingBox())!
    expect([y >= 0, y + height <= page.viewportSize()!.height]).toEqual([true, true])
  }
  await title.fill('Sign')
  await expectRefusal('Please select a category.')
  await reached(category)
  await category.selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByText('fields are marked; this is the first.').waitFor()
  await page.keyboard.press('Escape')
  await waitForNoDialog(page)
  await reached(title)
  await title.fill('Signs painted by day')
  await expectRefusal('Please add a date and a time.')
  await reached(page.getByLabel('Starts'))
  await page.getByLabel('Starts').fill('2027-06-01T18:00')
  await page.getByRole('radio', { name: 'Online' }).press('Space')
  await expectRefusal('Please create a longer main description.')
  await reached(description)
})

test('a service can be published by keyboard only', async () => {
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
  await (await chooser).setFiles(PIXEL)
  await page.locator('[data-media]').waitFor()
  await type(/^Main description$/, MAIN)
  await type(/^What’s included$/, 'One sign, lettered in one colour.')
  await tabTo(page, /^Publish$/)
  await keyboard.press('Enter')
  await page.waitForURL(/\/services\/\d+/)
  await waitForNoDialog(page)
  // Waits until the page has loaded the listing, which is deleted next.
  await page.getByRole('heading', { level: 1, name: 'Signs by keyboard' }).waitFor()
  const id = Number(new URL(page.url()).pathname.split('/')[2])
  expect(await sora.get(`listings/getListing?listType=services&id=${id}`)).toMatchObject({
    title: 'Signs by keyboard',
    media: [{ kind: 'image' }],
  })
  await sora.post('listings/deleteListing', { id, listType: 'services' })
})

test('publishing again after a lost answer creates no second job, even if the draft was changed', async () => {
  // A separate browser, because it logs an error about the broken connection.
  const other = await openUserBrowser()
  await addSession(other, sora.cookie)
  const { page } = other
  const keys: (string | undefined)[] = []
  await page.route('**/api/listings/addJob', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    // The server stores the job, but the answer never reaches the browser.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.goto('/list/jobs')
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('Boats drawn by hand')
  await page.getByLabel('Category', { exact: true }).selectOption({ index: 1 })
  await page.getByRole('textbox', { name: 'Main description' }).fill(MAIN)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog', { name: 'Could not be saved' }).getByRole('button', { name: 'Back to the form' }).click()
  await waitForNoDialog(page)
  await title.fill('Birds drawn by hand')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/jobs\/\d+/)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[\w-]{8,}$/)
  const { services: jobs } = await sora.get<{ services: { id: number; title: string }[] }>(`listings/query?type=JOBS&userId=${sora.id}`)
  expect(jobs.filter((job) => job.title.endsWith('drawn by hand')).map((job) => job.title)).toEqual(['Birds drawn by hand'])
  for (const { id } of jobs) await sora.post('listings/deleteListing', { id, listType: 'jobs' })
  await other.context.close()
})

test('the browsers logged no errors', () => {
  expect(desk.consoleErrors).toEqual([])
})

/** A number as people type it, or other text. */
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

/** Expects the server's answer to a draft to agree with the form's `faults`. Returns whether the draft is valid. */
async function expectSameVerdict<D extends Draft>(
  { cookie }: Session,
  path: string,
  draft: D,
  faults: DraftFault[],
  body: unknown,
): Promise<boolean> {
  const [fault] = faults
  const answer = await send(`listings/${path}`, { product: body }, { cookie })
  const { error } = (await answer.json()) as { error?: { details: { field?: string; path?: string } } }
  expect({ draft, status: answer.status }).toEqual({ draft, status: fault ? 422 : 200 })
  expect(error?.details.field ?? error?.details.path?.replace(/^product\./, '')).toBe(fault?.field)
  return fault === undefined
}

/** Valid drafts with at most two random fields: a draft of only random fields would hardly ever pass the first rule. */
const mostlyValid = <D extends Draft>(good: D, wrong: { [K in keyof D]?: fc.Arbitrary<D[K]> }) =>
  fc
    .tuple(fc.record(wrong as Record<string, fc.Arbitrary<unknown>>), fc.subarray(Object.keys(wrong), { maxLength: 2 }))
    .map(([all, names]): D => ({ ...good, ...Object.fromEntries(names.map((name) => [name, all[name]])) }))

test('the form and the server accept and reject the same random drafts', async () => {
  const seller = { name: 'Sora Ito', wallet: '0x' }
  const runs = { numRuns: 30 }
  const openSeller = async (wallet: number) => {
    const session = await seedSignIn(url, wallet)
    await session.post('auth/addProfile', { profile: { name: seller.name, title: '', description: '', country: 'JP' } })
    return session
  }
  const sellers = { services: await openSeller(SELLER), jobs: await openSeller(SELLER + 1), events: await openSeller(SELLER + 2) }
  // Hidden, so that no other test finds them.
  const right = { title: 'Signs', description: `<p>${'x'.repeat(100)}</p>`, enabled: false }
  const accepted = { services: 0, jobs: 0, events: 0 }

  const picture = { id: await upload(sellers.services, 'island'), kind: 'image' as const, width: 4, height: 3, placeholder: null }
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
    fc.asyncProperty(mostlyValid(service, { ...common, plans, media: fc.constantFrom([], [picture]) }), async (draft) => {
      const faults = serviceFaults(draft, seller)
      // Two plans with the same name become one when they are sent, so only the form can detect them.
      if (faults[0]?.rule === 'titles') return
      if (await expectSameVerdict(sellers.services, 'addService', draft, faults, serviceBodyOf(draft))) accepted.services++
    }),
    runs,
  )

  const job: JobDraft = { ...emptyJob(), ...right, category: 'ai_engineer' }
  const jobs = mostlyValid(job, {
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
      if (await expectSameVerdict(sellers.jobs, 'addJob', draft, jobFaults(draft, seller), jobBodyOf(draft))) accepted.jobs++
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
  const events = mostlyValid(event, {
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
      if (await expectSameVerdict(sellers.events, 'addEvent', draft, eventFaults(draft, seller), eventBodyOf(draft))) accepted.events++
    }),
    runs,
  )
  for (const count of Object.values(accepted)) expect(count).toBeGreaterThan(5)
})

for (const width of [390, 1440]) {
  test(`no focused field is covered in a window of ${width} px`, async () => {
    const { page } = desk
    await page.setViewportSize({ width, height: 844 })
    const covered: string[] = []
    for (const path of ['/list/services', '/list/jobs', '/list/events']) {
      await page.goto(path)
      await page.getByRole('textbox', { name: 'Main description' }).waitFor()
      const fields = page
        .getByRole('main')
        .locator('form :is(input:not([type=file]), select, textarea, [contenteditable=true], button[type=submit])')
      for (const field of await fields.all()) {
        if (!(await field.isVisible())) continue
        const fault = await field.evaluate((node: HTMLElement) => {
          node.focus()
          // Scrolls as the browser does when Tab moves the focus.
          node.scrollIntoView({ block: 'nearest' })
          const box = node.getBoundingClientRect()
          const below = Math.min(box.bottom, innerHeight) - 4
          const top = document.elementFromPoint(box.left + Math.min(box.width / 2, 20), below)
          const near = node.closest('label, fieldset, div')
          return top && !node.contains(top) && !near?.contains(top)
            ? `${node.getAttribute('aria-label') ?? node.id} under ${top.className}`
            : null
        })
        if (fault) covered.push(`${path}: ${fault}`)
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(covered).toEqual([])
  })
}

test('axe finds no violations of the rules for target size, headings and landmarks on a seller’s pages', async () => {
  const { page } = desk
  const service = (
    await sora.post<{ id: number }>('listings/addService', { product: { ...draft(await upload(sora, 'island')), title: 'Tides in ink' } })
  ).id
  const job = (
    await sora.post<{ id: number }>('listings/addJob', {
      product: { title: 'Draws tides', category: 'illustrator', description: `<p>${MAIN}</p>`, media: [] },
    })
  ).id
  const found: string[] = []
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    for (const path of [
      '/search/userId',
      `/services/${service}`,
      `/services/${service}?as=member`,
      `/jobs/${job}`,
      `/list/services/${service}`,
      `/list/jobs/${job}`,
      '/list/events',
    ]) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.locator('body:not(:has([aria-busy=true])):not(:has([role=status][aria-label=Loading]))').waitFor()
      const { violations } = await (await axeOn(page))
        .options({ runOnly: ['target-size', 'heading-order', 'landmark-unique', 'page-has-heading-one', 'landmark-no-duplicate-main'] })
        .analyze()
      for (const { id, nodes } of violations) for (const { target } of nodes) found.push(`${path} at ${width}: ${id}: ${target.join(' ')}`)
    }
  }
  await sora.post('listings/deleteListing', { id: service, listType: 'services' })
  await sora.post('listings/deleteListing', { id: job, listType: 'jobs' })
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(found).toEqual([])
})
