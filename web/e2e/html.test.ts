import { type Session, signIn, upload } from '../../workers/local/seed/client.ts'
import { LOCALE_CODES } from '../../workers/shared/locales.schema.ts'
import { closeUserBrowsers, openUserBrowser } from './browser.ts'
import { draft, fetchPath } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { url } from './world.ts'

/** The HTML that the edge writes for a service whose seller put markup into every text. */

const EVIL = '</script></title><img src=x onerror="stolen=1">\'"&amp;'
const PREVIEW = '"><script>stolen=2</script> <!-- \u2028 --> ]]> &lt;b&gt;'
const TITLE = `Logo ${EVIL}`

let mio: Session
let picture = ''
let id = 0
let html = ''
test.beforeAll(async () => {
  mio = await signIn(url, 60)
  await mio.post('auth/addProfile', { profile: { name: 'Mio "M" <b>Sato</b>', title: '', description: '' } })
  picture = await upload(mio, 'island')
  const plan = { price: 50_000_000, delivery: 5, description: `A plan ${EVIL}`, features: [EVIL], hourly: false, revisions: 1 }
  const description = `<p>${'A long story about a logo. '.repeat(6)}</p><img src=x onerror="stolen=3"><script>stolen=4</script><a href="javascript:stolen=5">x</a><p><a href="https://youtu.be/dQw4w9WgXcQ">https://youtu.be/dQw4w9WgXcQ</a></p><p>Also <a href="https://youtu.be/aaaaaaaaaaa">in a line</a>.</p><p>https://youtu.be.evil.example/dQw4w9WgXcQ</p>`
  const product = draft(picture, { title: TITLE, descriptionPreview: PREVIEW, description, options: { 'Basic <b>': plan } })
  ;({ id } = await mio.post<{ id: number }>('listings/addService', { product }))
  html = await (await fetchPath(`/services/${id}`)).text()
})
test.afterAll(async () => {
  await closeUserBrowsers()
  await mio.post('listings/deleteListing', { id })
})

test('the HTML has the tags for crawlers and previews, with all text escaped', async ({ page }) => {
  const seen = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'text/html')
    const all = (css: string) => [...parsed.querySelectorAll(css)]
    const meta = (name: string) => all(`meta[name="${name}"], meta[property="${name}"]`).map((one) => one.getAttribute('content'))
    return {
      titles: all('title').map((one) => one.textContent),
      description: meta('description'),
      ogTitle: meta('og:title'),
      ogDescription: meta('og:description'),
      ogType: meta('og:type'),
      ogImage: meta('og:image'),
      ogUrl: meta('og:url'),
      canonical: all('link[rel=canonical]').map((one) => one.getAttribute('href')),
      alternate: all('link[rel=alternate]').map((one) => [one.getAttribute('hreflang'), one.getAttribute('href')]),
      robots: meta('robots'),
      jsonLd: all('script[type="application/ld+json"]').map((one) => one.textContent),
      data: all('script#warren-data').map((one) => one.textContent),
      body: [...parsed.body.children].map((one) => one.localName),
      images: all('img')
        .map((one) => one.getAttribute('src') ?? '')
        .filter((src) => !/^(\/media\/[\w-]{22}\/\d+\.webp|\/art\/[\w-]+\.svg|\/favicon\.svg|data:image\/\w+;base64,[\w+/=]+)$/.test(src)),
      handlers: all('*').filter((one) => [...one.attributes].some(({ name }) => name.startsWith('on'))).length,
      scripts: all('script').map((one) => one.getAttribute('src') ?? one.getAttribute('type')),
    }
  }, html)
  const { title } = JSON.parse(seen.data[0]!).first[0].data as { title: string }
  expect(title).toContain('<img src=x onerror=')
  expect(seen.titles).toEqual([`${title} · Warren`])
  expect(seen.ogTitle[0]).toContain('</script></title><img src=x onerror="stolen=1">')
  expect(seen.description).toHaveLength(1)
  expect(seen.description[0]).toContain('"><script>stolen=2</script>')
  expect(seen.ogDescription).toEqual(seen.description)
  expect(seen.ogType).toEqual(['product'])
  expect(seen.ogImage).toEqual([expect.stringMatching(new RegExp(`^${url}/og/en/[0-9a-f]{16}/services/${id}\\.png$`))])
  expect(seen.canonical).toEqual(seen.ogUrl)
  expect(seen.canonical[0]).toMatch(new RegExp(`^${url}/services/${id}/[^<>"' ]*$`))
  expect(seen.alternate).toEqual([
    ...LOCALE_CODES.map((language) => [language, `${seen.canonical[0]}?hl=${language}`]),
    ['x-default', seen.canonical[0]],
  ])
  expect(seen.robots).toEqual([])
  expect(seen.jsonLd).toHaveLength(2)
  expect(JSON.parse(seen.jsonLd[0]!)).toMatchObject({
    '@type': 'Service',
    name: title,
    url: seen.canonical[0],
    provider: { name: 'Mio "M" <b>Sato</b>' },
    offers: [{ name: 'Basic <b>', price: '50.00', priceCurrency: 'USD' }],
  })
  expect(JSON.parse(seen.jsonLd[1]!)).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [{}, {}, { item: `${url}/services/c/design` }, { name: title }],
  })
  expect(seen.body).toEqual(['div', 'script'])
  expect([seen.images, seen.handlers]).toEqual([[], 0])
  expect(seen.scripts.filter((one) => !/^(\/assets\/[\w.-]+\.js|\/local\/[\w.-]+\.js|application\/(ld\+)?json)$/.test(one ?? ''))).toEqual(
    [],
  )
})

