import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Listing } from '../../workers/listings/listings.schema.ts'
import { type Session, signIn } from '../../workers/local/seed/client.ts'
import { giveSession, launch, type Person, person } from './browser.ts'
import { ask } from './calls.ts'
import { closed, ownWords, PIXEL } from './steps.ts'
import { url } from './world.ts'

/**
 * The whole life of a listing of each kind, in both languages, on a phone and at a desk: written with its preview beside it,
 * published, seen by its owner, edited, hidden, deleted. One page load each; the rest is walked by what the pages offer.
 */

type Language = 'en' | 'ja'
type Pair = readonly [en: string, ja: string]
/** Wallets of people who are in no other test. */
const WALLETS: Record<Language, number> = { en: 85, ja: 86 }
const FACES = [
  // Where it is hidden: on its own page, in its form, or among one's own listings.
  { language: 'en', width: 1440, hideIn: 'page' },
  { language: 'en', width: 390, hideIn: 'list' },
  { language: 'ja', width: 1440, hideIn: 'list' },
  { language: 'ja', width: 390, hideIn: 'form' },
] as const

/** What the pages call things. */
const WORDS = {
  preview: ['Preview', 'プレビュー'],
  title: ['Title', 'タイトル'],
  category: ['Category', 'カテゴリー'],
  cardDescription: ['Card description', 'カードの説明'],
  description: ['Main description', '詳しい説明'],
  publish: ['Publish', '公開する'],
  save: ['Save changes', '変更を保存'],
  own: ['This is your listing.', 'あなたの出品です。'],
  seenAs: ['You see your listing as members do.', '会員の表示で見ています。'],
  leaveView: ['Leave this view', '会員の表示を終える'],
  backToEditing: ['Back to editing', '編集に戻る'],
  ownButton: [
    'This is your own listing. Only other members can use this button.',
    'これはあなたの出品です。このボタンは会員向けで、ご自身では使えません。',
  ],
  hidden: ['This listing is hidden. Only you can see it.', 'この出品は非公開です。あなただけに見えています。'],
  hiddenInForm: ['Hidden: only you can see it', '非公開：あなただけに見えています'],
  hiddenInList: ['Hidden', '非公開'],
  onOffer: ['Live', '公開中'],
  edit: ['Edit', '編集'],
  asMember: ['View as member', '会員の表示で見る'],
  mine: ['My listings', '自分の出品'],
  applications: ['Applications', '応募'],
  delete: ['Delete', '削除'],
  deleteIt: ['Delete it', '削除する'],
  none: ['You have not posted anything yet', 'まだ出品していません'],
  notYours: ['You can’t edit this listing', 'この出品は編集できません'],
  // of services
  holds: ['What’s included', '内容'],
  price: ['Price', '価格'],
  addPlan: ['Add a plan', 'プランを追加'],
  hourly: ['Hourly price', '時間単位の価格'],
  // of jobs
  bid: ['Bids', '入札'],
  bidBase: ['Bids start at', '入札の開始価格'],
  weekMore: ['One week more', '1週間増やす'],
  fullTime: ['Full-time', '正社員'],
  local: ['Local', '現地'],
  country: ['Country', '国・地域'],
  city: ['City', '都市'],
  picture: ['Picture', '写真'],
  salary: ['Salary', '給与'],
  currency: ['Currency', '通貨'],
  // of events
  begins: ['Starts', '開始'],
  ends: ['Ends', '終了'],
  zone: ['Time zone', 'タイムゾーン'],
  online: ['Online', 'オンライン'],
  link: ['Link or address', 'リンクまたは住所'],
  hideLink: ['Show it only to attendees', '参加が決まった人にだけ表示する'],
  places: ['Places', '定員'],
  cosmos: ['Cosmos', 'コスモス'],
  ink: ['Ink', '墨'],
  addSponsor: ['Add a sponsor', 'スポンサーを追加'],
  sponsor: ['Name of sponsor 1', 'スポンサー1の名前'],
  sponsorLink: ['Link of sponsor 1', 'スポンサー1のリンク'],
  paid: ['Paid', '有料'],
  ticket: ['Ticket price', 'チケットの価格'],
} as const satisfies Record<string, Pair>
type Words = Record<keyof typeof WORDS, string>
const wordsOf = (language: Language) =>
  Object.fromEntries(Object.entries(WORDS).map(([name, [en, ja]]) => [name, language === 'en' ? en : ja])) as Words

