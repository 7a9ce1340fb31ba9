import type { Page } from '@playwright/test'
import type { Listing } from '../../workers/listings/listings.schema.ts'
import { type Session, signIn } from '../../workers/local/seed/client.ts'
import { addSession, closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { fetchPath } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { interfaceText, PIXEL, waitForNoDialog } from './steps.ts'
import { url } from './world.ts'

/**
 * The life cycle of a listing of each kind, in English on a desktop and in Japanese on a phone: previewed, published, viewed by its owner,
 * edited, hidden, deleted. Each test loads one page and then navigates within the app.
 */

type Language = 'en' | 'ja'
type Pair = readonly [en: string, ja: string]
/** Wallets that no other test uses. */
const WALLETS: Record<Language, number> = { en: 85, ja: 86 }
/**
 * Where the owner hides a listing: on its page, in its form, or in My listings. In each language, every kind uses a different one of these.
 */
const PLACES_TO_HIDE = ['page', 'form', 'list'] as const

/** Labels of the pages, in English and Japanese. */
const LABELS = {
  preview: ['Preview', 'プレビュー'],
  title: ['Title', 'タイトル'],
  category: ['Category', 'カテゴリー'],
  cardDescription: ['Card description', 'カードの説明'],
  description: ['Main description', '詳しい説明'],
  publish: ['Publish', '公開する'],
  save: ['Save changes', '変更を保存'],
  own: ['This is your listing.', 'あなたの出品です。'],
  memberView: ['You see your listing as members do.', '会員の表示で見ています。'],
  leaveView: ['Leave this view', '会員の表示を終える'],
  backToEditing: ['Back to editing', '編集に戻る'],
  ownButton: [
    'This is your own listing. Only other members can use this button.',
    'これはあなたの出品です。このボタンは会員向けで、ご自身では使えません。',
  ],
  hidden: ['This listing is hidden. Only you can see it.', 'この出品は非公開です。あなただけに見えています。'],
  hiddenInForm: ['Hidden: only you can see it', '非公開：あなただけに見えています'],
  hiddenInList: ['Hidden', '非公開'],
  live: ['Live', '公開中'],
  edit: ['Edit', '編集'],
  asMember: ['View as member', '会員の表示で見る'],
  mine: ['My listings', '自分の出品'],
  applications: ['Applications', '応募'],
  delete: ['Delete', '削除'],
  deleteIt: ['Delete it', '削除する'],
  none: ['You have not posted anything yet', 'まだ出品していません'],
  notYours: ['You can’t edit this listing', 'この出品は編集できません'],
  // services
  included: ['What’s included', '内容'],
  price: ['Price', '価格'],
  addPlan: ['Add a plan', 'プランを追加'],
  hourly: ['Hourly price', '時間単位の価格'],
  // jobs
  bid: ['Bids', '入札'],
  bidBase: ['Bids start at', '入札の開始価格'],
  weekMore: ['Add one week', '1週間増やす'],
  fullTime: ['Full-time', '正社員'],
  local: ['Local', '現地'],
  country: ['Country', '国・地域'],
  city: ['City', '都市'],
  picture: ['Picture', '画像'],
  salary: ['Salary', '給与'],
  currency: ['Currency', '通貨'],
  // events
  begins: ['Starts', '開始'],
  ends: ['Ends', '終了'],
  zone: ['Time zone', 'タイムゾーン'],
  online: ['Online', 'オンライン'],
  link: ['Link to join', '参加用のリンク'],
  hideLink: ['Show it only to attendees', '参加が決まった人にだけ表示する'],
  places: ['Places', '定員'],
  cosmos: ['Cosmos', '宇宙'],
  ink: ['Ink', '墨'],
  addSponsor: ['Add a sponsor', 'スポンサーを追加'],
  sponsor: ['Name of sponsor 1', 'スポンサー1の名前'],
  sponsorLink: ['Link of sponsor 1', 'スポンサー1のリンク'],
  paid: ['Paid', '有料'],
  placePrice: ['Price of a place', '席の料金'],
} as const satisfies Record<string, Pair>
type Labels = Record<keyof typeof LABELS, string>
const labelsOf = (language: Language) =>
  Object.fromEntries(Object.entries(LABELS).map(([name, [en, ja]]) => [name, language === 'en' ? en : ja])) as Labels

interface Kind {
  listType: 'services' | 'jobs' | 'events'
  /** Its tab in My listings, the heading of its empty form, the question before it is deleted and the text afterwards. */
  tab: Pair
  post: Pair
  ask: Pair
  gone: Pair
  /** The button on the listing's page that members use. */
  use: readonly [en: RegExp, ja: RegExp]
  title: Pair
  /**
   * `write` fills the fields of this kind, and `change` changes them. After either, the page shows `said` and the server has stored
   * `stored`.
   */
  write: (page: Page, labels: Labels) => Promise<void>
  written: { said: Pair; stored: object }
  change: (page: Page, labels: Labels) => Promise<void>
  changed: { said: Pair; stored: object }
}

/** The day of the event. A paid event must end within 365 days. */
const EVENT_DAY = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10)
/** 18:30 in Tokyo, the start that the test enters (UTC seconds). */
const EVENING = Date.parse(`${EVENT_DAY}T09:30:00Z`) / 1000

