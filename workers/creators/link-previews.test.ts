import { eq, like } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { VECTORS } from '../listings/richtext.testing.ts'
import { clearLimits, codeOf, signedIn } from '../shared/testing.ts'
import { cleanLine } from '../shared/text.schema.ts'
import { media } from '../uploads/tables.ts'
import { png } from '../uploads/test-files.ts'
import type { LinkPreview } from './link-previews.schema.ts'
import type { LinkedPage } from './linked-sites.testing.ts'
import { linkPreviews } from './tables.ts'
import { db, newHost, preview, publish, requestedUrls, setSites, testEnv } from './testing.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const picture = async (width = 40, height = 20): Promise<LinkedPage> => ({
  headers: { 'content-type': 'image/png' },
  body: base64(await png(width, height)),
  isBinary: true,
})

/** The preview of a page, as a new member gets it. */
async function previewOf(url: string, as?: Parameters<typeof preview>[1]): Promise<LinkPreview> {
  const response = await preview(url, as ?? (await signedIn(testEnv)))
  expect(response.status, url).toBe(200)
  return response.json()
}

const page = (head: string, body = '') => `<!doctype html><html><head>${head}</head><body>${body}</body></html>`
const og = (name: string, content: string) => `<meta property="og:${name}" content="${content}">`

