import { signIn, upload } from '../../workers/local/seed/client.ts'
import { LOCALE_CODES } from '../../workers/shared/locales.schema.ts'
import { closeUserBrowsers, openUserBrowser } from './browser.ts'
import { draft, fetchPath } from './calls.ts'
import { run } from './database.ts'
import { expect, test } from './fixtures.ts'
import { fireCron, ports, url } from './world.ts'

/** Reads the site as a crawler does: from the sitemap to every page and picture, and every link on them. */

/** How many addresses are read at once. */
const AT_ONCE = 4

/** The properties that search engines require of each type, in addition to `@type`. */
const REQUIRED: Record<string, string[]> = {
  Service: ['name', 'description', 'provider', 'offers', 'url'],
  JobPosting: ['title', 'description', 'datePosted', 'hiringOrganization', 'employmentType'],
  Event: ['name', 'startDate', 'endDate', 'location', 'organizer', 'offers', 'eventStatus', 'eventAttendanceMode'],
  ProfilePage: ['mainEntity', 'dateCreated'],
  BlogPosting: ['headline', 'author', 'datePublished', 'url'],
  BreadcrumbList: ['itemListElement'],
  Organization: ['name', 'url', 'logo'],
  WebSite: ['name', 'url', 'potentialAction'],
  WebPage: ['name', 'description', 'url'],
  CollectionPage: ['name', 'description', 'url'],
  FAQPage: ['mainEntity'],
}

/** Runs `work` for each item, a few at a time, and returns the results in the order of the items. */
async function forEach<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const at = next++
      results[at] = await work(items[at]!)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}

const pathOf = (address: string): string => {
  expect(address.startsWith(`${url}/`), `${address} is an address of the site`).toBe(true)
  return address.slice(url.length)
}
const decode = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location]) => decode(location!))

/** The addresses of all pages, by the name of their file in the sitemap. */
async function readSitemap(): Promise<Record<string, string[]>> {
  const index = await fetchPath('/sitemap.xml')
  expect([index.status, index.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
  const files = await forEach(locations(await index.text()), async (address) => {
    const file = await fetchPath(pathOf(address))
    expect(file.status, address).toBe(200)
    return [/sitemaps\/([a-z]+)/.exec(address)![1]!, locations(await file.text())] as const
  })
  return Object.fromEntries(files)
}

/** What a crawler reads in the HTML of a page. */
function readHead(html: string) {
  const attribute = (tag: string, name: string) => decode(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
  const metas = [...html.matchAll(/<meta [^>]+>/g)].map(([tag]) => tag)
  const links = [...html.matchAll(/<link [^>]+>/g)].map(([tag]) => tag)
  const meta = (name: string) => metas.filter((tag) => attribute(tag, 'name') === name || attribute(tag, 'property') === name)
  return {
    lang: /<html[^>]* lang="([^"]+)"/.exec(html)?.[1],
    title: decode(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    meta: (name: string) => meta(name).map((tag) => attribute(tag, 'content')),
    link: (rel: string) => links.filter((tag) => attribute(tag, 'rel') === rel).map((tag) => attribute(tag, 'href')),
    alternates: Object.fromEntries(
      links.filter((tag) => tag.includes('hreflang=')).map((tag) => [attribute(tag, 'hreflang'), attribute(tag, 'href')]),
    ),
    jsonLd: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, text]) => JSON.parse(text!) as Record<string, unknown>,
    ),
    linked: [...html.matchAll(/ href="(\/[^"]*)"/g)].map(([, href]) => decode(href!)),
  }
}

async function checkPicture(address: string): Promise<void> {
  const answer = await fetchPath(pathOf(address))
  expect([answer.status, answer.headers.get('content-type')], address).toEqual([200, 'image/png'])
  const data = new DataView(await answer.arrayBuffer())
  expect([data.getUint32(0), data.getUint32(16), data.getUint32(20)], address).toEqual([0x89504e47, 1200, 630])
}

