import { findLocale } from '../../workers/shared/locales.schema.ts'
import { describeError, log } from '../../workers/shared/log.ts'
import { paths } from '../lib/paths.ts'
import { cached } from './edge-cache.ts'
import type { EdgeEnv } from './env.ts'
import { readPicturePath } from './page-picture.ts'
import { type Ask, DEFAULT_IMAGE, pageAt } from './pages.ts'

/** The pictures of link previews, drawn by the pictures worker and kept in the edge cache. */

/** The request for a picture. `get` asks an area without the cookie of the visitor: the picture shows what everybody may see. */
export interface PictureRequest extends Pick<Ask, 'origin' | 'get'> {
  env: EdgeEnv
  url: URL
  context: Pick<ExecutionContext, 'waitUntil'>
}

/** Other sites show the picture in their pages, so it must be allowed to load there, also over a redirect. */
const SHARED = { 'cross-origin-resource-policy': 'cross-origin' }

const HEADERS = { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable', ...SHARED }

const elsewhere = (location: string): Response =>
  new Response(null, { status: 302, headers: { location, 'cache-control': 'public, max-age=60', ...SHARED } })

/** A static file as text. Throws if it is missing. */
async function file({ ASSETS }: EdgeEnv, url: URL): Promise<string> {
  const answer = await ASSETS.fetch(new Request(url))
  if (!answer.ok) throw new Error(`${url.pathname} answered ${answer.status}`)
  return answer.text()
}

/** A photo; null without one, or if it cannot be loaded: the picture is then drawn without it. */
async function photo({ UPLOADS }: EdgeEnv, origin: string, id: string | null, width: 320 | 1280): Promise<ArrayBuffer | null> {
  if (!id) return null
  const answer = await UPLOADS.fetch(new Request(origin + paths.media(id, width))).catch(() => null)
  return answer?.ok ? answer.arrayBuffer() : null
}

/**
 * Answers with a picture. Its address contains the hash of what it shows, which is compared with the page's as it is now, also if the picture
 * is in the cache: so an invented address reads no more than its page does and draws nothing, and what was hidden or deleted is not shown
 * any longer. An address that is out of date leads to the present one. Null if there is no such page.
 */
export async function answerPicture({ env, url, origin, get, context }: PictureRequest): Promise<Response | null> {
  const asked = readPicturePath(url.pathname)
  const locale = findLocale(asked?.locale)
  if (!asked || !locale) return null
  const page = await pageAt(asked.page, { env, locale, origin, get })
  if (!page.picture || page.canonical === null) return null
  if (page.image !== url.pathname) return elsewhere(page.image)
  const { texts, photo: photoId, portrait, banner } = page.picture
  return cached(url.origin + url.pathname, context, async () => {
    const [logo, art, photoBytes, portraitBytes] = await Promise.all([
      file(env, new URL('/favicon.svg', url)),
      file(env, new URL(`/art/banner-${banner}.svg`, url)),
      photo(env, url.origin, photoId, 1280),
      photo(env, url.origin, portrait, 320),
    ])
    try {
      const png = await env.PICTURES.draw(texts, { logo, art, photo: photoBytes, portrait: portraitBytes })
      return new Response(png, { headers: HEADERS })
    } catch (error) {
      log('error', 'picture_not_drawn', { area: 'edge', path: url.pathname, error: describeError(error) })
      return elsewhere(DEFAULT_IMAGE)
    }
  })
}
