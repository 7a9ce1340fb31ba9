import type { Folio, FolioAnswer } from '../../workers/creators/folios.schema.ts'
import type { Post, PostPage } from '../../workers/creators/posts.schema.ts'
import { brand } from '../brand.ts'
import { paths } from '../lib/paths.ts'
import { escapeXml, feedText } from './feeds.ts'
import { escapeHtml, isoTime } from './page.ts'
import { firstPictureOf } from './page-picture.ts'
import type { Ask } from './pages.ts'

/** Feeds with the newest posts of a creator: RSS 2.0, and JSON Feed 1.1 (https://jsonfeed.org/version/1.1). */

/** Posts in a feed, and the most pages that are read for them: a page of which every post is damaged is empty. */
const MAX_ITEMS = 30
const MAX_PAGES = 4
/** How long readers wait before they load a feed again (minutes). */
const TTL = 15

/** A file with its only path. */
export interface FileAtPath {
  content: string
  path: string
}

/** What a feed is made of. The posts are sorted by their time, also the pinned ones. */
interface Contents {
  folio: Folio
  posts: Post[]
}

/** Reads the page and the newest posts of a creator; null if there is no such creator. Throws if the area does not answer. */
async function read(name: string, get: Ask['get']): Promise<Contents | null> {
  const answer = await get('CREATORS', `/api/creators/getFolio?name=${name}`)
  if (answer.status === 404) return null
  if (!answer.ok) throw new Error(`the page of a creator answered ${answer.status}`)
  const { folio } = (await answer.json()) as FolioAnswer
  const posts: Post[] = []
  let offset: number | null = 0
  for (let page = 0; page < MAX_PAGES && offset !== null && posts.length < MAX_ITEMS; page++) {
    const list = await get('CREATORS', `/api/creators/getPosts?name=${folio.name}&offset=${offset}`)
    if (!list.ok) throw new Error(`the posts of a creator answered ${list.status}`)
    const { posts: more, next } = (await list.json()) as PostPage
    posts.push(...more)
    offset = next
  }
  return { folio, posts: posts.sort((a, b) => b.created - a.created).slice(0, MAX_ITEMS) }
}

const pathOf = ({ creatorName, pid }: Post): string => paths.post(creatorName, pid)
const picture = (origin: string, id: string) => `${origin}${paths.media(id, 1280)}`

/** The whole post as HTML that works outside of the app: pictures have addresses, and files and the link follow the text. */
function html(post: Post, origin: string): string {
  const text = post.content.replace(
    /<img data-media="([\w-]{22})" data-size="(\d+)x(\d+)">/g,
    (_, id: string, width: string, height: string) => `<img src="${picture(origin, id)}" width="${width}" height="${height}" alt="">`,
  )
  const files = post.media.map((file) =>
    file.kind === 'image'
      ? `<p><img src="${picture(origin, file.id)}" alt=""></p>`
      : `<p><a href="${origin}/media/${file.id}/video">${origin}/media/${file.id}/video</a></p>`,
  )
  const label = escapeHtml(post.preview?.title || post.link)
  return [text, ...files, ...(post.link ? [`<p><a href="${escapeHtml(post.link)}" rel="nofollow ugc">${label}</a></p>`] : [])].join('')
}

function item(post: Post, folio: Folio, origin: string): string {
  const address = origin + pathOf(post)
  const image = firstPictureOf(post)
  return [
    '<item>',
    `<title>${escapeXml(post.title || folio.title)}</title>`,
    `<link>${escapeXml(address)}</link>`,
    `<guid isPermaLink="true">${escapeXml(address)}</guid>`,
    `<pubDate>${new Date(post.created * 1000).toUTCString()}</pubDate>`,
    `<dc:creator>${escapeXml(post.owner.name || folio.title)}</dc:creator>`,
    `<description>${escapeXml(post.description)}</description>`,
    `<content:encoded>${escapeXml(html(post, origin))}</content:encoded>`,
    ...(image ? [`<media:content url="${escapeXml(picture(origin, image))}" medium="image" type="image/webp"/>`] : []),
    '</item>\n',
  ].join('')
}

/** The posts of a creator as RSS; null if there is no such creator. */
export async function postsAsRss(name: string, { origin, get }: Pick<Ask, 'origin' | 'get'>): Promise<FileAtPath | null> {
  const contents = await read(name, get)
  if (!contents) return null
  const { folio, posts } = contents
  const page = paths.creator(folio.name)
  const path = `${page}feed.xml`
  const spaces = { atom: 'http://www.w3.org/2005/Atom', dc: 'http://purl.org/dc/elements/1.1/', media: 'http://search.yahoo.com/mrss/' }
  const names = Object.entries({ ...spaces, content: 'http://purl.org/rss/1.0/modules/content/' })
  const content = [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<rss version="2.0" ${names.map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`).join(' ')}>\n`,
    `<channel><title>${escapeXml(`${folio.title} · ${brand.name}`)}</title>`,
    `<link>${escapeXml(origin + page)}</link>`,
    `<atom:link href="${escapeXml(origin + path)}" rel="self" type="application/rss+xml"/>`,
    `<description>${escapeXml(folio.about || folio.title)}</description><ttl>${TTL}</ttl>\n`,
    ...posts.map((post) => item(post, folio, origin)),
    '</channel></rss>\n',
  ].join('')
  return { content, path }
}

/** The posts of a creator as a JSON Feed; null if there is no such creator. */
export async function postsAsJson(name: string, { origin, get }: Pick<Ask, 'origin' | 'get'>): Promise<FileAtPath | null> {
  const contents = await read(name, get)
  if (!contents) return null
  const { folio, posts } = contents
  const page = paths.creator(folio.name)
  const path = `${page}feed.json`
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: `${folio.title} · ${brand.name}`,
    home_page_url: origin + page,
    feed_url: origin + path,
    ...(folio.about && { description: folio.about }),
    icon: `${origin}/apple-touch-icon.png`,
    items: posts.map((post) => {
      const image = firstPictureOf(post)
      return {
        id: origin + pathOf(post),
        url: origin + pathOf(post),
        ...(post.link && { external_url: post.link }),
        ...(post.title && { title: post.title }),
        content_html: html(post, origin),
        ...(post.description && { summary: post.description }),
        ...(image && { image: picture(origin, image) }),
        authors: [{ name: post.owner.name || folio.title, url: origin + page }],
        date_published: isoTime(post.created),
        ...(post.edited !== null && { date_modified: isoTime(post.edited) }),
      }
    }),
  }
  const content = JSON.stringify(feed, (_, value: unknown) => (typeof value === 'string' ? feedText(value) : value))
  return { content, path }
}
