import { describe, expect, it, vi } from 'vitest'
import { codeOf, signedIn } from '../shared/testing.ts'
import { openLink } from './open-link.ts'
import { REFUSED_URLS } from './refused-urls.testing.ts'
import { newHost, preview, publish, requestedUrls, setSites, testEnv } from './testing.ts'

/** The hosts of the app in these tests, besides localhost. */
const appEnv = { ...testEnv, APP_ORIGINS: `${testEnv.APP_ORIGINS} https://warren.test.com` }

const open = (link: string, env = appEnv) => openLink(env, link, { accept: '*/*', maxBytes: 1000, until: Date.now() + 2000 })
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** The URLs that are requested while a link is opened, which must fail. */
async function requestsOfRefused(link: string, from = appEnv): Promise<string[]> {
  const before = (await requestedUrls()).length
  await expect(open(link, from), link).rejects.toThrow('preview_unavailable')
  return (await requestedUrls()).slice(before)
}

// The fake of all sites is a server on loopback that receives whatever the worker requests: its list is empty if nothing was requested.
describe('openLink', () => {
  it('requests an allowed page once', async () => {
    const url = await publish('hello')
    const before = (await requestedUrls()).length
    const { bytes, isCut, contentType } = await open(url)
    expect({ text: text(bytes), isCut, contentType }).toEqual({ text: 'hello', isCut: false, contentType: 'text/html; charset=utf-8' })
    expect((await requestedUrls()).slice(before)).toEqual([url])
  })

  it.each(Object.entries(REFUSED_URLS))('makes no request for %s', async (_, urls) => {
    for (const url of urls) expect(await requestsOfRefused(url), url).toEqual([])
  })

  // An empty address leads to the page itself.
  const inward = Object.entries(REFUSED_URLS).filter(([kind]) => kind !== 'no addresses')
  it.each(inward)('does not follow a redirect to %s', async (_, urls) => {
    for (const location of urls) {
      const url = await publish({ status: 302, headers: { location: encodeURI(location) } })
      expect(await requestsOfRefused(url), location).toEqual([url])
    }
  })

  it.each([
    ['loopback', ['127.0.0.1']],
    ['a private network', ['10.0.0.5']],
    ['the metadata service', ['169.254.169.254']],
    ['IPv6 loopback', ['::1']],
    ['an IPv4-mapped address', ['::ffff:127.0.0.1']],
    ['NAT64', ['64:ff9b::7f00:1']],
    ['6to4', ['2002:7f00:1::']],
    ['a unique local address', ['fd00:ec2::254']],
    ['a public and a private address', ['93.184.215.14', '127.0.0.1']],
    ['a public IPv4 and a private IPv6 address', ['93.184.215.14', 'fe80::1']],
    ['no address', []],
  ])('makes no request to a name that resolves to %s', async (_, addresses) => {
    const host = newHost()
    await setSites({ hosts: { [host]: [addresses] } })
    expect(await requestsOfRefused(`https://${host}/`)).toEqual([])
  })

  it('resolves a name again for each request, so that a name that changes its address is not followed inward', async () => {
    const url = await publish({ status: 302, headers: { location: '/inside' } }, { inside: { body: 'secret' } })
    await setSites({ hosts: { [new URL(url).hostname]: [['93.184.215.14'], ['127.0.0.1']] } })
    expect(await requestsOfRefused(url)).toEqual([url])
  })

  it('makes no request while DNS does not answer', async () => {
    const url = await publish('hello')
    expect(await requestsOfRefused(url, { ...testEnv, DNS_URL: 'http://127.0.0.1:9/dns-query' })).toEqual([])
  })

  it('follows redirects to public pages, relative ones included', async () => {
    const end = await publish('', { 'a/c': { body: 'end' } })
    const start = await publish({ status: 301, headers: { location: `${end}a/b` } })
    await setSites({ pages: { [`${end}a/b`]: { status: 307, headers: { location: 'c' } } } })
    const { url, bytes } = await open(start)
    expect([url.href, text(bytes)]).toEqual([`${end}a/c`, 'end'])
  })

  it('gives up after four redirects', async () => {
    const url = await publish({ status: 302, headers: { location: '/' } })
    expect(await requestsOfRefused(url)).toEqual(Array(5).fill(url))
  })

  it.each([
    ['an error', { status: 500 }],
    ['a missing page', { status: 404 }],
    ['a redirect without an address', { status: 302 }],
    ['no content', { status: 204 }],
  ])('refuses %s', async (_, page) => {
    const url = await publish(page)
    expect(await requestsOfRefused(url)).toEqual([url])
  })

  it('reads only the start of an endless body', async () => {
    const url = await publish({ body: 'x'.repeat(700), isEndless: true })
    const { bytes, isCut } = await open(url)
    expect([bytes.byteLength, isCut]).toEqual([1000, true])
  })

  it('reads only the start of a body that is small when packed', async () => {
    const packed = new Response(new Blob(['x'.repeat(5_000_000)]).stream().pipeThrough(new CompressionStream('gzip')))
    const body = Buffer.from(await packed.arrayBuffer()).toString('base64')
    const url = await publish({ body, isBinary: true, headers: { 'content-encoding': 'gzip' } })
    const { bytes, isCut } = await open(url)
    expect([bytes.byteLength, isCut]).toEqual([1000, true])
  })

  it.each([
    ['headers', { delay: 3000, body: 'late' }],
    ['a body', { body: 'early', isStalled: true }],
  ])('gives up waiting for %s', async (_, page) => {
    const until = Date.now() + 300
    const url = await publish(page)
    await expect(openLink(testEnv, url, { accept: '*/*', maxBytes: 1000, until })).rejects.toThrow('preview_unavailable')
    expect(Date.now() - until).toBeLessThan(2000)
  })

  it('sends requests to the fake of all sites only in the local world, and tells a site neither member nor page', async () => {
    const sent: Request[] = []
    const real = globalThis.fetch
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      if (url.startsWith(testEnv.DNS_URL)) return real(url, init)
      sent.push(new Request(url, init))
      return Promise.resolve(new Response('hello'))
    })
    const url = `https://${newHost()}/`
    await open(url, { ...testEnv, ENV: 'production' })
    vi.unstubAllGlobals()
    expect(sent.map((request) => request.url)).toEqual([url])
    expect(Object.fromEntries(sent[0]!.headers)).toEqual({
      accept: '*/*',
      'user-agent': expect.stringMatching(/^WarrenLinkPreview\/1\.0 /),
    })
  })
})

describe('getLinkPreview', () => {
  it('answers every refused address with the same error', async () => {
    const user = await signedIn(testEnv)
    const answers = new Set<string>()
    for (const url of Object.values(REFUSED_URLS)
      .flatMap((urls) => urls.slice(0, 2))
      .filter((each) => each.trim())) {
      const response = await preview(url, user)
      answers.add(`${response.status} ${await codeOf(response)}`)
    }
    expect([...answers]).toEqual(['422 preview_unavailable'])
  })
})
