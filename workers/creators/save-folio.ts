import { and, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { abortUnless } from '../shared/abort-unless.ts'
import { type Database, isAccountDeleted } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { now } from '../shared/ids.ts'
import { PLAYED_TYPES } from '../uploads/media.schema.ts'
import { media } from '../uploads/tables.ts'
import { creators } from './creator-tables.ts'
import { folioMedia, folios, folioVersions } from './folio-tables.ts'
import { type FolioRequest, KEPT_VERSIONS, mediaOfSection, type SavedFolio } from './folios.schema.ts'
import { hasName, requireOwnPage } from './read-folio.ts'

/** The columns of a save that come from the request. */
const contentOf = (request: FolioRequest) => ({
  title: request.title,
  about: request.about,
  image: request.image,
  video: request.video,
  videoThumbnail: request.video_thumbnail,
  effect: request.effect,
  primaryColor: request.primary_color,
  secondaryColor: request.secondary_color,
  sections: JSON.stringify(request.sections),
})

/** The media ids of a page, each once, and how many there are. A video that is also used as a picture counts twice, so that it is refused. */
function filesOf({ image, video, video_thumbnail, sections }: FolioRequest) {
  const pictures = [...new Set([image, video_thumbnail, ...sections.flatMap(mediaOfSection)])].filter((id) => id !== null)
  const files = video === null ? pictures : [...pictures, video]
  return { ids: [...new Set(files)], count: files.length }
}
type Files = ReturnType<typeof filesOf>

/** SQL condition: a row of `media` is a finished file of the user among those of the page, and is of the kind that it is used as. */
const isUsable = (userId: number, request: FolioRequest, { ids }: Files) =>
  and(
    sql`${media.id} in (select value from json_each(${JSON.stringify(ids)}))`,
    eq(media.userId, userId),
    isNotNull(media.readyAt),
    sql`iif(${media.id} is ${request.video}, ${inArray(media.contentType, [...PLAYED_TYPES])}, ${media.kind} = 'image')`,
  )

/** SQL condition: the user is a creator with this name, whom the team has not removed. */
export const ownsPage = (userId: number, name: string) =>
  sql`exists (select 1 from ${creators} where ${and(eq(creators.userId, userId), hasName(name))} and ${creators.removedAt} is null)`

/**
 * Finds why a page was not saved. Returns the save if it is this one: its first answer was lost. Throws `error` if there is no reason for
 * the member.
 */
async function explainRefusal(db: Database, userId: number, request: FolioRequest, files: Files, error: unknown): Promise<SavedFolio> {
  const [[creator], [current], usable] = await db.batch([
    db.select().from(creators).where(hasName(request.name)),
    db
      .select({ version: folios.version, saved: folioVersions })
      .from(folios)
      .leftJoin(folioVersions, and(eq(folioVersions.userId, folios.userId), eq(folioVersions.version, folios.version)))
      .where(eq(folios.userId, userId)),
    db
      .select({ id: media.id })
      .from(media)
      .where(isUsable(userId, request, files)),
  ])
  requireOwnPage(creator, userId)
  const version = current?.version ?? 0
  if (version !== request.version) {
    const saved = current?.saved
    const isSame = saved && Object.entries(contentOf(request)).every(([field, value]) => saved[field as keyof typeof saved] === value)
    if (isSame && version === request.version + 1) return { version, saved: saved.savedAt }
    throw new ApiError('folio_changed', { version })
  }
  const missing = files.ids.filter((id) => !usable.some((file) => file.id === id))
  if (missing.length) throw new ApiError('media_not_yours', { ids: missing })
  if (usable.length !== files.count) throw new ApiError('media_not_yours', { ids: [request.video] })
  throw error
}

/**
 * Saves the page of a creator as a new version, and deletes the oldest beyond {@link KEPT_VERSIONS}. One batch checks everything, because
 * the page, the creator or a file may change at the same time.
 */
export async function saveFolio(db: Database, userId: number, request: FolioRequest): Promise<SavedFolio> {
  const at = now()
  const version = request.version + 1
  const files = filesOf(request)
  const hasFiles = sql`(select count(*) from ${media} where ${isUsable(userId, request, files)}) = ${files.count}`
  const isCurrent = sql`coalesce((select version from ${folios} where ${folios.userId} = ${userId}), 0) = ${request.version}`
  const row = { userId, version: abortUnless(sql`${ownsPage(userId, request.name)} and ${isCurrent} and ${hasFiles}`, version) }
  const isOld = (table: typeof folioVersions | typeof folioMedia) =>
    and(eq(table.userId, userId), lte(table.version, version - KEPT_VERSIONS))
  try {
    await db.batch([
      db.insert(folios).values(row).onConflictDoUpdate({ target: folios.userId, set: { version } }),
      db.insert(folioVersions).values({ userId, version, savedAt: at, ...contentOf(request) }),
      db.run(sql`insert into ${folioMedia} (user_id, version, media_id)
        select ${userId}, ${version}, value from json_each(${JSON.stringify(files.ids)})`),
      db.delete(folioVersions).where(isOld(folioVersions)),
      db.delete(folioMedia).where(isOld(folioMedia)),
    ])
  } catch (error) {
    if (isAccountDeleted(error)) throw error
    return explainRefusal(db, userId, request, files, error)
  }
  return { version, saved: at }
}
