import { and, eq, gt, lte } from 'drizzle-orm'
import { Hono } from 'hono'
import { parseVideo, type VideoProvider, videoLink } from '../auth/video.schema.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { type Database, database } from '../shared/db.ts'
import { ApiError } from '../shared/errors.ts'
import { hash, now } from '../shared/ids.ts'
import { describeError, log } from '../shared/log.ts'
import { requireUser } from '../shared/session.ts'
import { valid } from '../shared/valid.ts'
import type { Media } from '../uploads/media.schema.ts'
import type { CreatorsEnv } from './env.ts'
import { type LinkPreview, linkPreviewQuery, withScheme } from './link-previews.schema.ts'
import { type OpenedLink, openLink } from './open-link.ts'
import { cleanText, decodePage, type PageFacts, readPage } from './read-page.ts'
import { linkPreviews } from './tables.ts'

/** How long a preview and a failure are kept (seconds). An hour less than a day, because after a day its unused pictures are deleted. */
const KEPT = { preview: 23 * 3600, failure: 300 } as const
/** Bytes that are read of a page and of a picture. */
const MAX_BYTES = { page: 512 * 1024, picture: 2 * 1024 * 1024 } as const
/** Time for requests of a page, with its redirects, and of its pictures (milliseconds). */
const TIMEOUT_MS = 5000

/** The addresses at which video hosts describe a video in JSON (https://oembed.com). Twitch has none, so its pages are read. */
const OEMBED: Partial<Record<VideoProvider, string>> = {
  youtube: 'https://www.youtube.com/oembed',
  dailymotion: 'https://www.dailymotion.com/services/oembed',
}

/** What was found at a link, before its pictures are copied. */
interface Found extends PageFacts {
  opened: OpenedLink
}

const HTML = /^(text\/html|application\/xhtml\+xml)$/
const mediaTypeOf = ({ contentType }: OpenedLink): string => contentType.split(';')[0]!.trim().toLowerCase()
const NOTHING: PageFacts = { title: '', description: '', siteName: '', type: '', pictures: [], icons: [] }

/** Reads a video's description by oEmbed; null without one. Its HTML, which would be a frame of the host, is ignored. */
async function readOEmbed(env: CreatorsEnv, link: string, until: number): Promise<Found | null> {
  const video = parseVideo(link)
  const endpoint = video && OEMBED[video.provider]
  if (!endpoint) return null
  const page = videoLink(video)
  try {
    const address = `${endpoint}?format=json&url=${encodeURIComponent(page)}`
    const opened = await openLink(env, address, { accept: 'application/json', maxBytes: MAX_BYTES.page, until })
    const fields = JSON.parse(decodePage(opened.bytes, opened.contentType)) as Record<string, unknown> | null
    const text = (name: string) => (typeof fields?.[name] === 'string' ? fields[name] : '')
    const title = cleanText(text('title'), 'title')
    if (!title) return null
    return {
      ...NOTHING,
      title,
      description: cleanText(text('author_name'), 'description'),
      siteName: cleanText(text('provider_name'), 'siteName'),
      type: 'video',
      pictures: [text('thumbnail_url')].filter(Boolean),
      icons: [new URL('/favicon.ico', page).href],
      opened: { ...opened, url: new URL(page), contentType: 'text/html' },
    }
  } catch (error) {
    if (error instanceof ApiError || error instanceof SyntaxError) return null
    throw error
  }
}

