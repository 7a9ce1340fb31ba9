import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { abortUnless } from '../shared/abort-unless.ts'
import type { Viewer } from '../shared/area-variables.ts'
import { type Database, database, isAccountDeleted } from '../shared/db.ts'
import type { AreaEnv } from '../shared/env.ts'
import { ApiError } from '../shared/errors.ts'
import { type Idempotency, requireSameRequest } from '../shared/idempotency.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { type Counting, takeEvent } from '../shared/limits.ts'
import { cleanLine } from '../shared/text.schema.ts'
import { media } from '../uploads/tables.ts'
import type { City } from './cities.schema.ts'
import type { ListingsEnv } from './env.ts'
import type { DraftPlace, Fault } from './fields.schema.ts'
import { announceChange } from './index-now.ts'
import type { ListType } from './list-types.schema.ts'
import { htmlText, picturesOf } from './richtext.schema.ts'
import { addToIndex, removeFromIndex } from './search/search-index.ts'
import { cities, IN_TEXT, listingMedia, listings } from './tables.ts'
import { detectLanguage } from './text.schema.ts'

/** Length of a preview made from the description (characters). */
const PREVIEW_LENGTH = 160

/** The fields that services, jobs and events have in common. */
interface Product extends DraftPlace {
  id?: number | null | undefined
  category: string
  subCategory: string
  lang?: string | undefined
  title: string
  descriptionPreview: string
  description: string
  media: string[]
  enabled: boolean
}

type Row = typeof listings.$inferInsert
/** The columns that differ between services, jobs and events. */
type TypeColumns = Pick<Row, 'priceUsd'> & Partial<Pick<Row, 'options' | 'details' | 'hourly' | 'endsAt'>>

/** Throws the error for the first broken rule, if any. A missing profile or wallet and template text have their own error codes. */
export function throwFirstFault([fault]: Fault[]): void {
  if (fault?.rule === 'profile_required' || fault?.rule === 'wallet_required' || fault?.rule === 'template_text')
    throw new ApiError(fault.rule, fault)
  if (fault) throw new ApiError('listing_rule', fault)
}

/** Shortens a text to PREVIEW_LENGTH, between words where possible. */
function makePreview(text: string): string {
  const line = cleanLine(text)
  if (line.length <= PREVIEW_LENGTH) return line
  const cut = [...line].slice(0, PREVIEW_LENGTH).join('')
  return `${cut.replace(/\s+\S*$/, '')}…`
}

/** The location columns of a listing. Throws `listing_rule` if the city is not in the country. */
async function readPlace(db: Database, { local, country, city }: DraftPlace) {
  if (!local || country === null || city === null) return { country: null, city: null, cityId: null }
  const [found] = await db
    .select({ name: cities.name, nameJa: cities.nameJa })
    .from(cities)
    .where(and(eq(cities.id, city), eq(cities.country, country)))
  if (!found) throw new ApiError('listing_rule', { field: 'place', rule: 'place_missing' })
  const names: City = { cityId: city, en: found.name, ja: found.nameJa ?? found.name }
  return { country, city: JSON.stringify(names), cityId: city }
}

/** SQL: the id of the user's finished file. Aborts the batch if the file was deleted in the meantime. */
const existingFile = (id: string, userId: number) =>
  abortUnless(
    sql`exists (select 1 from media where id = ${id} and user_id = ${userId} and ready_at is not null and kind in ('image', 'video'))`,
    id,
  )

/** Statements that replace the files of a listing: its gallery in this order, then the pictures of its description. */
const replaceMedia = (db: Database, id: SQL | number, userId: number, ids: string[], inText: string[]) => {
  const rows = [
    ...ids.map((file, position) => ({ listingId: id as number, mediaId: existingFile(file, userId), position })),
    ...inText.map((file, i) => ({ listingId: id as number, mediaId: existingFile(file, userId), position: IN_TEXT + i })),
  ]
  return [
    db.delete(listingMedia).where(eq(listingMedia.listingId, id as number)),
    rows.length ? db.insert(listingMedia).values(rows) : undefined,
  ]
}

