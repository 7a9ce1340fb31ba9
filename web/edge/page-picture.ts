import type { Profile } from '../../workers/auth/profiles.schema.ts'
import type { Folio } from '../../workers/creators/folios.schema.ts'
import type { Post } from '../../workers/creators/posts.schema.ts'
import type { Listing } from '../../workers/listings/listings.schema.ts'
import { CURRENCIES, type Currency, type Salary } from '../../workers/listings/money.schema.ts'
import type { PictureTexts } from '../../workers/pictures/picture.schema.ts'
import { type Locale, translationOf } from '../../workers/shared/locales.schema.ts'
import { getPictureId } from '../../workers/uploads/media.schema.ts'
import type { PageTexts } from './page-texts.ts'

/** What the picture for link previews of a page shows. Its address contains a hash of this, so it changes when the picture changes. */
export interface PagePicture {
  texts: PictureTexts
  /** Media ids of the photo and of the person's portrait. */
  photo: string | null
  portrait: string | null
  /** The number of the banner that is drawn if there is no photo. */
  banner: number
}

/** Raised when the drawing of pictures changes, so that all of them get new addresses. */
const DESIGN = 1
const BANNERS = 18

const bannerOf = (id: number): number => (id % BANNERS) + 1

/** Formats an amount of a currency, without decimals if they are zero. `amount` is in units of the currency, not in its smallest unit. */
function money(amount: number, currency: Currency, locale: Locale): string {
  const digits = Number.isInteger(amount) ? 0 : CURRENCIES[currency]
  const options = {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }
  return new Intl.NumberFormat(locale, options as Intl.NumberFormatOptions).format(amount)
}

const usd = (micro: number, locale: Locale) => money(micro / 1_000_000, 'USD', locale)
const salary = ({ amount, currency }: Salary, locale: Locale) => money(amount / 10 ** CURRENCIES[currency], currency, locale)

/** Price, pay or date, and the place of a listing. */
function factsOf(listing: Listing, locale: Locale, labels: PageTexts['picture']): string[] {
  const city = listing.place && translationOf(listing.place.city, locale)
  if (listing.listType === 'services') {
    const isCheapest = Object.keys(listing.options).length > 1
    return [labels.price(usd(listing.price, locale), listing.hourly, isCheapest), city ?? ''].filter(Boolean)
  }
  if (listing.listType === 'jobs') {
    const { job } = listing
    const pay =
      job.bidBase !== null
        ? labels.bidsFrom(usd(job.bidBase, locale))
        : job.salary && labels.pay[job.salary.period](salary(job.salary, locale))
    return [pay ?? '', labels.contracts[job.jobType], city ?? labels.remote].filter(Boolean)
  }
  const { event } = listing
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: event.timeZone }).format(event.event_date * 1000)
  return [date, city ?? labels.online, event.paid ? usd(listing.price, locale) : labels.free]
}

/** The picture of a listing. */
export function listingPicture(listing: Listing, locale: Locale, labels: PageTexts['picture']): PagePicture {
  const { rating } = listing
  const mean = rating && new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(rating.mean)
  return {
    texts: {
      title: listing.title,
      kind: labels.kinds[listing.listType],
      facts: factsOf(listing, locale, labels),
      rating: rating && `${mean} (${rating.count})`,
      person: listing.poster.name,
    },
    photo: listing.picture?.id ?? null,
    portrait: listing.poster.image,
    banner: bannerOf(listing.id),
  }
}

/** The picture of a member. */
export const personPicture = ({ user_id, name, title, image }: Profile): PagePicture => ({
  texts: { title: name, kind: '', facts: title ? [title] : [], rating: null, person: null },
  photo: image,
  portrait: null,
  banner: bannerOf(user_id),
})

/** The picture of a creator's page, in its colours. */
export const creatorPicture = ({ user_id, name, title, image, video_thumbnail, primary_color, secondary_color }: Folio): PagePicture => ({
  texts: {
    ...{ title, kind: '', facts: title === name ? [] : [name], rating: null, person: null },
    colors: { primary: primary_color, secondary: secondary_color },
  },
  photo: (image ?? video_thumbnail)?.id ?? null,
  portrait: null,
  banner: bannerOf(user_id),
})

/** The id of the first picture of a post: below its text, otherwise of its link. */
export const firstPictureOf = ({ media, preview }: Post): string | null =>
  media.map(getPictureId).find((id) => id !== null) ?? preview?.images[0]?.id ?? null

/** The picture of a post. */
export const postPicture = (post: Post, creatorTitle: string): PagePicture => ({
  texts: {
    ...{ title: post.title || creatorTitle, kind: '', facts: post.title ? [creatorTitle] : [] },
    ...{ rating: null, person: post.owner.name || null },
  },
  photo: firstPictureOf(post),
  portrait: post.owner.image,
  banner: bannerOf(post.owner.userId),
})

/** The picture of a page without a listing or member. */
export const textPicture = (title: string): PagePicture => ({
  texts: { title, kind: '', facts: [], rating: null, person: null },
  photo: null,
  portrait: null,
  banner: 1,
})

/** The hash of what a picture shows: 16 hexadecimal digits. */
async function hashOf(picture: PagePicture): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify([DESIGN, picture])))
  return [...new Uint8Array(bytes.slice(0, 8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The path of the picture of a page. `path` is the canonical path of the page. */
export async function picturePath(path: string, picture: PagePicture, locale: Locale): Promise<string> {
  // The slug of a listing is not part of it: the hash already changes with the title.
  const place = path.replace(/^(\/(?:services|jobs|events)\/\d+)\/.*$/, '$1').replace(/\/$/, '')
  return `/og/${locale}/${await hashOf(picture)}${place || '/index'}.png`
}

/** The parts of the path of a picture: language, and the path of its page; null for any other path. */
export function readPicturePath(path: string): { locale: string; page: string } | null {
  const [, locale, page] = /^\/og\/([a-z]{2})\/[0-9a-f]{16}(\/.+)\.png$/.exec(path) ?? []
  return locale && page ? { locale, page: page === '/index' ? '/' : page } : null
}
