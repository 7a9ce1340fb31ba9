import type { ProfileAnswer } from '../../workers/auth/profiles.schema.ts'
import type { Feed, ListingPage, Listings } from '../../workers/listings/listings.schema.ts'
import { log, reasonOf } from '../../workers/shared/log.ts'
import { brand } from '../brand.ts'
import { TOPICS } from '../features/pages/topics.ts'
import { type ListType, paths } from '../lib/paths.ts'
import { keys } from '../lib/query-keys.ts'
import type { EdgeEnv } from './env.ts'
import { eventJsonLd, jobJsonLd, type Page, profileJsonLd, serviceJsonLd } from './page.ts'

type Language = 'en' | 'ja'

/** What a page is found by and asked with: the incoming request's cookie and id travel along, so rights stay with the areas. */
export interface Ask {
  env: EdgeEnv
  language: Language
  origin: string
  /** A GET at one of the areas, as the visitor. */
  get: (area: 'AUTH' | 'LISTINGS', path: string) => Promise<Response>
}

const TEXT = {
  home: {
    en: [
      'Good work finds its people',
      'Hire, get hired, meet up. Payment waits in escrow on Base until the work is done, and everyone sees the fee before signing.',
    ],
    ja: [
      '良い仕事が、人と出会う場所',
      '依頼する、働く、集まる。お支払いは仕事が終わるまでBase上のエスクローで安全に保管され、手数料は署名の前にわかります。',
    ],
  },
  news: {
    en: ['News Feeds', 'What was posted last, newest first: work and the people who do it.'],
    ja: ['ニュースフィード', '新しく投稿されたものから順に。仕事と、それを手がける人たち。'],
  },
  trending: {
    en: ['Trending', 'What most people ordered in the last seven days.'],
    ja: ['トレンド', 'この7日間に、最も多くの人が注文したもの。'],
  },
  faq: {
    en: ['Questions and answers', 'How ordering, escrow, fees and network costs work, in plain words.'],
    ja: ['よくある質問', '注文、エスクロー、手数料、ネットワーク手数料のしくみをわかりやすく説明します。'],
  },
  privacy: {
    en: ['Privacy', 'What we keep, what others see, and what stays in your browser. We sell nothing.'],
    ja: ['プライバシー', '保存するもの、他の人に見えるもの、ブラウザに残るもの。データを販売することはありません。'],
  },
  terms: {
    en: ['Terms and conditions', 'Eight plain rules for buying and selling here.'],
    ja: ['利用規約', '売り買いのための、わかりやすい8つの決まり。'],
  },
  about: {
    en: [`About ${brand.name}`, 'A marketplace for people who work and create, paid through an escrow contract on Base.'],
    ja: [`${brand.name}について`, '働く人、つくる人のためのマーケットプレイス。お支払いはBase上のエスクローコントラクトを通ります。'],
  },
  notice: {
    en: ['Notice under the Specified Commercial Transactions Act', 'Seller, prices, payment, delivery and refunds.'],
    ja: ['特定商取引法に基づく表記', '販売者、価格、お支払い、引き渡し、返金について。'],
  },
  confirm: {
    en: ['Confirm your e-mail address', 'Where the link in our mail leads: it confirms that the address is yours.'],
    ja: ['メールアドレスの確認', 'お送りしたメールのリンクの行き先です。メールアドレスがご本人のものであることを確認します。'],
  },
  reset: {
    en: ['Choose a new password', 'For whoever cannot log in any more: ask for a link, and choose a new password with it.'],
    ja: ['新しいパスワードの設定', 'ログインできなくなった方はこちら。リンクを受け取り、新しいパスワードを設定できます。'],
  },
  lost: {
    en: ['Nothing here', 'This page does not exist, or no longer does.'],
    ja: ['ページが見つかりません', 'このページは存在しないか、なくなりました。'],
  },
} as const satisfies Record<string, Record<Language, readonly [string, string]>>

/** The catalogs a route waits for besides those of every page. */
const texts = (...features: string[]) => ['ui/locales/{lang}.po', ...features.map((name) => `features/${name}/locales/{lang}.po`)]

const DEFAULT_IMAGE = '/og.png'