/** Finds the user's own listing. Another user's listing gives `forbidden` while published, else `listing_not_found`. */
export async function findOwnListing(db: Database, type: ListType, id: number, userId: number) {
  const [row] = await db
    .select()
    .from(listings)
    .where(and(eq(listings.id, id), eq(listings.listType, type), isNull(listings.deletedAt)))
  if (!row || (row.userId !== userId && !row.enabled)) throw new ApiError('listing_not_found')
  if (row.userId !== userId) throw new ApiError('forbidden')
  return row
}

/** Throws `listing_hidden` if the listing would be enabled although the team has hidden it. */
export function refuseIfHidden({ hiddenAt }: { hiddenAt: number | null }, enabled: boolean): void {
  if (enabled && hiddenAt !== null) throw new ApiError('listing_hidden')
}

/** SQL: the value of `enabled` for an update. Aborts the batch if it would enable a listing that the team has hidden. */
export const enabledUnlessHidden = (enabled: boolean) => (enabled ? sql`case when ${listings.hiddenAt} is null then 1 end` : false)

/** Runs statements in one atomic batch and skips undefined ones. */
export const runBatch = (db: Database, statements: (BatchItem<'sqlite'> | undefined)[]) =>
  db.batch(statements.filter((statement) => statement !== undefined) as [BatchItem<'sqlite'>])

/** What a save stores, besides the id: the columns of the listing and its files. */
interface Content {
  user: Viewer
  listType: ListType
  row: Awaited<ReturnType<typeof rowOf>>
  media: Product['media']
  /** The pictures of the description that are not in the gallery. */
  inText: string[]
}

/** The columns of a listing that come from a draft. */
async function rowOf(db: Database, user: Viewer, product: Product, typeColumns: TypeColumns) {
  const text = htmlText(product.description)
  return {
    category: product.category,
    subCategory: product.subCategory,
    title: product.title,
    descriptionPreview: product.descriptionPreview || makePreview(text),
    description: product.description,
    lang: product.lang ?? detectLanguage(`${product.title}\n${product.descriptionPreview}\n${text}`),
    enabled: product.enabled,
    local: product.local,
    account: user.wallet ?? '',
    ...(await readPlace(db, product)),
    ...typeColumns,
    options: typeColumns.options ?? '{}',
    details: typeColumns.details ?? '{}',
    updatedAt: now(),
  }
}

/** The user's finished files among those that a save uses. */
const selectUsable = (db: Database, { user, media: gallery, inText }: Content) =>
  db
    .select({ id: media.id, kind: media.kind })
    .from(media)
    .where(
      and(
        inArray(media.id, [...gallery, ...inText]),
        eq(media.userId, user.id),
        isNotNull(media.readyAt),
        inArray(media.kind, ['image', 'video']),
      ),
    )

/** Throws `media_not_yours` unless all files are usable and the files in the description are pictures. */
function checkMedia({ media: gallery, inText }: Content, found: { id: string; kind: string }[]): void {
  if (found.length !== gallery.length + inText.length || found.some(({ id, kind }) => inText.includes(id) && kind !== 'image'))
    throw new ApiError('media_not_yours')
}

/** The environment of a save. With a key, search engines are notified about the change. */
type SavingEnv = AreaEnv & Pick<ListingsEnv, 'INDEXNOW_KEY'>

/** An SQL condition for a change to happen; if it is false, `unmet` throws the matching error. */
interface Guard {
  holds: (id: number) => SQL
  unmet: (db: Database, id: number) => Promise<void>
}

/** SQL: `updatedAt` of a changed listing. Two changes within a second get different values, because it is the version of the content. */
const changedAt = (at: number) => sql<number>`max(${at}, ${listings.updatedAt} + 1)`

