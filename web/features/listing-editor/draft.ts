import type { SafeParseResult } from 'valibot'
import type { City } from '../../../workers/listings/cities.schema.ts'
import type { EventRule } from '../../../workers/listings/events.schema.ts'
import type { Fault } from '../../../workers/listings/fields.schema.ts'
import type { JobRule } from '../../../workers/listings/jobs.schema.ts'
import type { ListType } from '../../../workers/listings/list-types.schema.ts'
import type { Listing } from '../../../workers/listings/listings.schema.ts'
import type { ServiceRule } from '../../../workers/listings/services.schema.ts'
import type { ListKind } from '../../../workers/listings/taxonomy.schema.ts'
import type { Media } from '../../../workers/uploads/media.schema.ts'
import { store } from '../../lib/storage.ts'
import { readJson } from '../../lib/stored-json.ts'

/** The types to choose from when posting. Products of shops (`STORES`) cannot be posted yet. */
export type Kind = Exclude<ListKind, 'STORES'>

/** The texts that can be generated: the card description as plain text, the main description as HTML. */
export interface Texts {
  descriptionPreview: string
  description: string
}

/** The fields that the drafts of services, jobs and events share. `token` is the idempotency key for publishing. */
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
  /** Whether a new listing is published immediately. */
  enabled: boolean
  /** The generated texts as they were written into the form. A field that still equals its text was not edited. Never sent. */
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

/** The shared fields of an existing listing, as a draft. */
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

/** The fields to send. A draft that is not local is sent without country and city. */
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

/** The fields that are kept when the user changes to another list type. */
export const keptFields = ({ title, descriptionPreview, description, media, country, city, proposed }: Draft) => ({
  title,
  descriptionPreview,
  description,
  media,
  country,
  city,
  proposed,
})

/** Parses a whole number of at most six digits, also full-width ones. Returns `otherwise` for any other text. */
export const parseWhole = (text: string, otherwise: number): number =>
  /^\d{1,6}$/.test(text.normalize('NFKC').trim()) ? Number(text.normalize('NFKC')) : otherwise

/** Every rule that a listing can break, including the schema's. Only the server can find `capacity_taken`. */
export type AnyRule = ServiceRule | JobRule | EventRule | 'capacity_taken' | 'too_long' | 'too_many' | 'titles' | 'unknown' | 'url'

export type DraftFault = Fault<AnyRule>

/** The faults that the schema found, or else those that `rules` finds, in the order to show them. */
// biome-ignore lint/suspicious/noExplicitAny: the rules accept the output of every schema
export function faultsOfParsed<Output>(parsed: SafeParseResult<any>, rules: (product: Output) => Fault<AnyRule>[]): DraftFault[] {
  if (parsed.success) return rules(parsed.output as Output)
  return parsed.issues.map(({ path, message }) => ({
    field: path?.map(({ key }: { key: unknown }) => String(key)).join('.') ?? '',
    rule: message as AnyRule,
  }))
}

const storageKey = (userId: number, listType: ListType, id?: number) => `draft/${listType}/${userId}/${id ?? 'new'}`

/** The stored draft of an earlier visit, or null. `since` is the listing's last change: a draft of an older version does not count. */
export function readDraft<D extends Draft>(userId: number, listType: ListType, id?: number, since?: number): Partial<D> | null {
  const kept = readJson<{ since?: number; draft: Partial<D> }>(storageKey(userId, listType, id))
  return kept && kept.since === since ? kept.draft : null
}

/** Stores a draft on the device, so that a reload or a crash does not lose it; null deletes it. */
export function storeDraft(
  userId: number,
  listType: ListType,
  id: number | undefined,
  since: number | undefined,
  draft: Partial<Draft> | null,
): void {
  store(storageKey(userId, listType, id), draft && JSON.stringify({ since, draft }))
}