function plain(text: keyof typeof TEXT, language: Language, canonical: string | null, status: Page['status'] = 200): Page {
  const [title, description] = TEXT[text][language]
  return {
    status,
    title: `${title} · ${brand.name}`,
    description,
    canonical,
    image: DEFAULT_IMAGE,
    type: 'website',
    jsonLd: null,
    sources: [],
    first: [],
  }
}

/** The first page of cards, under the key the home page asks with. An area that is down costs the head start, not the page. */
async function home(ask: Ask, canonical: string, type: string): Promise<Page> {
  const page = plain('home', ask.language, canonical)
  page.sources = ['features/home/HomePage.tsx', 'features/home/locales/{lang}.po']
  if (type !== 'services') page.sources.push('features/cards/OtherCards.tsx', ...texts('cards'))
  page.first.push(...(await cards(ask, `type=${type.toUpperCase()}`, { type })))
  return page
}

/** A first page of cards, under the key of its filter; nothing where it cannot be had. */
async function cards(ask: Ask, query: string, filter: object): Promise<Page['first']> {
  const answer = await ask.get('LISTINGS', `/api/listings/query?${query}`).catch(() => null)
  if (!answer?.ok) return []
  return [{ key: keys.listingCardsOf(filter), data: { pages: [(await answer.json()) as ListingPage], pageParams: [null] } }]
}

async function feed(ask: Ask, name: Feed): Promise<Page> {
  const page = name === 'following' ? plain('home', ask.language, null) : plain(name, ask.language, `/${name}/`)
  page.sources = ['features/feeds/FeedPage.tsx', ...texts('feeds', 'cards')]
  // Whom somebody follows the browser asks itself: a guest's page would wait for a refusal.
  if (name !== 'following') page.first.push(...(await cards(ask, `feed=${name}`, { feed: name })))
  return page
}

async function person(ask: Ask, id: number): Promise<Page> {
  const [answer, services] = await Promise.all([
    ask.get('AUTH', `/api/auth/getProfile?userId=${id}`).catch(() => null),
    cards(ask, `type=SERVICES&userId=${id}&enabled=true`, { type: 'services', userId: id, enabled: true }),
  ])
  const data = answer?.ok ? ((await answer.json()) as ProfileAnswer) : null
  if (answer?.status === 404 || (data && !data.profile)) return plain('lost', ask.language, null, 404)
  if (!data?.profile) return plain('home', ask.language, null)
  const { profile } = data
  const path = paths.person(id)
  return {
    status: 200,
    title: `${profile.name} · ${brand.name}`,
    description:
      [profile.title, [...profile.description.replace(/\s+/g, ' ')].slice(0, 200).join('')].filter(Boolean).join(' · ') ||
      TEXT.home[ask.language][1],
    canonical: path,
    image: profile.image ? paths.media(profile.image, 640) : DEFAULT_IMAGE,
    type: 'profile',
    jsonLd: profileJsonLd(profile, data.followers, ask.origin, path),
    sources: ['features/profile/PersonPage.tsx', ...texts('profile', 'cards')],
    first: [{ key: keys.profile(id), data }, ...services],
  }
}

/** What the page of a kind is made of: its code and texts, how previews call it, and what search engines are told. */
const DETAILS: {
  [Type in ListType]: { sources: string[]; type: Page['type']; jsonLd: (listing: Listings[Type], origin: string, path: string) => object }
} = {
  services: { sources: ['features/listing-page/ServicePage.tsx', ...texts('listing-page')], type: 'product', jsonLd: serviceJsonLd },
  jobs: {
    sources: ['features/listing-page/JobPage.tsx', ...texts('listing-page', 'cards', 'applications')],
    type: 'website',
    jsonLd: jobJsonLd,
  },
  events: {
    sources: ['features/listing-page/EventPage.tsx', ...texts('listing-page', 'cards', 'applications')],
    type: 'website',
    jsonLd: eventJsonLd,
  },
}

