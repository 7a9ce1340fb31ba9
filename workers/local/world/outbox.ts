import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** A mail as the fake Resend received it. */
interface SentMail {
  id: string
  from: string
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  /** UTC milliseconds. */
  at: number
}

/** The mails sent in this world, newest first. A test may read or empty it, or take the service down with `down`. */
export interface Outbox {
  mails: SentMail[]
  down: boolean
}

const MAX_MAILS = 200
const MAX_BYTES = 1_000_000
const ADDRESS = /^(?:.+ <)?[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+>?$/

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const respond = (response: ServerResponse, status: number, body: object) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/**
 * Resend's `POST /emails` (https://resend.com/docs/api-reference/emails/send-email), as far as the app uses it. No mail leaves the machine.
 */
export function resend(outbox: Outbox): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const ids = new Map<string, string>()
  return async (request, response) => {
    const refuse = (statusCode: number, name: string, message: string) => respond(response, statusCode, { statusCode, name, message })
    if (outbox.down) return refuse(503, 'application_error', 'away')
    if (!/^Bearer \S+$/.test(request.headers.authorization ?? '')) return refuse(401, 'missing_api_key', 'Missing API key')
    const body = (await bodyOf(request)
      .then(JSON.parse)
      .catch(() => ({}))) as Partial<Record<string, unknown>>
    const { from, to: [to] = [], subject, text, html, headers = {} } = body as Partial<Omit<SentMail, 'to'>> & { to?: string[] }
    if (!ADDRESS.test(from ?? '') || !ADDRESS.test(to ?? '') || !subject || !text || !html) {
      return refuse(422, 'validation_error', 'A field is missing or wrong')
    }
    const key = String(request.headers['idempotency-key'] ?? randomUUID())
    const id = ids.get(key) ?? randomUUID()
    if (!ids.has(key)) {
      ids.set(key, id)
      outbox.mails.unshift({ id, from: from!, to: to!, subject, text, html, headers, at: Date.now() })
      outbox.mails.splice(MAX_MAILS)
    }
    respond(response, 200, { id })
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The outbox as a page: every mail as its recipient would see it, links included, in a sandboxed frame without scripts. */
export const outboxPage = ({
  mails,
}: Outbox): string => `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Outbox</title><style>body{font:16px/1.5 system-ui;margin:0 auto;padding:24px;max-width:720px}article{margin:24px 0;border:1px solid #8886;border-radius:14px;overflow:hidden}
header{padding:12px 16px;border-bottom:1px solid #8886}iframe{width:100%;height:420px;border:0;background:#fff}h1{font-size:22px}h2{font-size:16px;margin:0}small{color:#777}</style>
<h1>Outbox of the local world</h1><p>What the app sent. Nothing left this machine. As JSON: <a href="/outbox.json">/outbox.json</a></p>
${mails.length ? '' : '<p>Nothing was sent yet.</p>'}${mails
  .map(
    ({
      to,
      subject,
      html,
      at,
    }) => `<article><header><h2>${escaped(subject)}</h2><small>to ${escaped(to)}, ${new Date(at).toISOString()}</small></header>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="${escaped(subject)}" srcdoc="${escaped(`<base target="_blank">${html}`)}"></iframe></article>`,
  )
  .join('')}</html>`
