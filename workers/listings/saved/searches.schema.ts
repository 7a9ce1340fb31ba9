import {
  check,
  type InferOutput,
  integer,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  string,
} from 'valibot'
import { numericId } from '../../shared/numbers.schema.ts'
import { singleLineText } from '../../shared/text-fields.schema.ts'
import { LIST_TYPES } from '../list-types.schema.ts'
import { type ListingCard, searchEntries } from '../listings.schema.ts'
import { categoryIds, isSubCategory } from '../taxonomy.schema.ts'
import { isTimeZone } from '../time-zones.schema.ts'

/** How many searches a member can save, and the length of their names. */
export const SEARCH_LIMITS = { searches: 50, name: 80 } as const

/** When a member is notified about new listings of a saved search: at the next run of the cron, every morning, or never. */
export const ALERTS = ['now', 'daily', 'never'] as const
export type Alert = (typeof ALERTS)[number]

/** The fields of a search that say what is found. An order, an age and a rating are kept only to show the search again. */
export type SavedQuery = InferOutput<typeof savedQuery>

/** A saved search as its owner sees it. */
export interface SavedSearch {
  id: number
  name: string
  query: SavedQuery
  alert: Alert
  createdAt: number
  /** New listings that the member has not seen yet. */
  unseen: number
}

/** A new listing that matches a saved search. */
interface SavedMatch {
  id: number
  searchId: number
  foundAt: number
  isNew: boolean
  card: ListingCard
}

export interface SavedMatchPage {
  matches: SavedMatch[]
  next: string | null
}

const isKnownCategory = (type: (typeof LIST_TYPES)[number], id: string, sub: string) =>
  categoryIds(type).includes(id) && isSubCategory(type, id, sub)

const fields = object(searchEntries)
type SearchFields = InferOutput<typeof fields>

/** Whether a search finds only a part of all listings. */
function isNarrow({ type: _, sort: __, within: ___, ...others }: SearchFields): boolean {
  return Object.values(others).some((value) => value !== undefined && value !== '')
}

/** The fields of the call `query` that a saved search keeps. It needs a text or a filter, and a category of its type. */
const savedQuery = pipe(
  fields,
  check(isNarrow, 'empty'),
  check(({ type, category: id, subCategory: sub }) => {
    if (!id) return !sub
    const types = type === 'all' ? LIST_TYPES : [type]
    return types.some((one) => isKnownCategory(one, id, sub))
  }, 'unknown'),
)

const name = pipe(singleLineText(SEARCH_LIMITS.name), minLength(1, 'too_short'))
const alert = picklist(ALERTS)
const timeZone = pipe(string(), maxLength(64, 'time_zone'), check(isTimeZone, 'time_zone'))

/** Body of saveSearch. A category is followed by a search for nothing else. */
export const saveSearchRequest = object({ query: savedQuery, name, alert, timeZone })
/** Body of changeSavedSearch. */
export const changeSearchRequest = object({ id: numericId, name, alert, timeZone })
/** Body of deleteSavedSearch. */
export const deleteSearchRequest = object({ id: numericId })
/** Query of getMatches. */
export const matchesQuery = object({ cursor: optional(pipe(string(), regex(/^[1-9]\d{0,14}$/, 'cursor'))) })
/** Body of markMatchesSeen: all matches up to this one. */
export const matchesSeenRequest = object({
  upTo: pipe(number(), integer('whole'), minValue(1, 'too_low'), maxValue(Number.MAX_SAFE_INTEGER, 'too_high')),
})

/** When daily alerts are sent, in minutes after midnight. */
const MORNING = 8 * 60
const DAY_MINUTES = 1440

const minutesAt = (at: number, zone: string): number => {
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone })
  const [hours, minutes] = format.format(at * 1000).split(':') as [string, string]
  return Number(hours) * 60 + Number(minutes)
}

/** The next eight o'clock in the morning in a time zone after a time; both in UTC seconds. */
export function nextMorning(zone: string, after: number): number {
  const wait = ((MORNING - minutesAt(after, zone) + DAY_MINUTES - 1) % DAY_MINUTES) + 1
  const at = after - (after % 60) + wait * 60
  // A clock change in between moves the result by its difference.
  const off = minutesAt(at, zone) - MORNING
  const moved = at - off * 60
  return off !== 0 && moved > after ? moved : at
}
