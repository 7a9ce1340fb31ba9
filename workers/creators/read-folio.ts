import { and, eq, type SQL, sql } from 'drizzle-orm'
import { fallback, integer, maxLength, maxValue, minValue, nullable, number, object, parse, picklist, pipe, string } from 'valibot'
import type { Database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { describeError, log } from '../shared/log.ts'
import { convertRows } from '../shared/rows.ts'
import { profiles } from '../shared/tables.ts'
import type { Media } from '../uploads/media.schema.ts'
import { media } from '../uploads/tables.ts'
import { creators } from './creator-tables.ts'
import { folioMedia, folios, folioVersions } from './folio-tables.ts'
import { EFFECTS, FOLIO_LIMITS, type Folio, type FolioSection, type StoredSection, storedSection } from './folios.schema.ts'
import { DEFAULT_COLORS, PALETTE } from './palette.schema.ts'
import { SOCIAL_FIELDS, type SocialLinks, socialLinks } from './social-links.schema.ts'

const storedText = (limit: number) => fallback(pipe(string(), maxLength(limit * 4)), '')
/** The last second that `Date` can hold. */
const LAST_SECOND = 8_640_000_000_000
const storedTime = fallback(nullable(pipe(number(), integer(), minValue(0), maxValue(LAST_SECOND))), null)
/** The columns of a save. A damaged one has its default, so that it never takes down the page. */
export const storedSave = object({
  title: storedText(FOLIO_LIMITS.title),
  about: storedText(FOLIO_LIMITS.about),
  image: fallback(nullable(string()), null),
  video: fallback(nullable(string()), null),
  videoThumbnail: fallback(nullable(string()), null),
  effect: fallback(picklist(EFFECTS), 'NONE'),
  primaryColor: fallback(picklist(PALETTE), DEFAULT_COLORS.primary),
  secondaryColor: fallback(picklist(PALETTE), DEFAULT_COLORS.secondary),
  savedAt: storedTime,
})
const NO_SAVE = parse(storedSave, { savedAt: null })

/** The stored links of a page. One that is damaged, or no longer allowed, is left out. */
export const readLinks = (row: Record<string, unknown> | null): SocialLinks => {
  const links = SOCIAL_FIELDS.map((field) => [field, parse(fallback(socialLinks.entries[field], ''), row?.[field] ?? '')])
  return Object.fromEntries(links) as SocialLinks
}

/** A name as people type it in an address; the database compares it in lower case. */
const plainName = (name: string) => name.normalize('NFKC').trim().toLowerCase()

/** SQL condition: a row of `creators` has this name. */
export const hasName = (name: string) => sql`lower(${creators.name}) = ${plainName(name)}`

/** A file of a save, as the database returns it in JSON. */
type File = [id: string, kind: string, contentType: string, width: number | null, height: number | null, placeholder: string | null]

/** Finds a creator's page with one of its saves. The files are one value, because hundreds of rows would take as long as all the rest. */
const selectFolio = (db: Database, name: string, version: number | SQL) =>
  db
    .select({
      creator: creators,
      displayName: profiles.name,
      folio: folios,
      saved: folioVersions,
      files: sql<string>`(select json_group_array(json_array(m.id, m.kind, m.content_type, m.width, m.height, m.placeholder))
        from ${folioMedia} f join ${media} m on m.id = f.media_id
        where f.user_id = ${creators.userId} and f.version = ${version} and m.ready_at is not null)`,
    })
    .from(creators)
    .leftJoin(profiles, eq(profiles.userId, creators.userId))
    .leftJoin(folios, eq(folios.userId, creators.userId))
    .leftJoin(folioVersions, and(eq(folioVersions.userId, creators.userId), sql`${folioVersions.version} = ${version}`))
    .where(hasName(name))

type Row = Awaited<ReturnType<typeof selectFolio>>[number]

/** Finds the pictures of a save by their ids. */
type FindPicture = (id: string | null) => Media | null

function toSection(section: StoredSection, find: FindPicture): FolioSection {
  const withPicture = <Part extends { picture: string | null }>(part: Part) => ({ ...part, picture: find(part.picture) })
  switch (section.kind) {
    case 'FULL_PAGE':
      return withPicture(section)
    case 'ROADMAP':
      return section
    case 'TEAM':
      return { ...section, members: section.members.map(withPicture) }
    case 'COLUMN':
      return { ...section, columns: section.columns.map(withPicture) }
    case 'ROW':
      return { ...section, rows: section.rows.map(withPicture) }
    case 'CAROUSEL':
      return {
        ...section,
        slides: section.slides.flatMap((slide) => {
          const picture = find(slide.picture)
          return picture ? [{ ...slide, picture }] : []
        }),
      }
  }
}

/** The sections of a save. One that is damaged, or older than today's checks, is left out, so that the page stays readable. */
function readSections({ userId, version, sections }: typeof folioVersions.$inferSelect, find: FindPicture): FolioSection[] {
  const id = `${userId}.${version}`
  try {
    const stored = (JSON.parse(sections) as unknown[]).map((section, i) => ({ id: `${id}.${i}`, section }))
    return convertRows('folio section', stored, ({ section }) => toSection(parse(storedSection, section), find))
  } catch (error) {
    log('error', 'row_unreadable', { kind: 'folio', id, error: describeError(error) })
    return []
  }
}

const toMedia = ([id, , , width, height, placeholder]: File): Media => ({ id, kind: 'image', width, height, placeholder })
const toVideo = ([id, , type]: File) => ({ id, url: `/media/${id}/video`, type })

function toFolio({ creator, displayName, folio, saved, files: json }: Row): Folio {
  const content = saved ? parse(storedSave, saved) : NO_SAVE
  const files = JSON.parse(json) as File[]
  const pictures = new Map(files.filter(([, kind]) => kind === 'image').map((file) => [file[0], toMedia(file)]))
  const find: FindPicture = (id) => (id === null ? null : (pictures.get(id) ?? null))
  const video = files.find(([id, kind]) => kind === 'video' && id === content.video)
  return {
    name: creator.name,
    user_id: creator.userId,
    title: content.title || displayName || creator.name,
    about: content.about,
    image: find(content.image),
    video: video ? toVideo(video) : null,
    video_thumbnail: find(content.videoThumbnail),
    effect: content.effect,
    primary_color: content.primaryColor,
    secondary_color: content.secondaryColor,
    ...readLinks(folio),
    sections: saved ? readSections(saved, find) : [],
    version: saved?.version ?? folio?.version ?? 0,
    saved: content.savedAt,
    is_promoted: creator.isPromoted,
    since: parse(storedTime, creator.since),
  }
}

/** Throws unless the creator is this member and has not been removed. A removed page does not exist for others. */
export function requireOwnPage(creator: typeof creators.$inferSelect | undefined, userId: number): void {
  const isOwn = creator?.userId === userId
  if (!creator || (creator.removedAt !== null && !isOwn)) throw new ApiError('creator_not_found')
  if (!isOwn) throw new ApiError('forbidden')
  if (creator.removedAt !== null) throw new ApiError('folio_removed')
}

/** Reads the page of a creator as it was saved last. Throws `creator_not_found`, also for a removed creator. */
export async function readFolio(db: Database, name: string): Promise<Folio> {
  const [row] = await selectFolio(db, name, sql`${folios.version}`)
  if (!row || row.creator.removedAt !== null) throw new ApiError('creator_not_found')
  return toFolio(row)
}

/** Reads one of the last saves of a member's own page. Throws `folio_version_not_found` for another number. */
export async function readVersion(db: Database, name: string, version: number, userId: number): Promise<Folio> {
  const [row] = await selectFolio(db, name, version)
  requireOwnPage(row?.creator, userId)
  if (!row?.saved) throw new ApiError('folio_version_not_found')
  return toFolio(row)
}
