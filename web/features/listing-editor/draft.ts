import type { SafeParseResult } from 'valibot'
import type { ApplicationRule } from '../../../workers/listings/applications.schema.ts'
import type { City } from '../../../workers/listings/cities.schema.ts'
import type { EventRule } from '../../../workers/listings/events.schema.ts'
import type { Fault } from '../../../workers/listings/fields.schema.ts'
import type { JobRule } from '../../../workers/listings/jobs.schema.ts'
import type { ListType } from '../../../workers/listings/list-types.schema.ts'
import type { Listing } from '../../../workers/listings/listings.schema.ts'
import type { ServiceRule } from '../../../workers/listings/services.schema.ts'
import type { ListKind } from '../../../workers/listings/taxonomy.schema.ts'
import type { Media } from '../../../workers/uploads/media.schema.ts'
import { readJson, store } from '../../lib/storage.ts'

/** What people choose between when they post something. Shops are a kind of their own, and not open yet. */
export type Kind = Exclude<ListKind, 'STORES'>

/** The texts of a form that can be proposed: the card's as plain text, the main description as HTML. */
export interface Texts {
  descriptionPreview: string
  description: string
}

/** What services, jobs and events have in common while they are written. `token` makes publishing one twice the same as once. */
export interface Draft {
  token: string
  kind: Kind
  category: string
  subCategory: string
  title: string
  descriptionPreview: string
  description: string
  media: Media[]
  local: boolean
  country: string | null
  city: City | null
  /** Of a new one: whether it is on offer at once. */
  enabled: boolean
  /** Texts that were proposed, as they were: a field that still holds one is not its person's own. Never sent. */
  proposed: Partial<Texts>
}

export const emptyFields = (kind: Kind): Draft => ({
  token: crypto.randomUUID(),
  kind,
  category: '',
  subCategory: '',
  title: '',
  descriptionPreview: '',
  description: '',
  media: [],
  local: kind === 'LOCALS' || kind === 'EVENTS',
  country: null,
  city: null,
  enabled: true,
  proposed: {},
})

/** The same of a listing there is. */
export const fieldsOf = (listing: Listing): Draft => ({
  token: crypto.randomUUID(),
  kind: listing.type as Kind,
  category: listing.category,
  subCategory: listing.subCategory,
  title: listing.title,
  descriptionPreview: listing.descriptionPreview,
  description: listing.description,
  media: listing.media,
  local: listing.place !== null,
  country: listing.place?.country ?? null,
  city: listing.place?.city ?? null,
  enabled: listing.enabled,
  proposed: {},
})

/** What is sent of them. What has no place is sent without the one that was chosen before. */
export const bodyFields = (draft: Draft, id: number | undefined) => ({
  id,
  enabled: draft.enabled,
  category: draft.category,
  subCategory: draft.subCategory,
  title: draft.title,
  descriptionPreview: draft.descriptionPreview,
  description: draft.description,
  media: draft.media.map((media) => media.id),
  local: draft.local,
  country: draft.local ? draft.country : null,
  city: draft.local ? (draft.city?.cityId ?? null) : null,
})

/** What carries over when somebody finds that theirs is a listing of another kind. */
export const carried = ({ title, descriptionPreview, description, media, country, city, proposed }: Draft) => ({
  title,
  descriptionPreview,
  description,
  media,
  country,
  city,
  proposed,
})

/** A whole number as typed, in any width; what is none becomes one that no rule lets pass. */
export const wholeOf = (text: string, otherwise: number): number =>
  /^\d{1,6}$/.test(text.normalize('NFKC').trim()) ? Number(text.normalize('NFKC')) : otherwise

/** Every rule a listing or an application can break, with those about its shape; `capacity_taken` only the server can tell. */
export type AnyRule =
  | ServiceRule
  | JobRule
  | EventRule
  | ApplicationRule
  | 'capacity_taken'
  | 'too_long'
  | 'too_many'
  | 'titles'
  | 'unknown'
  | 'url'

export type DraftFault = Fault<AnyRule>

/** Faults of a draft's shape, in the words of rules; else those `rules` finds, in the order they are to be told. */
// biome-ignore lint/suspicious/noExplicitAny: whatever schema was run, its output is what the rules take
export function faultsOfParsed<Output>(parsed: SafeParseResult<any>, rules: (product: Output) => Fault<AnyRule>[]): DraftFault[] {
  if (parsed.success) return rules(parsed.output as Output)
  return parsed.issues.map(({ path, message }) => ({
    field: path?.map(({ key }: { key: unknown }) => String(key)).join('.') ?? '',
    rule: message as AnyRule,
  }))
}

const storageKey = (userId: number, listType: ListType, id?: number) => `draft/${listType}/${userId}/${id ?? 'new'}`

/** The draft that was not saved when the page was left, or null. A draft of a listing that was changed after `since` does not count. */
export function keptDraft<D extends Draft>(userId: number, listType: ListType, id?: number, since?: number): Partial<D> | null {
  const kept = readJson<{ since?: number; draft: Partial<D> }>(storageKey(userId, listType, id))
  return kept && kept.since === since ? kept.draft : null
}

/** Keeps a draft over a reload or a crash, if the browser stores anything; null deletes it. */
export function keepDraft(
  userId: number,
  listType: ListType,
  id: number | undefined,
  since: number | undefined,
  draft: Partial<Draft> | null,
): void {
  store(storageKey(userId, listType, id), draft && JSON.stringify({ since, draft }))
}