async function listing<Type extends ListType>(ask: Ask, type: Type, id: number): Promise<Page> {
  const answer = await ask.get('LISTINGS', `/api/listings/getListing?listType=${type.toUpperCase()}&id=${id}`).catch(() => null)
  if (answer?.status === 404) return plain('lost', ask.language, null, 404)
  if (!answer?.ok) return plain('home', ask.language, null)
  const data = (await answer.json()) as Listings[Type]
  const path = paths.listing(data.id, data.title, type)
  const { sources, type: kind, jsonLd } = DETAILS[type]
  return {
    status: 200,
    title: `${data.title} · ${brand.name}`,
    description: data.descriptionPreview,
    canonical: data.enabled ? path : null,
    image: data.picture ? paths.media(data.picture.id, 1280) : DEFAULT_IMAGE,
    type: kind,
    jsonLd: jsonLd(data, ask.origin, path),
    sources,
    first: [{ key: keys.listing(type, data.id), data }],
  }
}

/** A page of text. */
const text =
  (name: Exclude<keyof typeof TEXT, 'home' | 'lost' | 'confirm' | 'reset'>, source: string, path: string, ...more: string[]) =>
  (ask: Ask) =>
    Promise.resolve({
      ...plain(name, ask.language, path),
      sources: [`features/pages/${source}.tsx`, ...texts('pages', ...more)],
    })

/** A page of the local world; a 404 anywhere else. */
const local = (ask: Ask) =>
  Promise.resolve(ask.env.ENV === 'local' ? plain('home', ask.language, null) : plain('lost', ask.language, null, 404))

/** Where the link of a mail leads: nothing to be found by. */
const mailed = (name: 'confirm' | 'reset', source: string) => (ask: Ask) =>
  Promise.resolve({ ...plain(name, ask.language, null), sources: [`features/auth/${source}.tsx`, ...texts('auth')] })

const personal = (ask: Ask) => Promise.resolve(plain('home', ask.language, null))

/** Path -> page; the first match wins. What matches nothing is a real 404. Mirrors web/routes.tsx, and a test holds it to that. */
const PAGES: [RegExp, (ask: Ask, match: RegExpExecArray) => Promise<Page>][] = [
  [/^\/$/, (ask) => home(ask, '/', 'services')],
  [/^\/(services|jobs|events)\/?$/, (ask, [, type]) => home(ask, `/${type}/`, type!)],
  [/^\/(services|jobs|events)\/([1-9]\d{0,9})(?:\/[^/]*)?\/?$/, (ask, [, type, id]) => listing(ask, type as ListType, Number(id))],
  [/^\/login\/?$/, (ask) => home(ask, '/', 'services')],
  [/^\/search\/[^/]+\/?$/, personal],
  [/^\/list(?:\/[a-z]+(?:\/\d+)?)?\/?$/, personal],
  [/^\/(news|trending|following)\/?$/, (ask, [, name]) => feed(ask, name as Feed)],
  [/^\/profile\/?$/, personal],
  [/^\/profile\/([1-9]\d{0,15})\/?$/, (ask, [, id]) => person(ask, Number(id))],
  [/^\/settings\/?$/, personal],
  [/^\/orders(?:\/[\w-]+(?:\/[\w-]+)?)?\/?$/, personal],
  [/^\/messenger(?:\/[\w-]+)?\/?$/, personal],
  [/^\/confirm-email\/?$/, mailed('confirm', 'ConfirmEmailPage')],
  [/^\/reset-password\/?$/, mailed('reset', 'ResetPasswordPage')],
  [/^\/gallery\/?$/, local],
  // Every topic is a place on one page, so that is the one to be found.
  [new RegExp(`^/faq(?:/(?:${TOPICS.join('|')}))?/?$`), text('faq', 'FaqPage', '/faq/')],
  [/^\/privacy\/?$/, text('privacy', 'PrivacyPage', '/privacy')],
  [/^\/terms\/?$/, text('terms', 'TermsPage', '/terms', 'auth')],
  [/^\/about\/?$/, text('about', 'AboutPage', '/about')],
  [/^\/tokuteishotorihiki\/?$/, text('notice', 'NoticePage', '/tokuteishotorihiki')],
]

/** The page at a path. Never throws: what cannot be fetched or written into tags the browser asks for itself. */
export async function pageAt(path: string, ask: Ask): Promise<Page> {
  for (const [pattern, make] of PAGES) {
    const match = pattern.exec(path)
    if (match)
      return make(ask, match).catch((error: unknown) => {
        log('error', 'page_unreadable', { area: 'edge', path, error: reasonOf(error) })
        return plain('home', ask.language, null)
      })
  }
  return plain('lost', ask.language, null, 404)
}