interface Kind {
  listType: 'services' | 'jobs' | 'events'
  /** Its name among one's own listings, the heading of its empty form, and what is asked before it is deleted and said afterwards. */
  tab: Pair
  post: Pair
  ask: Pair
  gone: Pair
  /** The button members use. */
  use: readonly [en: RegExp, ja: RegExp]
  title: Pair
  /** Fills what only this kind has into the empty form, later changes it; with what the card and the page say of it, and what is stored. */
  write: (page: Page, words: Words) => Promise<void>
  written: { said: Pair; stored: object }
  change: (page: Page, words: Words) => Promise<void>
  changed: { said: Pair; stored: object }
}

/** 9:30 in London. */
const EVENING = Date.UTC(2031, 2, 1, 9, 30) / 1000

const KINDS: Record<string, Kind> = {
  'a service': {
    listType: 'services',
    tab: ['Services', 'サービス'],
    post: ['Post a service', 'サービスを出品'],
    ask: ['Delete this service?', 'このサービスを削除しますか？'],
    gone: ['This service is not available', 'このサービスは受け付けていません'],
    use: [/^Continue with/, /で進む$/],
    title: ['Signs for quiet shops', '静かな店の看板を描きます'],
    write: async (page, words) => {
      await page.getByLabel(words.cardDescription).fill('LETTERED BY HAND')
      await page.locator('input[type=file][multiple]').setInputFiles(PIXEL)
      await page.locator('[data-media]').waitFor()
      await page.getByLabel(words.holds).fill('ONE SIGN IN ONE COLOUR')
      await page.getByLabel(words.price, { exact: true }).fill('55.50')
    },
    written: { said: ['$55.50', '$55.50'], stored: { price: 55_500_000, media: [{ kind: 'image' }] } },
    change: async (page, words) => {
      await page.getByLabel(words.price, { exact: true }).fill('80')
      await page.getByRole('button', { name: words.addPlan }).click()
      await page.getByLabel(words.holds).last().fill('ONE HOUR BESIDE YOU')
      await page.getByLabel(words.hourly).last().check()
    },
    changed: { said: ['$80', '$80'], stored: { price: 20_000_000, hourly: true } },
  },
  'a job': {
    listType: 'jobs',
    tab: ['Jobs', '求人'],
    post: ['Post a job', '求人を掲載'],
    ask: ['Delete this job?', 'この求人を削除しますか？'],
    gone: ['This job is no longer open', 'この求人の募集は終了しました'],
    use: [/^Bid from/, /から入札$/],
    title: ['Illustrator for a book of tides', '潮の絵本のイラストレーター'],
    write: async (page, words) => {
      await page.getByText(words.bid, { exact: true }).click()
      await page.getByLabel(words.bidBase).fill('150')
      // Beside it stands what others will see, not the card with which its owner goes on to edit it.
      const others = page.getByRole('complementary', { name: words.preview }).locator('button', { hasText: /Bid from \$150|\$150から入札/ })
      await others.waitFor()
      await page.getByRole('button', { name: words.weekMore }).click()
    },
    written: {
      said: ['Bids from $150', '$150から入札'],
      stored: { job: { jobType: 'CONTRACT', duration: 2, bidding: true, bidBase: 150_000_000, salary: null }, place: null },
    },
    change: async (page, words) => {
      // Nobody bids for a full-time job.
      await page.getByText(words.fullTime, { exact: true }).click()
      await page.getByText(words.bid, { exact: true }).waitFor({ state: 'detached' })
      await page.getByText(words.local, { exact: true }).click()
      await page.getByRole('combobox', { name: words.country }).fill('JP')
      await page.getByRole('option', { name: /^(Japan|日本)$/ }).click()
      await page.getByRole('combobox', { name: words.city }).fill('kyot')
      await page
        .getByRole('option', { name: /^(Kyoto|京都)/ })
        .first()
        .click()
      await page.getByLabel(words.picture, { exact: true }).setInputFiles(PIXEL)
      await page.locator('[contenteditable] img[src^="/media/"]').waitFor()
      await page.getByLabel(words.salary).fill('4,500.50')
      await page.getByLabel(words.currency).selectOption('EUR')
    },
    changed: {
      said: ['€4,500.50 a month', '月給€4,500.50'],
      stored: {
        place: { country: 'JP', city: { en: 'Kyoto', ja: '京都' } },
        description: expect.stringMatching(/<img data-media="[\w-]{22}" data-size="\d+x\d+">/),
        job: { jobType: 'FULLTIME', bidding: false, bidBase: null, salary: { amount: 450_050, currency: 'EUR', period: 'month' } },
      },
    },
  },
  'an event': {
    listType: 'events',
    tab: ['Events', 'イベント'],
    post: ['Post an event', 'イベントを掲載'],
    ask: ['Delete this event?', 'このイベントを削除しますか？'],
    gone: ['This event is no longer available', 'このイベントの掲載は終了しました'],
    use: [/^Request to join$/, /^参加を申し込む$/],
    title: ['An evening of prints and records', '版画とレコードの夕べ'],
    write: async (page, words) => {
      await page.getByLabel(words.begins, { exact: true }).fill('2031-03-01T18:30')
      expect(await page.getByLabel(words.ends, { exact: true }).inputValue()).toBe('2031-03-01T20:30')
      await page.getByRole('combobox', { name: words.zone }).fill('tokyo')
      await page.getByRole('option', { name: 'Asia / Tokyo' }).click()
      await page.getByText(words.online, { exact: true }).first().click()
      await page.getByLabel(words.link).fill('https://meet.example/print')
      await page.getByText(words.hideLink).click()
      await page.getByLabel(words.places, { exact: true }).fill('30')
      await page.getByRole('radio', { name: words.cosmos }).check()
      await page.getByRole('button', { name: words.addSponsor }).click()
      await page.getByLabel(words.sponsor).fill('紙と息子')
      await page.getByLabel(words.sponsorLink).fill('paper.example')
    },
    written: {
      said: ['Free', '無料'],
      stored: {
        event: {
          eventType: 'ONLINE',
          event_date: EVENING,
          end_date: EVENING + 7200,
          timeZone: 'Asia/Tokyo',
          maxAttendees: 30,
          location: null,
          theme: 'COSMOS',
        },
        sponsors: [{ name: '紙と息子', url: 'https://paper.example/' }],
      },
    },
    change: async (page, words) => {
      await page.getByRole('radio', { name: words.ink }).check()
      await page.getByText(words.paid, { exact: true }).click()
      await page.getByLabel(words.ticket).fill('12.50')
    },
    changed: { said: ['$12.50', '$12.50'], stored: { price: 12_500_000, event: { theme: 'INK', paid: true, event_date: EVENING } } },
  },
}

