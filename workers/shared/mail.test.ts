import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type MailEnv, senderOf, sendMail } from './mail.ts'

const mail = { to: 'aiko@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
const resend: MailEnv = { MAIL_FROM: 'Warren <hello@warren.example>', RESEND_API_KEY: 'key', RESEND_URL: 'https://mail.test' }

let lines: string[]
beforeEach(() => {
  lines = []
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(line))
  // No waiting between retries.
  vi.stubGlobal('setTimeout', (work: () => void) => void queueMicrotask(work))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Replaces fetch: Resend responds with these statuses, one after another; 0 is a failed connection. */
function mockResend(...statuses: number[]) {
  const requests: { url: string; headers: Record<string, string>; body: object }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, headers: init.headers as Record<string, string>, body: JSON.parse(String(init.body)) })
    const status = statuses[requests.length - 1]!
    if (status === 0) throw new TypeError('connection rejection')
    return Response.json({ id: 'x' }, { status })
  })
  return requests
}

describe('sendMail through Resend', () => {
  it('posts the mail in the format of the Resend API', async () => {
    const requests = mockResend(200)
    await sendMail(resend, mail)
    expect(requests).toEqual([
      {
        url: 'https://mail.test/emails',
        headers: {
          authorization: 'Bearer key',
          'content-type': 'application/json',
          'idempotency-key': expect.stringMatching(/^[\w-]{36}$/),
        },
        body: { from: resend.MAIL_FROM, to: ['aiko@example.com'], subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' },
      },
    ])
  })

  it('retries retryable errors with the same idempotency key', async () => {
    const requests = mockResend(0, 429, 200)
    await sendMail(resend, mail)
    expect(requests).toHaveLength(3)
    expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(lines).toEqual([])
  })

  it.each([
    ['three failures', [503, 503, 503], 3],
    ['a rejection', [422], 1],
  ])('gives up after %s and logs the reason without the address', async (_, statuses, tries) => {
    const requests = mockResend(...statuses)
    await sendMail(resend, mail)
    expect(requests).toHaveLength(tries)
    expect(lines.join()).toContain('mail_failed')
    expect(lines.join()).not.toContain('aiko')
  })
})

describe('sendMail through Cloudflare', () => {
  const { RESEND_API_KEY: _, ...env } = resend

  it('passes the mail to the EMAIL binding', async () => {
    const send = vi.fn(async () => ({ messageId: 'x' }))
    await sendMail({ ...env, EMAIL: { send } as unknown as SendEmail }, mail)
    expect(send).toHaveBeenCalledExactlyOnceWith({ from: { name: 'Warren', email: 'hello@warren.example' }, ...mail })
  })

  it('logs the error code of a rejected mail without the address', async () => {
    const rejection = Object.assign(new Error('aiko@example.com is suppressed'), { code: 'E_RECIPIENT_SUPPRESSED' })
    await sendMail({ ...env, EMAIL: { send: () => Promise.reject(rejection) } as unknown as SendEmail }, mail)
    expect(lines.join()).toContain('E_RECIPIENT_SUPPRESSED')
    expect(lines.join()).not.toContain('aiko')
  })

  it('needs EMAIL or RESEND_API_KEY, and a sender with a name', async () => {
    await sendMail(env, mail)
    expect(lines.join()).toContain('neither EMAIL nor RESEND_API_KEY is set')
    expect(() => senderOf({ MAIL_FROM: 'hello@warren.example' })).toThrow('MAIL_FROM')
  })
})