async function changeListing(env: SavingEnv, db: Database, id: number, content: Content, guard?: Guard): Promise<void> {
  const { user, listType, row, inText } = content
  const before = await findOwnListing(db, listType, id, user.id)
  checkMedia(content, await selectUsable(db, content))
  const isUnchanged = sql`${listings.deletedAt} is null and ${guard ? guard.holds(id) : sql`true`}`
  try {
    await runBatch(db, [
      db
        .update(listings)
        .set({ ...row, enabled: enabledUnlessHidden(row.enabled), updatedAt: abortUnless(isUnchanged, changedAt(row.updatedAt)) })
        .where(and(eq(listings.id, id), eq(listings.userId, user.id))),
      ...replaceMedia(db, id, user.id, content.media, inText),
      db.run(removeFromIndex(id)),
      ...addToIndex(id, user.name!, { ...row, listType }).map((statement) => db.run(statement)),
      announceChange(db, env, id, { isPublic: before.enabled || row.enabled }),
    ])
  } catch (error) {
    if (isAccountDeleted(error)) throw error
    refuseIfHidden(await findOwnListing(db, listType, id, user.id), row.enabled)
    await guard?.unmet(db, id)
    checkMedia(content, await selectUsable(db, content))
    throw error
  }
}

async function createListing(
  c: Counting & { env: SavingEnv },
  db: Database,
  content: Content,
  idempotency: Idempotency | null,
): Promise<{ id: number; created: boolean }> {
  const { user, listType, row, inText } = content
  const key = idempotency?.key ?? opaqueId()
  const selectByKey = db
    .select({ id: listings.id, idempotencyHash: listings.idempotencyHash })
    .from(listings)
    .where(and(eq(listings.userId, user.id), eq(listings.idempotencyKey, key)))
  const answerExisting = ({ id, idempotencyHash }: { id: number; idempotencyHash: string | null }) => {
    if (idempotency) requireSameRequest(idempotencyHash, idempotency, { id })
    return { id, created: false }
  }
  const [[existing], found] = await db.batch([selectByKey, selectUsable(db, content)])
  if (existing) return answerExisting(existing)
  checkMedia(content, found)
  await takeEvent(c, 'newListing')
  const id = sql`(select id from listings where user_id = ${user.id} and idempotency_key = ${key})`
  const [, ...insertMedia] = replaceMedia(db, id, user.id, content.media, inText)
  try {
    const values = {
      ...row,
      createdAt: row.updatedAt,
      listType,
      userId: user.id,
      idempotencyKey: key,
      idempotencyHash: idempotency?.fingerprint ?? null,
    }
    const indexed = addToIndex(id, user.name!, values).map((statement) => db.run(statement))
    await runBatch(db, [
      db.insert(listings).values(values),
      ...insertMedia,
      ...indexed,
      announceChange(db, c.env, id, { isPublic: row.enabled }),
    ])
  } catch (error) {
    // Of two concurrent requests with one key, the unique index accepts one. The other returns the listing of the first.
    const [concurrent] = await selectByKey
    if (concurrent) return answerExisting(concurrent)
    if (!isAccountDeleted(error)) checkMedia(content, await selectUsable(db, content))
    throw error
  }
  const [created] = await selectByKey
  return { id: created!.id, created: true }
}

/**
 * Stores a valid draft as a new listing or, if it has an id, as a change of the user's listing. For a repeated idempotency key, returns the
 * listing that was created before; throws `idempotency_key_reused` with its id if the body differs. A change is idempotent without a key.
 */
export async function saveListing(
  c: Counting & { env: SavingEnv },
  {
    user,
    listType,
    product,
    typeColumns,
    idempotency,
  }: { user: Viewer; listType: ListType; product: Product; typeColumns: TypeColumns; idempotency: Idempotency | null },
  guard?: Guard,
): Promise<{ id: number; created: boolean }> {
  const db = database(c.env)
  const content: Content = {
    user,
    listType,
    row: await rowOf(db, user, product, typeColumns),
    media: product.media,
    inText: picturesOf(product.description).filter((id) => !product.media.includes(id)),
  }
  if (!product.id) return createListing(c, db, content, idempotency)
  await changeListing(c.env, db, product.id, content, guard)
  return { id: product.id, created: false }
}