/** The last part of a path, decoded if it can be. */
function fileName({ pathname }: URL): string {
  const name = pathname.split('/').at(-1)!
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Requests a link and reads what it says about itself. Throws `preview_unavailable` for anything but a page or a picture. */
async function readLink(env: CreatorsEnv, link: string, until: number): Promise<Found> {
  const accept = 'text/html,application/xhtml+xml,image/*;q=0.8'
  const opened = await openLink(env, link, { accept, maxBytes: MAX_BYTES.page, until })
  const type = mediaTypeOf(opened)
  if (HTML.test(type)) return { ...(await readPage(opened.bytes, opened.contentType)), opened }
  if (!type.startsWith('image/')) throw new ApiError('preview_unavailable')
  const title = cleanText(fileName(opened.url), 'title') || opened.url.hostname
  return { ...NOTHING, title, type: 'image', pictures: [opened.url.href], opened }
}

/** Downloads the first of these pictures that can be stored, as one of the member's. Null if none can, because a preview works without. */
async function copyPicture(env: CreatorsEnv, userId: number, addresses: string[], base: URL, until: number): Promise<Media | null> {
  for (const address of addresses) {
    const link = URL.parse(address, base)?.href
    if (!link) continue
    try {
      const { bytes, isCut } = await openLink(env, link, { accept: 'image/*', maxBytes: MAX_BYTES.picture, until })
      const stored = isCut ? null : await env.UPLOADS.addLinkedPicture(userId, bytes)
      if (stored) return stored
    } catch (error) {
      if (!(error instanceof ApiError)) log('warn', 'linked_picture_failed', { error: describeError(error) })
    }
  }
  return null
}

/** Makes the preview of a link, and says how long to keep it. Throws `preview_unavailable` if the page has no title. */
async function makePreview(env: CreatorsEnv, userId: number, link: string): Promise<{ preview: LinkPreview; seconds: number }> {
  const until = Date.now() + TIMEOUT_MS
  const found = (await readOEmbed(env, link, until)) ?? (await readLink(env, link, until))
  const { opened, title, description, siteName, type, pictures, icons } = found
  if (!title) throw new ApiError('preview_unavailable')
  const [image, icon] = await Promise.all([
    copyPicture(env, userId, pictures, opened.url, until),
    copyPicture(env, userId, icons, opened.url, until),
  ])
  const video = parseVideo(opened.url.href)
  // A slow page has left no time for its picture, which another attempt may find.
  const isLate = pictures.length > 0 && !image && Date.now() >= until
  const preview = {
    url: opened.url.href,
    title,
    siteName: siteName || opened.url.hostname.replace(/^www\./, ''),
    description,
    mediaType: type || 'website',
    contentType: mediaTypeOf(opened),
    images: image ? [image] : [],
    videos: video ? [{ ...video, url: videoLink(video) }] : [],
    favicons: icon ? [icon] : [],
  }
  return { preview, seconds: isLate ? KEPT.failure : KEPT.preview }
}

/** An address as a member writes it, in its full form. */
function fullAddress(text: string): string {
  const link = withScheme(text)
  return URL.parse(link)?.href ?? link
}

const keyOf = (userId: number, link: string) => hash(`${userId} ${link}`)

/** Reads the stored preview of a link in its full form that the member has asked for within the last day; null if there is none. */
export async function readKeptPreview(db: Database, userId: number, link: string): Promise<LinkPreview | null> {
  const isKept = and(eq(linkPreviews.key, await keyOf(userId, link)), gt(linkPreviews.expiresAt, now()))
  const [kept] = await db.select({ preview: linkPreviews.preview }).from(linkPreviews).where(isKept)
  return kept?.preview ? (JSON.parse(kept.preview) as LinkPreview) : null
}

/** Previews of links that a member puts into a post. */
export const linkPreviewRoutes = new Hono<{ Bindings: CreatorsEnv; Variables: AreaVariables }>().get(
  '/getLinkPreview',
  requireUser,
  valid('query', linkPreviewQuery),
  async (c) => {
    const { url } = c.req.valid('query')
    const userId = c.var.user.id
    const link = fullAddress(url)
    const db = database(c.env)
    const key = await keyOf(userId, link)
    const [kept] = await db.select().from(linkPreviews).where(eq(linkPreviews.key, key))
    if (kept && kept.expiresAt > now()) {
      if (kept.preview === null) throw new ApiError('preview_unavailable')
      return c.json(JSON.parse(kept.preview) as LinkPreview)
    }
    const made = await makePreview(c.env, userId, link).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'preview_unavailable') return null
      throw error
    })
    const row = { preview: made && JSON.stringify(made.preview), expiresAt: now() + (made?.seconds ?? KEPT.failure) }
    await db.batch([
      db.delete(linkPreviews).where(lte(linkPreviews.expiresAt, now())),
      db
        .insert(linkPreviews)
        .values({ key, ...row })
        .onConflictDoUpdate({ target: linkPreviews.key, set: row }),
    ])
    if (!made) throw new ApiError('preview_unavailable')
    return c.json(made.preview)
  },
)
