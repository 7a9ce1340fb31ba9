import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Outbox } from './outbox.ts'
import { closeServer, serveCountingProxy, serveExternalServices, serveFiles, type Traffic } from './outside.ts'
import { checkPorts } from './ports.ts'
import { localPrices } from './price-feeds.ts'

const APP = 'http://localhost:8788'
const open: Server[] = []
const keep = async (server: Server | Promise<Server>) => {
  open.push(await server)
  return (open.at(-1)!.address() as AddressInfo).port
}
const traffic = (): Traffic => ({ requests: 0, received: 0, sent: 0 })

afterEach(() => Promise.all(open.splice(0).map(closeServer)))

/** Responds with the Host header and the length of the body. */
const echo = () =>
  keep(
    new Promise<Server>((resolve) => {
      const server = createServer(async (request, response) => {
        let length = 0
        for await (const chunk of request as AsyncIterable<Buffer>) length += chunk.length
        response.setHeader('etag', '"abc"').end(`${request.headers.host} ${length}`)
      })
      server.on('upgrade', (_request, socket) => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: test\r\n\r\n')
        socket.pipe(socket)
      })
      server.listen(0, '127.0.0.1', () => resolve(server))
    }),
  )

test('the file proxy applies the CORS rules of the bucket, keeps the signed Host header, counts bytes, and answers 404 outside the bucket', async () => {
  const counted = traffic()
  const port = await keep(serveFiles({ port: 0, behind: await echo(), origins: [APP], traffic: counted }))
  const url = `http://127.0.0.1:${port}/cdn-cgi/local/r2/s3/bucket/key`

  const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: APP, 'access-control-request-headers': 'content-type' } })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type')
  const put = await fetch(url, { method: 'PUT', body: 'x'.repeat(5000), headers: { origin: APP } })
  expect(await put.text()).toBe(`127.0.0.1:${port} 5000`)
  expect(put.headers.get('access-control-allow-origin')).toBe(APP)
  expect(put.headers.get('access-control-expose-headers')).toBe('ETag')
  expect(counted).toMatchObject({ requests: 1, received: 5000 })

  const foreign = { origin: 'https://evil.example' }
  expect((await fetch(url, { method: 'OPTIONS', headers: foreign })).status).toBe(403)
  expect((await fetch(url, { headers: foreign })).headers.get('access-control-allow-origin')).toBe(null)
  expect((await fetch(`http://127.0.0.1:${port}/api/auth/getNonce`)).status).toBe(404)
})

test('the counting proxy counts the bytes of bodies, and forwards upgraded connections', async () => {
  const counted = traffic()
  const port = await keep(serveCountingProxy({ port: 0, behind: await echo(), traffic: counted }))
  await (await fetch(`http://127.0.0.1:${port}/api/x`, { method: 'POST', body: 'y'.repeat(300) })).text()
  expect(counted).toMatchObject({ requests: 1, received: 300 })
  const said = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: test\r\n\r\n'),
    )
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
      if (text.endsWith('\r\n\r\n')) socket.write('hello')
      if (text.endsWith('hello')) {
        socket.destroy()
        resolve(text)
      }
    })
  })
  expect(said).toContain('101 Switching Protocols')
})

test('the price feeds answer in the formats of the real services, and can be changed and switched off', async () => {
  const prices = localPrices()
  const url = `http://127.0.0.1:${await keep(serveExternalServices({ port: 0, prices, outbox: { mails: [], down: false } }))}`
  const read = async (path: string) => (await fetch(url + path)).json()
  expect(await read('/v2/exchange-rates?currency=ETH')).toEqual({
    data: { currency: 'ETH', rates: { ETH: '1', USD: '3150.25', JPY: '470710.36' } },
  })
  expect(await read('/0/public/Ticker?pair=ETHJPY')).toMatchObject({ error: [], result: { XETHZJPY: { a: ['470700.00', '3', '3.000'] } } })
  expect(await read('/0/public/Ticker?pair=ETHXYZ')).toEqual({ error: ['EQuery:Unknown asset pair'] })
  expect((await fetch(`${url}/v2/nothing`)).status).toBe(404)
  for (const body of ['{', 'null']) expect((await fetch(`${url}/prices`, { method: 'PATCH', body })).status).toBe(400)
  await fetch(`${url}/prices`, { method: 'PATCH', body: JSON.stringify({ kraken: { usd: '1' }, coinbase: { mode: 'down' } }) })
  expect(await read('/0/public/Ticker?pair=ETHUSD')).toMatchObject({ result: { XETHZUSD: { b: ['1', '5', '5.000'] } } })
  expect((await fetch(`${url}/v2/exchange-rates?currency=ETH`)).status).toBe(503)
})