const KINDS: Record<string, Kind> = {
  'a service': {
    listType: 'services',
    tab: ['Services', 'サービス'],
    post: ['Post a service', 'サービスを出品'],
    ask: ['Delete this service?', 'このサービスを削除しますか？'],
    gone: ['This service is not available', 'このサービスは受け付けていません'],
    use: [/^Continue with/, /で進む$/],
    title: ['Signs for quiet shops', '静かな店の看板を描きます'],
    write: async (page, labels) => {
      await page.getByLabel(labels.cardDescription).fill('LETTERED BY HAND')
      await page.locator('input[type=file][multiple]').setInputFiles(PIXEL)
      await page.locator('[data-media]').waitFor()
      await page.getByLabel(labels.included).fill('ONE SIGN IN ONE COLOUR')
      await page.getByLabel(labels.price, { exact: true }).fill('55.50')
    },
    written: { said: ['$55.50', '$55.50'], stored: { price: 55_500_000, media: [{ kind: 'image' }] } },
    change: async (page, labels) => {
      await page.getByLabel(labels.price, { exact: true }).fill('80')
      await page.getByRole('button', { name: labels.addPlan }).click()
      await page.getByLabel(labels.included).last().fill('ONE HOUR BESIDE YOU')
      await page.getByLabel(labels.hourly).last().check()
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
    write: async (page, labels) => {
      await page.getByText(labels.bid, { exact: true }).click()
      await page.getByLabel(labels.bidBase).fill('150')
      // The preview is the card that others see, without the owner's edit button.
      const others = page
        .getByRole('complementary', { name: labels.preview })
        .locator('button', { hasText: /Bid from \$150|\$150から入札/ })
      await others.waitFor()
      await page.getByRole('button', { name: labels.weekMore }).click()
    },
    written: {
      said: ['Bids from $150', '$150から入札'],
      stored: { job: { jobType: 'CONTRACT', duration: 2, bidding: true, bidBase: 150_000_000, salary: null }, place: null },
    },
    change: async (page, labels) => {
      // A full-time job takes no bids.
      await page.getByText(labels.fullTime, { exact: true }).click()
      await page.getByText(labels.bid, { exact: true }).waitFor({ state: 'detached' })
      await page.getByText(labels.local, { exact: true }).click()
      await page.getByRole('combobox', { name: labels.country }).fill('JP')
      await page.getByRole('option', { name: /^(Japan|日本)$/ }).click()
      await page.getByRole('combobox', { name: labels.city }).fill('kyot')
      await page
        .getByRole('option', { name: /^(Kyoto|京都)/ })
        .first()
        .click()
      await page.getByLabel(labels.picture, { exact: true }).setInputFiles(PIXEL)
      await page.locator('[contenteditable] img[src^="/media/"]').waitFor()
      await page.getByLabel(labels.salary).fill('4,500.50')
      await page.getByLabel(labels.currency).selectOption('EUR')
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
    write: async (page, labels) => {
      await page.getByLabel(labels.begins, { exact: true }).fill(`${EVENT_DAY}T18:30`)
      expect(await page.getByLabel(labels.ends, { exact: true }).inputValue()).toBe(`${EVENT_DAY}T20:30`)
      await page.getByRole('combobox', { name: labels.zone }).fill('tokyo')
      await page.getByRole('option', { name: 'Asia / Tokyo' }).click()
      await page.getByText(labels.online, { exact: true }).first().click()
      await page.getByLabel(labels.link).fill('https://meet.example/print')
      await page.getByText(labels.hideLink).click()
      await page.getByLabel(labels.places, { exact: true }).fill('30')
      await page.getByRole('radio', { name: labels.cosmos }).check()
      await page.getByRole('button', { name: labels.addSponsor }).click()
      await page.getByLabel(labels.sponsor).fill('紙と息子')
      await page.getByLabel(labels.sponsorLink).fill('paper.example')
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
    change: async (page, labels) => {
      await page.getByRole('radio', { name: labels.ink }).check()
      await page.getByText(labels.paid, { exact: true }).click()
      await page.getByLabel(labels.placePrice).fill('12.50')
    },
    changed: { said: ['$12.50', '$12.50'], stored: { price: 12_500_000, event: { theme: 'INK', paid: true, event_date: EVENING } } },
  },
}

const MAIN = [
  'We make picture books about the sea, and the next one needs somebody who likes to draw water, boats and birds by hand. ',
  '海の絵本をつくっています。次の一冊のために、水と舟と鳥を手で描くのが好きな方を探しています。'.repeat(3),
] as const

/** Latin text that Japanese pages contain too: names, addresses and time zones. */
const NAMES = /Warren|English|https?:\S+|[A-Z]\w+\/[A-Z]\w+/g

let owner: UserBrowser & { session: Session }
test.beforeAll(async ({ language, width }) => {
  const [one, session] = await Promise.all([
    openUserBrowser({ language: language === 'en' ? 'en-GB' : 'ja-JP', width }),
    signIn(url, WALLETS[language]),
  ])
  await session.post('auth/addProfile', {
    profile: { name: language === 'en' ? 'Sora Ito' : '蓮', title: '', description: '', country: 'SE' },
  })
  await addSession(one, session.cookie)
  owner = { ...one, session }
})
test.afterAll(closeUserBrowsers)

/** The listing as the server returns it to this session, or the status of the error. */
async function fetchListing(path: string, cookie = ''): Promise<Listing | number> {
  const [, listType, id] = /\/(jobs|events|services)\/(\d+)/.exec(path)!
  const answer = await fetchPath(`/api/listings/getListing?listType=${listType}&id=${id}`, { headers: { cookie } })
  return answer.ok ? ((await answer.json()) as Listing) : answer.status
}

for (const [index, [name, kind]] of Object.entries(KINDS).entries()) {
  test(`${name} is created, previewed, edited, hidden and deleted`, async ({ language, width }) => {
    const { page, session } = owner
    const labels = labelsOf(language)
    const at = language === 'en' ? 0 : 1
    const hideIn = PLACES_TO_HIDE[(index + at) % PLACES_TO_HIDE.length]
    const main = page.getByRole('main')
    const link = (name: string) => main.getByRole('link', { name, exact: true })
    const button = (name: string) => main.getByRole('button', { name, exact: true })
    const [title, tab] = [kind.title[at], kind.tab[at]]
    /** Expects no horizontal overflow, and on a Japanese page no English words except names. */
    const expectLayout = async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      if (language === 'ja') expect((await interfaceText(page)).replace(NAMES, '')).not.toMatch(/[a-z]{3}/)
    }
    const saved = async (name: string) => {
      await button(name).click()
      await page.waitForURL(new RegExp(`^${url}/${kind.listType}/\\d+`))
      await waitForNoDialog(page)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
    }

    await page.goto(`/list/${kind.listType}`)
    await page.getByRole('heading', { level: 1, name: kind.post[at] }).waitFor()
    await page.getByLabel(labels.category, { exact: true }).selectOption({ index: 2 })
    await page.getByRole('textbox', { name: labels.description }).fill(MAIN[at])
    await kind.write(page, labels)
    // Texts are suggested a moment after the title is typed, so the title is typed last.
    await page.getByLabel(labels.title, { exact: true }).fill(title)
    const preview = page.getByRole('complementary', { name: labels.preview })
    await preview.getByRole('heading', { name: title }).waitFor()
    await preview.getByText(kind.written.said[at]).first().waitFor()
    await expectLayout()

    await saved(labels.publish)
    const path = new URL(page.url()).pathname
    await main.getByText(labels.own).waitFor()
    await main.getByText(kind.written.said[at]).first().waitFor()
    await expectLayout()
    expect(await fetchListing(path)).toMatchObject({ title, lang: language, ...kind.written.stored })

    // The view for members has their button, which says why it does nothing for the owner. It has no controls of the owner.
    await link(labels.asMember).click()
    await main.getByText(labels.memberView).waitFor()
    expect(await main.getByRole('switch').count()).toBe(0)
    expect(await main.getByRole('heading', { name: labels.applications }).count()).toBe(0)
    await main.getByRole('button', { name: kind.use[at] }).click()
    const reason = page.getByText(labels.ownButton)
    await reason.waitFor()
    await main.getByRole('button', { name: kind.use[at] }).click()
    await expect(reason).toHaveCount(1)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await expectLayout()

    await link(labels.backToEditing).click()
    await link(labels.asMember).waitFor()
    await kind.change(page, labels)
    await preview.getByRole('heading', { name: title }).waitFor()
    await saved(labels.save)
    await main.getByText(kind.changed.said[at]).first().waitFor()
    expect(await fetchListing(path)).toMatchObject({ title, ...kind.changed.stored })

    const turned = page.waitForResponse('**/api/listings/toggleService')
    if (hideIn === 'page') await main.getByRole('switch', { name: labels.live }).click()
    else {
      await link(labels.edit).click()
      if (hideIn === 'form') {
        await main.getByRole('switch').first().click()
        await main.getByText(labels.hiddenInForm).waitFor()
        await turned
        await link(labels.asMember).click()
        await main.getByText(labels.hidden).waitFor()
        await link(labels.leaveView).click()
      } else {
        await link(labels.mine).click()
        await main.getByRole('tab', { name: tab }).click()
        await main.getByRole('switch', { name: `${labels.live} ${title}` }).click()
        await main.getByRole('switch', { name: `${labels.hiddenInList} ${title}` }).waitFor()
        await turned
        await expectLayout()
        await link(title).click()
      }
    }
    await main.getByText(labels.hidden).waitFor()
    await turned
    await expectLayout()
    expect([await fetchListing(path), (await fetchPath(path)).status]).toEqual([404, 404])
    expect(await fetchListing(path, session.cookie)).toMatchObject({ title, enabled: false })

    await link(labels.edit).click()
    await main.getByText(labels.hiddenInForm).waitFor()
    await button(labels.delete).click()
    await page.getByRole('dialog', { name: kind.ask[at] }).getByRole('button', { name: labels.deleteIt }).click()
    await page.waitForURL('**/search/userId')
    await main.getByRole('tab', { name: tab }).click()
    await main.getByText(labels.none).waitFor()
    await expectLayout()
    expect(await fetchListing(path, session.cookie)).toBe(404)
    // The browser's history still has the pages of the deleted listing.
    await page.goBack()
    await main.getByText(labels.notYours).waitFor()
    await page.goBack()
    await main.getByText(kind.gone[at]).waitFor()
  })
}

test('the browsers logged no unexpected errors', () => {
  // Requests for hidden and deleted listings get a 404.
  const consoleErrors = owner.consoleErrors
  expect(consoleErrors.filter((line) => !line.includes('404'))).toEqual([])
})