/** Reads a page and its picture, checks what crawlers need, and returns its head. */
async function checkPage(address: string, canonical: string, lang: string) {
  const answer = await fetchPath(pathOf(address))
  expect(answer.status, address).toBe(200)
  const head = readHead(await answer.text())
  expect(head.lang, address).toBe(lang)
  expect(head.title.length, `title of ${address}`).toBeGreaterThan(3)
  expect(head.meta('description'), address).toEqual([expect.stringMatching(/\S{3}/)])
  expect(head.meta('robots'), address).toEqual([])
  expect(head.link('canonical'), address).toEqual([address])
  expect(head.alternates, address).toEqual({
    'x-default': canonical,
    ...Object.fromEntries(LOCALE_CODES.map((code) => [code, `${canonical}?hl=${code}`])),
  })
  expect(head.jsonLd.length, `objects of ${address}`).toBeGreaterThan(0)
  for (const object of head.jsonLd) {
    const type = String(object['@type'])
    expect(object['@context'], address).toBe('https://schema.org')
    expect(REQUIRED[type], `${type} of ${address} is a known type`).toBeDefined()
    for (const name of REQUIRED[type]!) expect(object[name], `${name} of the ${type} of ${address}`).toBeTruthy()
    if (type === 'JobPosting') expect(Boolean(object.jobLocation) || Boolean(object.applicantLocationRequirements), address).toBe(true)
  }
  const [picture] = head.meta('og:image')
  await checkPicture(picture!)
  return head
}

/** A wallet that no other test uses. */
const CREATOR = 137

