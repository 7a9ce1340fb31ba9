import { and, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type Database, database, isOfDeleted } from '../shared/db.ts'
import type { AreaEnv } from '../shared/env.ts'
import { ApiError } from '../shared/errors.ts'
import { demandSameRequest, type Idempotency } from '../shared/idempotency.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { type Counting, takeEvent } from '../shared/limits.ts'
import type { Viewer } from '../shared/session.ts'
import { cleanLine } from '../shared/text.schema.ts'
import { media } from '../uploads/tables.ts'
import type { City } from './cities.schema.ts'
import type { DraftPlace, Fault, ListType } from './fields.schema.ts'
import { indexed, unindexed } from './index-terms.ts'
import { htmlText, picturesOf } from './richtext.schema.ts'
import { cities, IN_TEXT, listingMedia, listings } from './tables.ts'
import { detectLanguage } from './text.schema.ts'

const PREVIEW = 160

/** What drafts of every kind have. */
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

/** The columns in which the kinds differ. */
type Row = typeof listings.$inferInsert
type Own = Pick<Row, 'priceUsd'> & Partial<Pick<Row, 'options' | 'details' | 'hourly' | 'endsAt'>>

/** Throws what the first broken rule is told as; a missing profile or wallet and a template's text have codes of their own. */
export function refuse([fault]: Fault[]): void {
  if (fault?.rule === 'profile_required' || fault?.rule === 'wallet_required' || fault?.rule === 'template_text')
    throw new ApiError(fault.rule, fault)
  if (fault) throw new ApiError('listing_rule', fault)
}

/** The beginning of a text, cut between words where there are any. */
function beginning(text: string): string {
  const line = cleanLine(text)
  if (line.length <= PREVIEW) return line
  const cut = [...line].slice(0, PREVIEW).join('')
  return `${cut.replace(/\s+\S*$/, '')}…`
}

async function placeOf(db: Database, { local, country, city }: DraftPlace) {
  if (!local || country === null || city === null) return { country: null, city: null, cityId: null }
  const [found] = await db
    .select({ name: cities.name, nameJa: cities.nameJa })
    .from(cities)
    .where(and(eq(cities.id, city), eq(cities.country, country)))
  if (!found) throw new ApiError('listing_rule', { field: 'place', rule: 'place_missing' })
  const names: City = { cityId: city, en: found.name, ja: found.nameJa ?? found.name }
  return { country, city: JSON.stringify(names), cityId: city }
}

/**
 * The id of a finished file of somebody's, if it still is one: a file that was deleted a moment ago becomes NULL, which aborts the
 * batch.
 */
const stillThere = (id: string, userId: number) =>
  sql`(select id from media where id = ${id} and user_id = ${userId} and ready_at is not null and kind <> 'document')` as unknown as string

/** Makes a listing show these files in this order, and no others; those of its description come after all others. */
const claims = (db: Database, id: SQL | number, userId: number, ids: string[], inText: string[]) => {
  const rows = [
    ...ids.map((file, position) => ({ listingId: id as number, mediaId: stillThere(file, userId), position })),
    ...inText.map((file, i) => ({ listingId: id as number, mediaId: stillThere(file, userId), position: IN_TEXT + i })),
  ]
  return [
    db.delete(listingMedia).where(eq(listingMedia.listingId, id as number)),
    rows.length ? db.insert(listingMedia).values(rows) : undefined,
  ]
}

/** The viewer's own listing. Somebody else's is forbidden while on offer, and does not exist otherwise. */
export async function ownListing(db: Database, type: ListType, id: number, userId: number) {
  const [row] = await db
    .select()
    .from(listings)
    .where(and(eq(listings.id, id), eq(listings.listType, type), isNull(listings.deletedAt)))
  if (!row || (row.userId !== userId && !row.enabled)) throw new ApiError('listing_not_found')
  if (row.userId !== userId) throw new ApiError('forbidden')
  return row
}

export const batch = (db: Database, statements: (BatchItem<'sqlite'> | undefined)[]) =>
  db.batch(statements.filter((statement) => statement !== undefined) as [BatchItem<'sqlite'>])