const MAIN = [
  'We make picture books about the sea, and the next one needs somebody who likes to draw water, boats and birds by hand. ',
  '海の絵本をつくっています。次の一冊のために、水と舟と鳥を手で描くのが好きな方を探しています。'.repeat(3),
] as const

/** What is written in Latin letters in Japanese too: names, addresses and time zones. */
const NAMES = /Warren|English|https?:\S+|[A-Z]\w+\/[A-Z]\w+/g

let browser: Browser
const people = {} as Record<Language, Person & { session: Session }>
beforeAll(async () => {
  browser = await launch()
  await Promise.all(
    (['en', 'ja'] as const).map(async (language) => {
      const [one, session] = await Promise.all([
        person(browser, url, { language: language === 'en' ? 'en-GB' : 'ja-JP' }),
        signIn(url, WALLETS[language]),
      ])
      await session.post('auth/addProfile', {
        profile: { name: language === 'en' ? 'Sora Ito' : '蓮', title: '', description: '', country: 'SE' },
      })
      await giveSession(one, session.cookie)
      people[language] = { ...one, session }
    }),
  )
})
afterAll(() => browser.close())

/** What the server tells somebody of a listing, or the status without one. */
async function listed(path: string, cookie = ''): Promise<Listing | number> {
  const [, listType, id] = /\/(jobs|events|services)\/(\d+)/.exec(path)!
  const answer = await ask(`/api/listings/getListing?listType=${listType}&id=${id}`, { headers: { cookie } })
  return answer.ok ? ((await answer.json()) as Listing) : answer.status
}

