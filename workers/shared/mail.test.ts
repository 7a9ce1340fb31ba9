import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type MailEnv, senderOf, sendMail } from './mail.ts'

const mail = { to: 'aiko@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
const resend: MailEnv = { MAIL_FROM: 'Warren <hello@warren.example>', RESEND_API_KEY: 'key', RESEND_URL: 'https://mail.test' }

let lines: string[]
beforeEach(() => {
  lines = []
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(line))
  // Pauses between tries take no time.
  vi.stubGlobal('setTimeout', (work: () => void) => void queueMicrotask(work))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Resend, answering with these statuses one after another. */
function answering(...statuses: number[]) {
  const asked: { url: string; headers: Record<string, string>; body: object }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, headers: init.headers as Record<string, string>, body: JSON.parse(String(init.body)) })
    const status = statuses[asked.length - 1]!
    if (status === 0) throw new TypeError('connection refused')
    return Response.json({ id: 'x' }, { status })
  })
  return asked
}

describe('mail through Resend', () => {
  it('is posted as its API wants it', async () => {
    const [asked] = [answering(200)]
    await sendMail(resend, mail)
    expect(asked).toEqual([
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

  it('is tried again where that can help, under the same key', async () => {
    const asked = answering(0, 429, 200)
    await sendMail(resend, mail)
    expect(asked).toHaveLength(3)
    expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(lines).toEqual([])
  })

  it.each([
    ['three failures', [503, 503, 503], 3],
    ['a refusal', [422], 1],
  ])('is given up after %s; the log is told why, but not whose', async (_, statuses, tries) => {
    const asked = answering(...statuses)
    await sendMail(resend, mail)
    expect(asked).toHaveLength(tries)
    expect(lines.join()).toContain('mail_failed')
    expect(lines.join()).not.toContain('aiko')
  })
})

describe('mail through Cloudflare', () => {
  const { RESEND_API_KEY: _, ...env } = resend

  it('goes to the binding', async () => {
    const send = vi.fn(async () => ({ messageId: 'x' }))
    await sendMail({ ...env, EMAIL: { send } as unknown as SendEmail }, mail)
    expect(send).toHaveBeenCalledExactlyOnceWith({ from: { name: 'Warren', email: 'hello@warren.example' }, ...mail })
  })

  it('that is refused is told to the log by its code', async () => {
    const refused = Object.assign(new Error('aiko@example.com is suppressed'), { code: 'E_RECIPIENT_SUPPRESSED' })
    await sendMail({ ...env, EMAIL: { send: () => Promise.reject(refused) } as unknown as SendEmail }, mail)
    expect(lines.join()).toContain('E_RECIPIENT_SUPPRESSED')
    expect(lines.join()).not.toContain('aiko')
  })

  it('needs one of the two ways out, and a sender with a name', async () => {
    await sendMail(env, mail)
    expect(lines.join()).toContain('neither EMAIL nor RESEND_API_KEY is set')
    expect(() => senderOf({ MAIL_FROM: 'hello@warren.example' })).toThrow('MAIL_FROM')
  })
})