/** A creator with a page and a post, and no profile. Returns the path of the page. */
async function createPage(): Promise<string> {
  const creator = await signIn(url, CREATOR)
  const name = `C${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
  const [account] = await run('select address from accounts where user_id = ?', [creator.id])
  for (const table of ['posts', 'folios', 'creators']) await run(`delete from ${table} where user_id = ?`, [creator.id])
  await run('insert into creators (user_id, name, wallet, since) values (?, ?, ?, unixepoch())', [
    creator.id,
    name,
    String(account!.address),
  ])
  await creator.post('creators/addFolio', {
    ...{
      name,
      title: `Prints of ${name}`,
      about: 'Woodcuts & <letters>.',
      image: null,
      video: null,
      video_thumbnail: null,
      effect: 'NONE',
    },
    ...{ primary_color: '#0b2545', secondary_color: '#f2b134', sections: [], version: 0 },
  })
  for (const content of ['<p>The first <b>print</b> &amp; proof ]]&gt; \u202e\u{1f98a}</p>', '<p>The second print is dry.</p>'])
    await creator.post('creators/addPost', { name, pid: null, version: 0, content, link: '', media: [], draft: false })
  return `/${name}/`
}

let sitemap: Record<string, string[]> = {}
let creatorPath = ''
test.beforeAll(async () => {
  creatorPath = await createPage()
  // The files are kept for a second.
  await expect(async () => {
    sitemap = await readSitemap()
    expect(sitemap.creators).toContain(url + creatorPath)
    expect(sitemap.posts?.filter((address) => address.startsWith(url + creatorPath))).toHaveLength(2)
  }).toPass()
})
test.afterAll(closeUserBrowsers)

test('every page of the sitemap is complete for crawlers, and its links lead to pages', async () => {
  test.setTimeout(600_000)
  expect(Object.keys(sitemap).sort()).toEqual(
    expect.arrayContaining(['creators', 'events', 'jobs', 'pages', 'people', 'posts', 'services']),
  )
  const addresses = Object.values(sitemap).flat()
  expect(addresses.length).toBeGreaterThan(40)
  expect(new Set(addresses).size).toBe(addresses.length)
  const heads = await forEach(addresses, (address) => checkPage(address, address, 'en'))
  const pages = heads.slice(0, sitemap.pages!.length)
  expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length)
  expect(new Set(pages.flatMap(({ meta }) => meta('description'))).size).toBe(pages.length)

  const linked = new Set(heads.flatMap((head) => [...head.linked, ...head.link('alternate').map(pathOf)]))
  await forEach([...linked], async (path) => {
    const answer = await fetchPath(path)
    await answer.body?.cancel()
    expect(answer.status, path).toBeLessThan(400)
  })
})

test('the pages of texts, and one page of each other kind, exist in Japanese with a picture of their own', async () => {
  test.setTimeout(300_000)
  const { pages = [], ...others } = sitemap
  const addresses = [...pages, ...Object.values(others).map(([first]) => first!)]
  const heads = await forEach(addresses, (address) => checkPage(`${address}?hl=ja`, address, 'ja'))
  for (const [i, { title }] of heads.slice(0, pages.length).entries())
    expect(title, addresses[i]).toMatch(/[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]/u)
  const pictures = heads.flatMap(({ meta }) => meta('og:image')).filter((address) => !address.endsWith('/og.png'))
  expect(pictures.every((address) => address.startsWith(`${url}/og/ja/`))).toBe(true)
  expect(new Set(pictures).size).toBe(pictures.length)
})

test('the links that a page shows in a browser lead to pages', async () => {
  test.setTimeout(300_000)
  const { page } = await openUserBrowser()
  const { pages = [], ...others } = sitemap
  const found = new Set<string>()
  for (const address of [...pages, ...Object.values(others).map(([first]) => first!)]) {
    await page.goto(address)
    await page.locator('main h1, main h2').first().waitFor()
    const links = await page.locator('a[href^="/"]').evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
    for (const link of links) found.add(link.replace(/#.*/, ''))
  }
  expect(found.size).toBeGreaterThan(30)
  await forEach([...found], async (path) => {
    const answer = await fetchPath(path)
    await answer.body?.cancel()
    expect(answer.status, path).toBeLessThan(400)
  })
})

test('a picture is drawn only at the address of what it shows', async () => {
  const [address] = sitemap.services!
  const head = readHead(await (await fetchPath(pathOf(address!))).text())
  const picture = pathOf(head.meta('og:image')[0]!)
  const invented = picture.replace(/[0-9a-f]{16}/, '0123456789abcdef')
  const answer = await fetchPath(invented)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, picture])
  expect((await fetchPath(picture.replace(/\d+\.png$/, '999999999.png'))).status).toBe(404)
  const drawn = await fetchPath(`${picture}?anything`)
  expect([drawn.status, drawn.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
})

test('robots.txt, llms.txt, feeds and the description of the search are complete', async ({ page }) => {
  const robots = await (await fetchPath('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${url}/sitemap.xml`)
  const llms = await (await fetchPath('/llms.txt')).text()
  const named = [...llms.matchAll(/\]\(([^)]+)\)/g)]
  expect(named.length).toBeGreaterThan(5)
  for (const [, address] of named) expect((await fetchPath(pathOf(address!))).status, address).toBe(200)
  const feeds = ['services', 'jobs', 'events', 'services/c/design'].flatMap((name) =>
    LOCALE_CODES.map((hl) => `/${name}/feed.xml?hl=${hl}`),
  )
  feeds.push(`${creatorPath}feed.xml`)
  for (const path of [...feeds, '/opensearch.xml', '/sitemap.xml', '/sitemaps/pages.xml']) {
    const xml = await (await fetchPath(path)).text()
    const parsed = await page.evaluate((text) => {
      const document = new DOMParser().parseFromString(text, 'application/xml')
      const links = [...document.querySelectorAll('item > link')].map((link) => link.textContent ?? '')
      return { isValid: document.querySelector('parsererror') === null, links }
    }, xml)
    expect(parsed.isValid, path).toBe(true)
    if (path.endsWith('feed.xml?hl=en') || path.startsWith(creatorPath)) expect(parsed.links.length, path).toBeGreaterThan(0)
    for (const link of parsed.links.slice(0, 3)) expect((await fetchPath(pathOf(link))).status, link).toBe(200)
  }
})

test('search engines are notified of a new listing, and can read the key', async () => {
  const mio = await signIn(url, 61)
  await mio.post('auth/addProfile', { profile: { name: 'Mio Sato', title: '', description: '' } })
  const product = draft(await upload(mio, 'island'), { title: 'Signs that search engines find' })
  const { id } = await mio.post<{ id: number }>('listings/addService', { product })
  await fireCron()
  const announced = (await (await fetch(`http://127.0.0.1:${ports.outside}/indexnow.json`)).json()) as string[]
  expect(announced).toContain(`${url}/services/${id}/signs-that-search-engines-find`)
  expect(await (await fetchPath('/local-world-only.txt')).text()).toBe('local-world-only')
  await mio.post('listings/deleteListing', { id })
})