describe.each(FACES)('in $language at $width px', ({ language, width, hideIn }) => {
  const words = wordsOf(language)
  const at = language === 'en' ? 0 : 1

  test.each(Object.entries(KINDS))('%s is created, previewed, edited, hidden and deleted', async (_, kind) => {
    const { page, session } = people[language]
    const main = page.getByRole('main')
    const link = (name: string) => main.getByRole('link', { name, exact: true })
    const button = (name: string) => main.getByRole('button', { name, exact: true })
    const [title, tab] = [kind.title[at], kind.tab[at]]
    /** Nothing sticks out sideways, and in Japanese no word is English but for names. */
    const looksRight = async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      if (language === 'ja') expect((await ownWords(page)).replace(NAMES, '')).not.toMatch(/[a-z]{3}/)
    }
    const saved = async (name: string) => {
      await button(name).click()
      await page.waitForURL(new RegExp(`^${url}/${kind.listType}/\\d+`))
      await closed(page)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
    }

    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/list/${kind.listType}`)
    await page.getByRole('heading', { level: 1, name: kind.post[at] }).waitFor()
    await page.getByLabel(words.category, { exact: true }).selectOption({ index: 2 })
    await page.getByRole('textbox', { name: words.description }).fill(MAIN[at])
    await kind.write(page, words)
    // Texts are proposed a moment after the title: it comes last.
    await page.getByLabel(words.title, { exact: true }).fill(title)
    const preview = page.getByRole('complementary', { name: words.preview })
    await preview.getByRole('heading', { name: title }).waitFor()
    await preview.getByText(kind.written.said[at]).first().waitFor()
    await looksRight()

    await saved(words.publish)
    const path = new URL(page.url()).pathname
    await main.getByText(words.own).waitFor()
    await main.getByText(kind.written.said[at]).first().waitFor()
    await looksRight()
    expect(await listed(path)).toMatchObject({ title, lang: language, ...kind.written.stored })

    // As members see it: with their button, which says why it does nothing here, and without anything of the owner's.
    await link(words.asMember).click()
    await main.getByText(words.seenAs).waitFor()
    expect(await main.getByRole('switch').count()).toBe(0)
    expect(await main.getByRole('heading', { name: words.applications }).count()).toBe(0)
    await main.getByRole('button', { name: kind.use[at] }).click()
    const told = page.getByText(words.ownButton)
    await told.waitFor()
    await main.getByRole('button', { name: kind.use[at] }).click()
    expect(await told.count()).toBe(1)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await looksRight()

    await link(words.backToEditing).click()
    await link(words.asMember).waitFor()
    await kind.change(page, words)
    await preview.getByRole('heading', { name: title }).waitFor()
    await saved(words.save)
    await main.getByText(kind.changed.said[at]).first().waitFor()
    expect(await listed(path)).toMatchObject({ title, ...kind.changed.stored })

    const turned = page.waitForResponse('**/api/listings/toggleService')
    if (hideIn === 'page') await main.getByRole('switch', { name: words.onOffer }).click()
    else {
      await link(words.edit).click()
      if (hideIn === 'form') {
        await main.getByRole('switch').first().click()
        await main.getByText(words.hiddenInForm).waitFor()
        await turned
        await link(words.asMember).click()
        await main.getByText(words.hidden).waitFor()
        await link(words.leaveView).click()
      } else {
        await link(words.mine).click()
        await main.getByRole('tab', { name: tab }).click()
        await main.getByRole('switch', { name: `${words.onOffer} ${title}` }).click()
        await main.getByRole('switch', { name: `${words.hiddenInList} ${title}` }).waitFor()
        await turned
        await looksRight()
        await link(title).click()
      }
    }
    await main.getByText(words.hidden).waitFor()
    await turned
    await looksRight()
    expect([await listed(path), (await ask(path)).status]).toEqual([404, 404])
    expect(await listed(path, session.cookie)).toMatchObject({ title, enabled: false })

    await link(words.edit).click()
    await main.getByText(words.hiddenInForm).waitFor()
    await button(words.delete).click()
    await page.getByRole('dialog', { name: kind.ask[at] }).getByRole('button', { name: words.deleteIt }).click()
    await page.waitForURL('**/search/userId')
    await main.getByRole('tab', { name: tab }).click()
    await main.getByText(words.none).waitFor()
    await looksRight()
    expect(await listed(path, session.cookie)).toBe(404)
    // What is left of it in the browser's history.
    await page.goBack()
    await main.getByText(words.notYours).waitFor()
    await page.goBack()
    await main.getByText(kind.gone[at]).waitFor()
  })
})

test('a service goes on below its text: its seller, what else they offer, and what others offer like it, asked for only there', async () => {
  const { page } = people.en
  await page.setViewportSize({ width: 1440, height: 900 })
  const { services } = (await (await ask('/api/listings/query?type=SERVICES')).json()) as { services: Listing[] }
  const sellers = services.map(({ poster }) => poster.userId)
  const chosen = services.find(({ poster }) => sellers.filter((id) => id === poster.userId).length > 1)!
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/listings/related')) asked.push(request.url())
  })
  await page.goto(`/services/${chosen.id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(asked).toEqual([])
  await page.getByText(/^Last changed/).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 4000)
  const more = page.getByRole('heading', { name: `More by ${chosen.poster.name}` })
  await more.waitFor()
  // A line that was lost and found again asks once more; that is no other question.
  expect(new Set(asked).size).toBe(1)
  const section = page.locator('section', { has: more })
  expect(await section.getByRole('article').count()).toBeGreaterThan(0)
  await section.getByRole('article').first().getByRole('link').first().click()
  await page.waitForURL((now) => /^\/services\//.test(now.pathname) && !now.pathname.startsWith(`/services/${chosen.id}/`))
})

test('no browser had anything to complain about', () => {
  // Hidden and deleted ones are asked for, and answered with 404.
  const complaints = Object.values(people).flatMap((one) => one.complaints)
  expect(complaints.filter((line) => !line.includes('404'))).toEqual([])
})
