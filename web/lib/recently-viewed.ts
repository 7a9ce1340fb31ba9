import type { ListingCard } from '../../workers/listings/listings.schema.ts'
import { store } from './storage.ts'
import { isRecent, readList } from './stored-json.ts'

const KEY = 'warren.viewed'
/** How many listings are remembered, and for how long (seconds). */
const MOST = 12
const MAX_AGE = 30 * 86_400

interface Viewed {
  at: number
  /** The member who opened it; 0 for a guest. */
  by: number
  card: ListingCard
}

const SAMPLE = { at: 0, by: 0, card: {} as ListingCard } satisfies Viewed

/** The id of a member, or null for a guest. */
type ViewerId = number | null

const readViewed = (): Viewed[] =>
  readList(KEY, SAMPLE).filter(({ at, card }) => isRecent(at, MAX_AGE) && Number.isSafeInteger(card.id) && typeof card.title === 'string')

/**
 * Whether a member may see what was opened by another one: only what guests have opened. A session can end without a logout, and the next
 * person at this device may be somebody else.
 */
const isOf = (by: number, viewer: ViewerId) => by === 0 || by === viewer

/** The listings that were opened in this browser, the last one first. They are stored here only and never sent. */
export const recentlyViewed = (viewer: ViewerId): ListingCard[] =>
  readViewed()
    .filter(({ by }) => isOf(by, viewer))
    .map(({ card }) => card)

/** Whether another member has opened one of them. */
export const isViewedByOther = (viewer: ViewerId): boolean => readViewed().some(({ by }) => !isOf(by, viewer))

/** The fields of a card; a listing has more. */
const FIELDS = [
  'id',
  'listType',
  'lang',
  'category',
  'categoryLabel',
  'title',
  'descriptionPreview',
  'price',
  'hourly',
  'job',
  'event',
  'place',
  'picture',
  'pictures',
  'poster',
  'rating',
  'enabled',
  'createdAt',
]

/** What a card shows of a listing: without the location of an event, which only its guests may know. */
function cardOf(listing: ListingCard): ListingCard {
  const card = Object.fromEntries(Object.entries(listing).filter(([name]) => FIELDS.includes(name))) as unknown as ListingCard
  return card.listType === 'events' ? { ...card, event: { ...card.event, location: null } } : card
}

/** Remembers that a listing was opened. */
export function rememberViewed(listing: ListingCard, viewer: ViewerId): void {
  const card = cardOf(listing)
  const others = readViewed().filter((one) => one.card.id !== card.id)
  store(KEY, JSON.stringify([{ at: Math.floor(Date.now() / 1000), by: viewer ?? 0, card }, ...others].slice(0, MOST)))
}

/** Forgets a listing that is no longer shown. */
export function forgetViewed(id: number): void {
  const all = readViewed()
  if (all.some(({ card }) => card.id === id)) store(KEY, JSON.stringify(all.filter(({ card }) => card.id !== id)))
}

/** Forgets all, also at a logout: the next person at this device may be another one. */
export const clearViewed = (): boolean => store(KEY, null)
