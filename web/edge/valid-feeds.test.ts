import { parser } from 'sax'
import { array, check, literal, minLength, object, optional, parse, pipe, regex, strictObject, string, url } from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Post } from '../../workers/creators/posts.schema.ts'
import { postsAsJson, postsAsRss } from './post-feeds.ts'

/** Checks the feeds of a creator against RSS 2.0 (https://www.rssboard.org/rss-specification) and JSON Feed 1.1. */

const origin = 'https://warren.example'
/** Texts that a feed must survive, as members or damaged rows may contain them. */
const ODD = [
  'plain',
  'a\u0000b\u0008c\u001bd\u001f\ufffe\uffff',
  ']]> <![CDATA[ x ]]> --> <!-- &nbsp; &#0; &bogus; &',
  '\ud800 half \udc00 pairs \ud83d',
  'left \u202e\u2066 to right \u200f',
  '👩🏽‍❤️‍💋‍👨🏿 🦊 \u{10fffd}',
  '</title></item></channel></rss><script>alert(1)</script>',
  '"quotes" \'and\' <b a="1">tags</b>\r\n\tlines\u2028\u2029\u0085',
  'e\u0301'.repeat(200),
  '',
]
const id = (i: number) => String(i).padStart(22, 'p')
const posts = ODD.map(
  (text, i) =>
    ({
      ...{ pid: id(i), creatorName: 'aiko', owner: { userId: 3, name: text || 'Aiko' } },
      ...{ content: text, title: text, description: text, link: i % 2 ? `https://example.com/?a=1&b="2"#${i}` : '' },
      preview: i % 2 ? { title: text, images: [] } : null,
      media: [
        { id: id(i), kind: 'image' },
        { id: id(i), kind: 'video', poster: null },
      ],
      ...{ created: i === 1 ? 0 : 1_790_000_000 - i, edited: i % 2 ? 1_790_000_001 : null },
    }) as unknown as Post,
)

/** Makes a feed of a page with this title and about, and of the odd posts. */
async function make(feed: typeof postsAsRss, title: string): Promise<string> {
  const get = async (_area: string, path: string) =>
    path.includes('getFolio')
      ? Response.json({ folio: { name: 'aiko', title: title || 'Aiko', about: title } })
      : // As an object, because JSON of a response would replace halves of pairs.
        ({ ok: true, status: 200, json: async () => ({ posts, next: null, canPost: false }) } as Response)
  return (await feed('aiko', { origin, get }))!.content
}

interface Element {
  name: string
  attributes: Record<string, string>
  text: string
  children: Element[]
}

/** Parses XML strictly: anything that is not well-formed, and any prefix without a namespace, is an error. */
function parseXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  const reader = parser(true, { xmlns: true })
  reader.onerror = (error) => {
    throw error
  }
  reader.onopentag = ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value])
    const element: Element = { name, attributes: Object.fromEntries(values), text: '', children: [] }
    open.at(-1)!.children.push(element)
    open.push(element)
  }
  reader.onclosetag = () => void open.pop()
  reader.ontext = (text) => {
    open.at(-1)!.text += text
  }
  reader.write(xml).close()
  return root.children[0]!
}
const all = ({ children }: Element, name: string) => children.filter((child) => child.name === name)
const one = (element: Element, name: string): string => {
  const found = all(element, name)
  expect(found, name).toHaveLength(1)
  return found[0]!.text
}

/** RFC 822 with the year of four digits that RSS recommends. */
const RFC_822 = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about them.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/
const isAbsolute = (address: string) => expect(new URL(address).href, address).toMatch(/^https:\/\//)

describe.each(ODD)('a feed of a page with the title %j', (title) => {
  it('is RSS 2.0', async () => {
    const xml = await make(postsAsRss, title)
    expect([xml.isWellFormed(), FORBIDDEN.test(xml)]).toEqual([true, false])
    const rss = parseXml(xml)
    expect([rss.name, rss.attributes.version, rss.children.length]).toEqual(['rss', '2.0', 1])
    const channel = rss.children[0]!
    expect(one(channel, 'title')).toMatch(/ · Warren$/)
    expect(one(channel, 'description')).not.toBe('')
    isAbsolute(one(channel, 'link'))
    expect(one(channel, 'ttl')).toMatch(/^\d+$/)
    // As the Atom specification wants it of the link of a feed to itself.
    expect(all(channel, 'atom:link').map(({ attributes }) => attributes)).toEqual([
      { href: `${origin}/aiko/feed.xml`, rel: 'self', type: 'application/rss+xml' },
    ])
    const items = all(channel, 'item')
    expect(items).toHaveLength(posts.length)
    for (const item of items) {
      // An item needs a title or a description.
      expect(one(item, 'title') || one(item, 'description')).not.toBe('')
      isAbsolute(one(item, 'link'))
      expect([one(item, 'guid'), all(item, 'guid')[0]!.attributes]).toEqual([one(item, 'link'), { isPermaLink: 'true' }])
      expect(one(item, 'pubDate')).toMatch(RFC_822)
      expect(Number.isNaN(Date.parse(one(item, 'pubDate')))).toBe(false)
      for (const { attributes } of all(item, 'media:content')) isAbsolute(attributes.url!)
    }
    expect(new Set(items.map((item) => one(item, 'guid'))).size).toBe(items.length)
  })

  it('is JSON Feed 1.1', async () => {
    const json = await make(postsAsJson, title)
    const { items } = parse(jsonFeed, JSON.parse(json))
    expect(items).toHaveLength(posts.length)
    expect(new Set(items.map((item) => item.id)).size).toBe(items.length)
  })
})

const plain = pipe(
  string(),
  check((text) => text.isWellFormed() && !FORBIDDEN.test(text), 'no control characters and no half pairs'),
)
const address = pipe(plain, url(), regex(/^https:\/\//))
const time = pipe(
  plain,
  regex(RFC_3339),
  check((text) => !Number.isNaN(Date.parse(text)), 'a time'),
)
/** What https://jsonfeed.org/version/1.1 requires and allows, of the members that the feed has. An item needs content, which may be empty. */
const jsonFeed = strictObject({
  version: literal('https://jsonfeed.org/version/1.1'),
  title: pipe(plain, minLength(1)),
  home_page_url: address,
  feed_url: address,
  description: optional(pipe(plain, minLength(1))),
  icon: address,
  items: array(
    strictObject({
      id: pipe(plain, minLength(1)),
      url: address,
      external_url: optional(address),
      title: optional(pipe(plain, minLength(1))),
      content_html: plain,
      summary: optional(pipe(plain, minLength(1))),
      image: optional(address),
      authors: pipe(array(object({ name: pipe(plain, minLength(1)), url: address })), minLength(1)),
      date_published: time,
      date_modified: optional(time),
    }),
  ),
})