test('the mail service checks requests like the real one, stores a mail once per idempotency key, and shows it in the outbox', async () => {
  const outbox: Outbox = { mails: [], down: false }
  const prices = localPrices()
  const url = `http://127.0.0.1:${await keep(serveExternalServices({ port: 0, prices, outbox }))}`
  const mail = { from: 'Warren <a@b.example>', to: ['aiko@example.com'], subject: '<Hi>', text: 'Hello', html: '<p>"Hello"</p>' }
  const send = (body: object, headers: Record<string, string> = { authorization: 'Bearer x', 'idempotency-key': 'k' }) =>
    fetch(`${url}/emails`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect((await send(mail, {})).status).toBe(401)
  expect((await send({ ...mail, to: ['not-an-address'] })).status).toBe(422)
  const { id } = (await (await send(mail)).json()) as { id: string }
  expect(await (await send(mail)).json()).toEqual({ id })
  const read = (await (await fetch(`${url}/outbox.json`)).json()) as object[]
  expect(read).toEqual([{ id, ...mail, headers: {}, to: 'aiko@example.com', at: expect.any(Number) }])
  const page = await (await fetch(`${url}/outbox`)).text()
  expect(page).toContain('&lt;Hi>')
  expect(page).not.toContain('<p>"Hello"')
  outbox.down = true
  expect((await send(mail)).status).toBe(503)
})

test('the list of breached passwords takes the first five digits of a hash and returns the rest of each match', async () => {
  const prices = localPrices()
  const url = `http://127.0.0.1:${await keep(serveExternalServices({ port: 0, prices, outbox: { mails: [], down: false } }))}`
  const sum = createHash('sha1').update('Tr0ub4dor&3').digest('hex').toUpperCase()
  expect(await (await fetch(`${url}/range/${sum.slice(0, 5)}`)).text()).toContain(`${sum.slice(5)}:42`)
  expect((await fetch(`${url}/range/xyz`)).status).toBe(404)
})

test('a port in use is reported with the process that uses it and a WARREN_PORT to use instead', async () => {
  const port = await echo()
  const message = await checkPorts({ app: port }).then(
    () => '',
    (error: Error) => error.message,
  )
  expect(message).toMatch(new RegExp(`^port ${port} \\(app\\) is taken.*WARREN_PORT=${port + 100}$`))
  if (process.platform === 'linux') expect(message).toContain(`(process ${process.pid})`)
})

test('the fake of IndexNow accepts addresses of the host of the key, and shows them', async () => {
  const port = await keep(serveExternalServices({ port: 0, prices: localPrices(), outbox: { mails: [], down: false } }))
  const site = 'https://warren.example'
  const call = { host: 'warren.example', key: 'key-for-tests', keyLocation: `${site}/key-for-tests.txt`, urlList: [`${site}/services/1`] }
  const send = (changes: object) =>
    fetch(`http://127.0.0.1:${port}/indexnow`, { method: 'POST', body: JSON.stringify({ ...call, ...changes }) })
  expect((await send({})).status).toBe(200)
  expect((await send({ urlList: [] })).status).toBe(400)
  expect((await send({ key: 'short' })).status).toBe(403)
  expect((await send({ urlList: ['https://other.example/services/1'] })).status).toBe(422)
  expect(await (await fetch(`http://127.0.0.1:${port}/indexnow.json`)).json()).toEqual([`${site}/services/1`])
})