test('the HTML contains the sanitised listing as page data', async () => {
  const { first: entries } = JSON.parse(/id="warren-data">(.*?)<\/script>/s.exec(html)![1]!) as {
    first: { key: unknown[]; data: object }[]
  }
  expect(entries).toHaveLength(1)
  expect(entries[0]!.key).toEqual(['listing', 'services', id])
  expect(entries[0]!.data).toEqual(await mio.get(`listings/getListing?listType=SERVICES&id=${id}`))
  expect(JSON.stringify(entries[0]!.data)).not.toMatch(/stolen=[345]/)
})

test('the page runs no injected script in a browser, and loads an external video only after its button is pressed', async () => {
  const { page, consoleErrors } = await openUserBrowser()
  const players: string[] = []
  await page.route(/youtu/, (route) => {
    players.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: 'the player' })
  })
  await page.goto(`/services/${id}`)
  await page.getByRole('heading', { level: 1, name: /Logo/ }).waitFor()
  await page.getByText('A long story about a logo.').first().waitFor()
  expect(await page.evaluate(() => 'stolen' in window)).toBe(false)
  expect(await page.locator('[onerror], img[src=x]').count()).toBe(0)
  await page.getByRole('button', { name: 'Play the video' }).waitFor()
  expect([players, await page.locator('iframe').count()]).toEqual([[], 0])
  await page.getByRole('button', { name: 'Play the video' }).click()
  await page.frameLocator('iframe[title=Video]').getByText('the player').waitFor()
  expect(players).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0'])
  expect(consoleErrors).toEqual([])
})

test('the page sanitises a description that was stored under older rules', async () => {
  const old = `<h2 onclick=stolen=6 style="position:fixed">Kept as a heading</h2><marquee>words that stay</marquee>
    <img src=x onerror=stolen=7><img data-media="../../evil" data-size="9x9"><img data-media="${picture}" data-size="640x480" onload=stolen=8>
    <svg onload=stolen=9><script>stolen=10</script><a href="https://evil.example">in a drawing</a></svg>
    <iframe srcdoc="<script>parent.stolen=12</script>"></iframe><template><img src=x onerror=stolen=13></template>
    <noscript><p title="</noscript><img src=x onerror=stolen=14>"></p></noscript><form action="https://evil.example"><input name=password></form>
    <a href="java&#10;script:stolen=15">one</a> <a href="data:text/html,<script>stolen=16</script>">two</a> <a href="//evil.example">three</a>
    <a href="https://good.example/a" onclick=stolen=17 target=_self>four</a>
    <math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=stolen=11&gt;">`
  const { page } = await openUserBrowser()
  const json = JSON.stringify(old).slice(1, -1).replaceAll('<', String.raw`\u003c`)
  await page.route(`**/services/${id}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      // Without the HTML of the edge, the browser renders the page from the changed data.
      body: (await answer.text())
        .replace(/(?<=<div id="root">).*(?=<\/div><script type="application\/json")/s, '')
        .replace(String.raw`"description":"\u003cp`, (text) => text.replace(String.raw`\u003cp`, () => `${json}\\u003cp`)),
    })
  })
  await page.goto(`/services/${id}`)
  await page.getByRole('heading', { name: 'Kept as a heading' }).waitFor()
  await page.getByText('words that stay').waitFor()
  const drawn = await page
    .getByRole('heading', { name: 'Kept as a heading' })
    .locator('..')
    .evaluate((text) =>
      [...text.querySelectorAll('*')].map(
        (one) =>
          `${one.localName} ${[...one.attributes]
            .map(({ name, value }) => `${name}=${value.slice(0, 30)}`)
            .sort()
            .join(' ')}`,
      ),
    )
  expect(drawn).toEqual([
    'h2 ',
    `img alt= height=480 loading=lazy sizes=(max-width: 700px) 100vw, 640p src=/media/${picture}/ srcset=/media/${picture}/ width=640`,
    'a href=https://good.example/a rel=noopener nofollow ugc target=_blank',
  ])
  expect(await page.evaluate(() => 'stolen' in window)).toBe(false)
})