/**
 * Writes a listing whose rules hold: a new one, or with an id a change to one's own. Sent again with the same `key` a new one is
 * answered, not made again; with another body it is refused, with the id of the one there is. A change needs no key: made twice it is
 * the same. `guard` is a condition that the database must find true for a change to happen at all; `unmet` throws
 * what it means that it was not.
 */
export async function save(
  c: Counting & { env: AreaEnv },
  {
    user,
    listType,
    product,
    own,
    idempotency,
  }: { user: Viewer; listType: ListType; product: Product; own: Own; idempotency: Idempotency | null },
  guard?: { holds: (id: number) => SQL; unmet: (db: Database, id: number) => Promise<void> },
): Promise<{ id: number; created: boolean }> {
  const db = database(c.env)
  const text = htmlText(product.description)
  const at = now()
  const row = {
    category: product.category,
    subCategory: product.subCategory,
    title: product.title,
    descriptionPreview: product.descriptionPreview || beginning(text),
    description: product.description,
    lang: product.lang ?? detectLanguage(`${product.title}\n${product.descriptionPreview}\n${text}`),
    enabled: product.enabled,
    local: product.local,
    account: user.wallet ?? '',
    ...(await placeOf(db, product)),
    ...own,
    options: own.options ?? '{}',
    details: own.details ?? '{}',
    updatedAt: at,
  }
  const inText = picturesOf(product.description).filter((id) => !product.media.includes(id))
  const wanted = [...product.media, ...inText]
  const usable = db
    .select({ id: media.id, kind: media.kind })
    .from(media)
    .where(and(inArray(media.id, wanted), eq(media.userId, user.id), isNotNull(media.readyAt), ne(media.kind, 'document')))
  const check = (found: { id: string; kind: string }[]) => {
    if (found.length !== wanted.length || found.some(({ id, kind }) => inText.includes(id) && kind !== 'image'))
      throw new ApiError('media_not_yours')
  }

  if (product.id) {
    const { id } = product
    await ownListing(db, listType, id, user.id)
    check(await usable)
    const mine = and(eq(listings.id, id), eq(listings.userId, user.id), isNull(listings.deletedAt))
    // A condition that is not met makes a null, which is refused, and the whole batch with it.
    const updatedAt = guard ? sql`case when ${guard.holds(id)} then ${at} end` : at
    try {
      await batch(db, [
        db
          .update(listings)
          .set({ ...row, updatedAt: updatedAt as number })
          .where(mine),
        ...claims(db, id, user.id, product.media, inText),
        db.run(unindexed(id)),
        db.run(indexed(id, user.name!, { ...row, listType })),
      ])
    } catch (error) {
      if (isOfDeleted(error)) throw error
      await guard?.unmet(db, id)
      check(await usable)
      throw error
    }
    return { id, created: false }
  }

  const key = idempotency?.key ?? opaqueId()
  const keyed = db
    .select({ id: listings.id, idempotencyHash: listings.idempotencyHash })
    .from(listings)
    .where(and(eq(listings.userId, user.id), eq(listings.idempotencyKey, key)))
  const again = ({ id, idempotencyHash }: { id: number; idempotencyHash: string | null }) => {
    if (idempotency) demandSameRequest(idempotencyHash, idempotency, { id })
    return { id, created: false }
  }
  const [[existing], found] = await db.batch([keyed, usable])
  if (existing) return again(existing)
  check(found)
  await takeEvent(c, 'newListing')
  const id = sql`(select id from listings where user_id = ${user.id} and idempotency_key = ${key})`
  const [, ...claim] = claims(db, id, user.id, product.media, inText)
  try {
    const values = {
      ...row,
      createdAt: at,
      listType,
      userId: user.id,
      idempotencyKey: key,
      idempotencyHash: idempotency?.fingerprint ?? null,
    }
    await batch(db, [db.insert(listings).values(values), ...claim, db.run(indexed(id, user.name!, values))])
  } catch (error) {
    // Sent twice at once: the unique key let one through, and both are told of it.
    const [twin] = await keyed
    if (twin) return again(twin)
    if (!isOfDeleted(error)) check(await usable)
    throw error
  }
  const [created] = await keyed
  return { id: created!.id, created: true }
}
