import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** The requests that a real server received through a real fetch. */
const requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
let server: Server
/** The answers to the next requests. null closes the connection after the request has arrived. */
const answers: ({ status: number; body: object } | null)[] = []

vi.mock('./page-data.ts', () => ({ pageData: () => ({ first: [], user: undefined }) }))
vi.mock('./errors.ts', () => ({ loadErrorTexts: async () => {} }))
vi.mock('./connection.ts', () => ({ checkServer: async () => {}, onReconnect: () => {} }))

beforeEach(async () => {
  requests.length = 0
  answers.length = 0
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    requests.push({ method: request.method!, url: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString() })
    const answer = answers.shift()
    if (answer === null) return void request.socket.destroy()
    response.writeHead(answer?.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer?.body ?? {}))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const real = globalThis.fetch
  vi.stubGlobal('navigator', { onLine: true })
  // A browser resolves a path against the page's origin. The rest of the request stays as it is.
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => real(new URL(path, `http://127.0.0.1:${port}`), init))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await new Promise((closed) => server.close(closed))
})

describe('a call', () => {
  it('sends the given headers besides its own', async () => {
    const { listings } = await import('./api.ts')
    await listings.addService.$post({ json: { product: {} as never } }, { headers: { 'idempotency-key': 'a-key-of-mine' } })
    expect(requests).toMatchObject([
      {
        method: 'POST',
        url: '/api/listings/addService',
        headers: { 'idempotency-key': 'a-key-of-mine', 'content-type': 'application/json' },
        body: '{"product":{}}',
      },
    ])
  })

  it('sends its query without undefined values, and no body with a GET', async () => {
    const { listings } = await import('./api.ts')
    await listings.query.$get({ query: { type: 'SERVICES', text: 'a b', cursor: undefined } as never }, { headers: { 'x-more': '1' } })
    expect(requests).toMatchObject([
      { method: 'GET', url: '/api/listings/query?type=SERVICES&text=a+b', headers: { 'x-more': '1' }, body: '' },
    ])
  })

  it('is not sent if its signal is already aborted', async () => {
    const { auth } = await import('./api.ts')
    const signal = AbortSignal.abort(new Error('left'))
    await expect(auth.getCarrots.$get({}, { init: { signal } })).rejects.toThrow('left')
    expect(requests).toEqual([])
  })
})

describe('publishing a listing', () => {
  const draft = { title: 'Logo and identity' }
  const send = async (product: object, id: number | undefined) => {
    const { listings } = await import('./api.ts')
    const options = { headers: { 'idempotency-key': 'token-of-the-draft' } }
    return (await listings.addService.$post({ json: { product: { ...product, id } as never } }, options)).json()
  }

  it('sends the same key and content again after a lost answer', async () => {
    const { publish } = await import('../features/listing-editor/publish.ts')
    answers.push(null, { status: 200, body: { id: 7, created: false } })
    await expect(publish((id) => send(draft, id))).rejects.toMatchObject({ code: 'network' })
    expect(await publish((id) => send(draft, id))).toBe(7)
    expect(requests.map(({ body }) => body)).toEqual(Array(2).fill('{"product":{"title":"Logo and identity"}}'))
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual(Array(2).fill('token-of-the-draft'))
  })

  it('updates the listing if a request without an answer created it and the draft was changed meanwhile', async () => {
    const { publish } = await import('../features/listing-editor/publish.ts')
    const reused = { error: { code: 'idempotency_key_reused', details: { id: 7 } } }
    answers.push(null, { status: 409, body: reused }, { status: 200, body: { id: 7, created: false } })
    await expect(publish((id) => send(draft, id))).rejects.toMatchObject({ code: 'network' })
    expect(await publish((id) => send({ title: 'Another' }, id))).toBe(7)
    expect(requests.map(({ body }) => JSON.parse(body).product)).toEqual([draft, { title: 'Another' }, { title: 'Another', id: 7 }])
  })

  it('throws any other error and sends nothing more', async () => {
    const { publish } = await import('../features/listing-editor/publish.ts')
    answers.push({ status: 409, body: { error: { code: 'conflict', details: { id: 7 } } } })
    await expect(publish((id) => send(draft, id))).rejects.toMatchObject({ code: 'conflict' })
    expect(requests).toHaveLength(1)
  })
})