describe('getLinkPreview refuses', () => {
  it('a guest', async () => {
    expect(await codeOf(await preview('https://news.com/'))).toBe('unauthorized')
  })

  it('no link, and one of more than 2,000 characters', async () => {
    const user = await signedIn(testEnv)
    for (const url of ['', '  ', `https://news.com/${'x'.repeat(2000)}`])
      expect(await codeOf(await preview(url, user))).toBe('invalid_body')
  })

  it.each<[string, string | LinkedPage]>([
    ['a page without title and text', page('')],
    ['an empty page', ''],
    ['a script', { headers: { 'content-type': 'text/javascript' }, body: 'alert(1)' }],
    ['a document', { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7' }],
    ['an answer without a type', { headers: { 'content-type': '' }, body: page('<title>x</title>') }],
    ['a title of invisible characters', page('<title>&#8203;&#x202e; </title>')],
  ])('%s', async (_, site) => {
    expect(await codeOf(await preview(await publish(site), await signedIn(testEnv)))).toBe('preview_unavailable')
  })
})

describe('getLinkPreview reads', () => {
  it('Open Graph before Twitter cards before HTML', async () => {
    const html = '<title>Html</title><meta name="description" content="Html text">'
    const twitter = '<meta name="twitter:title" content="Twitter"><meta name="twitter:description" content="Twitter text">'
    const graph = og('title', 'Graph') + og('description', 'Graph text') + og('site_name', 'The Site') + og('type', 'article')
    const only = await previewOf(await publish(page(html)))
    expect(only).toMatchObject({ title: 'Html', description: 'Html text', mediaType: 'website', contentType: 'text/html' })
    expect(only.siteName).toBe(new URL(only.url).hostname)
    expect(await previewOf(await publish(page(html + twitter)))).toMatchObject({ title: 'Twitter', description: 'Twitter text' })
    const url = await publish(page(html + twitter + graph))
    expect(await previewOf(url)).toEqual({
      url,
      title: 'Graph',
      description: 'Graph text',
      siteName: 'The Site',
      mediaType: 'article',
      contentType: 'text/html',
      images: [],
      videos: [],
      favicons: [],
    })
  })

  it('titles and descriptions as plain text: without markup, hidden characters and line breaks', async () => {
    const { title, description } = await previewOf(
      await publish(
        page(
          og('title', 'Fish &amp; chips &lt;b&gt; &eacute;&hellip; &#x1F41F;&#8238; &unknown;') +
            og('description', 'one\n two&#10;&#0;three <script>alert(1)</script>'),
        ),
      ),
    )
    expect(title).toBe('Fish & chips <b> é… 🐟 &unknown;')
    expect(description).toBe('one two �three <script>alert(1)</script>')
  })

  it('a heading and a paragraph, cut at 22 and 122 characters, if the page states no title and description', async () => {
    const family = '👨‍👩‍👧‍👦'
    const { title, description } = await previewOf(
      await publish(page('', `<h1> </h1><h1>${family.repeat(30)}</h1><p></p><p>a <b>bc</b>${'é'.repeat(200)}</p>`)),
    )
    expect(title).toBe(`${family.repeat(22)}…`)
    expect(description).toBe(`a bc${'é'.repeat(118)}…`)
    expect(await previewOf(await publish(page('', '<p>Only a paragraph that is long</p>')))).toMatchObject({
      title: 'Only a paragraph that…',
    })
    expect(await previewOf(await publish(page('', '<h1>Twenty-two characters.</h1>')))).toMatchObject({
      title: 'Twenty-two characters.',
      description: '',
    })
  })

  it('bounds texts that a page states', async () => {
    const { title, description, siteName } = await previewOf(
      await publish(page(og('title', 'あ'.repeat(5000)) + og('description', 'x'.repeat(9000)) + og('site_name', 'y'.repeat(900)))),
    )
    expect([title.length, description.length, siteName.length]).toEqual([201, 501, 81])
  })

  it.each([
    ['Shift_JIS by its header', 'text/html; charset=Shift_JIS', '', [0x93, 0xfa, 0x96, 0x7b]],
    ['EUC-JP by a meta', 'text/html', '<meta charset="euc-jp">', [0xc6, 0xfc, 0xcb, 0xdc]],
    ['windows-1252', 'text/html; charset="windows-1252"', '', [0x93, 0xe9, 0x94]],
    ['UTF-8 with a mark, whatever the header says', 'text/html; charset=Shift_JIS', '\xef\xbb\xbf', [0xe6, 0x97, 0xa5, 0xe6, 0x9c, 0xac]],
    ['an unknown encoding, as UTF-8', 'text/html; charset=klingon', '', [0xe6, 0x97, 0xa5, 0xe6, 0x9c, 0xac]],
  ])('a page in %s', async (name, type, head, title) => {
    const latin1 = (text: string) => [...text].map((char) => char.charCodeAt(0))
    const bytes = new Uint8Array([...latin1(`${head}<title>`), ...title, ...latin1('</title>')])
    const found = await previewOf(await publish({ headers: { 'content-type': type }, body: base64(bytes), isBinary: true }))
    expect(found.title).toBe(name === 'windows-1252' ? '“é”' : '日本')
  })

  it('only the first 512 KiB', async () => {
    const late = `${'<!-- x -->'.repeat(60_000)}${og('description', 'late')}`
    expect(await previewOf(await publish(page(`<title>Long</title>${late}`)))).toMatchObject({ title: 'Long', description: '' })
    const endless = await publish({ body: page('<title>Endless</title>'), isEndless: true })
    expect(await previewOf(endless)).toMatchObject({ title: 'Endless' })
  })

  it('a link without a scheme as https', async () => {
    const url = await publish(page('<title>Short</title>'))
    expect(await previewOf(url.replace('https://', ''))).toMatchObject({ url, title: 'Short' })
  })
})

describe('pictures', () => {
  it('are copies of the member, in our own variants', async () => {
    const user = await signedIn(testEnv)
    const head = `<title>x</title>${og('image', '/missing.png')}${og('image', '/a.png')}<link rel="icon" href="/i.svg"><link rel="icon" sizes="32x32" href="/i.png">`
    const url = await publish(page(head), { 'a.png': await picture(), 'i.png': await picture(32, 32) })
    const { images, favicons } = await previewOf(url, user)
    expect([...images, ...favicons]).toMatchObject([
      { kind: 'image', width: 40, height: 20 },
      { kind: 'image', width: 32, height: 32 },
    ])
    const [row] = await db.select().from(media).where(eq(media.id, images[0]!.id))
    expect(row).toMatchObject({ userId: user.id, originalFilename: '', contentType: 'image/png' })
    expect(JSON.stringify({ images, favicons })).not.toContain(new URL(url).hostname)
  })

  it.each<[string, LinkedPage]>([
    [
      'SVG',
      { headers: { 'content-type': 'image/svg+xml' }, body: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>' },
    ],
    ['HTML with the name of a picture', { headers: { 'content-type': 'image/png' }, body: page('<title>x</title>').padEnd(100) }],
    ['a damaged picture', { body: base64(new TextEncoder().encode(`\x89PNG\r\n\x1a\n${'x'.repeat(100)}`)), isBinary: true }],
    ['more than 2 MiB', { headers: { 'content-type': 'image/png' }, body: 'x'.repeat(3_000_000) }],
    ['a redirect inward', { status: 302, headers: { location: 'http://127.0.0.1/' } }],
  ])('%s is left out', async (_, file) => {
    const url = await publish(page(`<title>x</title>${og('image', 'a.png')}`), { 'a.png': file })
    expect((await previewOf(url)).images).toEqual([])
  })

  it('have the usual address of an icon requested once, also if the page names it', async () => {
    const url = await publish(page('<title>x</title><link rel="icon" href="/favicon.ico">'))
    const before = (await requestedUrls()).length
    expect(await previewOf(url)).toMatchObject({ favicons: [] })
    expect((await requestedUrls()).slice(before)).toEqual([url, `${url}favicon.ico`])
  })

  it('at private addresses are not requested', async () => {
    const inside = ['http://127.0.0.1/a.png', 'http://169.254.169.254/a', 'javascript:alert(1)', 'http://'].map((address) =>
      og('image', address),
    )
    const url = await publish(page(`<title>x</title>${inside.join('')}<link rel="icon" href="http://[::1]/i.png">`))
    const before = (await requestedUrls()).length
    expect(await previewOf(url)).toMatchObject({ images: [], favicons: [] })
    expect((await requestedUrls()).slice(before)).toEqual([url, `${url}favicon.ico`])
  })

  it('of a host that has moved to a private address are not requested', async () => {
    const url = await publish(page(`<title>x</title>${og('image', 'a.png')}`), { 'a.png': await picture() })
    await setSites({ hosts: { [new URL(url).hostname]: [['93.184.215.14'], ['127.0.0.1']] } })
    const before = (await requestedUrls()).length
    expect((await previewOf(url)).images).toEqual([])
    expect((await requestedUrls()).slice(before)).toEqual([url])
  })

  it('can be linked directly', async () => {
    const url = await publish('', { 'my%20cat%26dog.png': await picture() })
    const found = await previewOf(`${url}my%20cat%26dog.png`)
    expect(found).toMatchObject({ title: 'my cat&dog.png', mediaType: 'image', contentType: 'image/png', images: [{ width: 40 }] })
  })
})

it('the title, the description and the name of a site are plain text, for every published vector', async () => {
  const user = await signedIn(testEnv)
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  for (const [i, vector] of VECTORS.entries()) {
    if (i % 20 === 0) await clearLimits(testEnv, user.id, 'GET /api/creators/getLinkPreview')
    const text = escaped(`x ${vector}`)
    const found = await previewOf(await publish(page(`<title>${text}</title>${og('description', text)}${og('site_name', text)}`)), user)
    for (const plain of [found.title, found.description, found.siteName]) {
      expect(plain).toMatch(/^x/)
      expect(cleanLine(plain)).toBe(plain)
    }
  }
})

describe('videos', () => {
  const watch = (id: string) => `https://www.youtube.com/watch?v=${id}`
  const newId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 11)

  it('of YouTube are described by oEmbed, without any code of the host', async () => {
    const id = newId()
    const endpoint = `https://www.youtube.com/oembed?format=json&url=${encodeURIComponent(watch(id))}`
    const answer = { title: 'A film', author_name: 'Someone', provider_name: 'YouTube', html: '<iframe src="x"></iframe>' }
    await setSites({
      pages: {
        [endpoint]: {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...answer, thumbnail_url: 'https://i.ytimg.com/a.png' }),
        },
        'https://i.ytimg.com/a.png': await picture(48, 36),
      },
    })
    const found = await previewOf(`https://youtu.be/${id}?si=tracking`)
    expect(found).toMatchObject({ url: watch(id), title: 'A film', description: 'Someone', siteName: 'YouTube', mediaType: 'video' })
    expect(found.videos).toEqual([{ provider: 'youtube', id, url: watch(id) }])
    expect(found.images).toMatchObject([{ width: 48 }])
    expect(JSON.stringify(found)).not.toContain('iframe')
  })

  it.each(['not JSON', 'null', '[]', '{"title":{"x":1}}', '{"title":""}'])('fall back to the page if oEmbed answers %s', async (body) => {
    const id = newId()
    const endpoint = `https://www.youtube.com/oembed?format=json&url=${encodeURIComponent(watch(id))}`
    await setSites({ pages: { [endpoint]: { body }, [watch(id)]: { body: page('<title>The page</title>') } } })
    expect(await previewOf(watch(id))).toMatchObject({ title: 'The page', videos: [{ provider: 'youtube', id }] })
  })

  it('of Dailymotion are described by oEmbed', async () => {
    const link = `https://www.dailymotion.com/video/x${newId().slice(0, 6)}`
    const endpoint = `https://www.dailymotion.com/services/oembed?format=json&url=${encodeURIComponent(link)}`
    const answer = { title: 'A short film', author_name: 'Someone', provider_name: 'Dailymotion', html: '<iframe src="x"></iframe>' }
    await setSites({ pages: { [endpoint]: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) } } })
    const found = await previewOf(link)
    expect(found).toMatchObject({ url: link, title: 'A short film', description: 'Someone', siteName: 'Dailymotion', mediaType: 'video' })
    expect(found.videos).toEqual([{ provider: 'dailymotion', id: link.split('/').at(-1), url: link }])
    expect(JSON.stringify(found)).not.toContain('iframe')
  })

  it('of Twitch are described by their page', async () => {
    await setSites({ pages: { 'https://www.twitch.tv/videos/123456789': { body: page(og('title', 'A stream')) } } })
    expect(await previewOf('https://www.twitch.tv/videos/123456789')).toMatchObject({
      title: 'A stream',
      videos: [{ provider: 'twitch', id: '123456789', url: 'https://www.twitch.tv/videos/123456789' }],
    })
  })
})

describe('previews are kept', () => {
  const requestsTo = async (url: string) => (await requestedUrls()).filter((each) => each === url).length

  it('for their member, so that a second call makes no request', async () => {
    const user = await signedIn(testEnv)
    const url = await publish(page('<title>First</title>'))
    const first = await previewOf(url, user)
    await setSites({ pages: { [url]: { body: page('<title>Second</title>') } } })
    expect(await previewOf(url, user)).toEqual(first)
    expect(await requestsTo(url)).toBe(1)
    // The pictures of a preview belong to its member, so another member gets their own.
    expect(await previewOf(url)).toMatchObject({ title: 'Second' })
    expect(await requestsTo(url)).toBe(2)
  })

  it('for less than a day, failures for minutes, and are then replaced', async () => {
    const user = await signedIn(testEnv)
    const [good, bad] = [await publish(page('<title>Good</title>')), await publish({ status: 500 })]
    const rows = async () => db.select().from(linkPreviews)
    const before = new Set((await rows()).map(({ key }) => key))
    await previewOf(good, user)
    expect(await codeOf(await preview(bad, user))).toBe('preview_unavailable')
    expect(await codeOf(await preview(bad, user))).toBe('preview_unavailable')
    expect(await requestsTo(bad)).toBe(1)
    const added = (await rows()).filter(({ key }) => !before.has(key))
    const at = Date.now() / 1000
    const left = added.sort((a, b) => b.expiresAt - a.expiresAt).map(({ expiresAt }) => Math.round((expiresAt - at) / 60))
    expect(left).toEqual([23 * 60, 5])

    for (const { key } of added) await db.update(linkPreviews).set({ expiresAt: 1 }).where(eq(linkPreviews.key, key))
    await setSites({ pages: { [bad]: { body: page('<title>Better</title>') } } })
    expect(await previewOf(bad, user)).toMatchObject({ title: 'Better' })
    const expired = await db.select().from(linkPreviews).where(eq(linkPreviews.expiresAt, 1))
    expect(expired).toEqual([])
  })

  it('for minutes if there was no time left for the picture', async () => {
    const user = await signedIn(testEnv)
    const url = await publish(page(`<title>Slow</title>${og('image', 'a.png')}`), { 'a.png': { ...(await picture()), isStalled: true } })
    const before = new Set((await db.select().from(linkPreviews)).map(({ key }) => key))
    expect(await previewOf(url, user)).toMatchObject({ title: 'Slow', images: [] })
    const [added] = (await db.select().from(linkPreviews)).filter(({ key }) => !before.has(key))
    expect(Math.round((added!.expiresAt - Date.now() / 1000) / 60)).toBe(5)
  })

  it('without naming the member or the link', async () => {
    const host = newHost()
    await preview(`https://${host}/`, await signedIn(testEnv))
    expect(
      await db
        .select()
        .from(linkPreviews)
        .where(like(linkPreviews.key, `%${host}%`)),
    ).toEqual([])
  })
})
