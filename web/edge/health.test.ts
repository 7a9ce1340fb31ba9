import { describe, expect, it } from 'vitest'
import type { EdgeEnv } from './env.ts'
import { health } from './health.ts'

const STATES = { db: 'ok', chain: 'ok', contracts: 'ok', cron: 'ok', prices: 'ok' }
const FIGURES = {
  cronAgeSeconds: 12,
  blocksBehind: 10,
  secondsBehind: 20,
  unexpectedEvents: 0,
  lastError: null,
  priceAgeSeconds: { coinbase: 9, kraken: 9 },
}
const FINE = { ...STATES, ...FIGURES }

/** The answer of health() if the areas give these answers. An Error stands for an area that is down, a text for one that sends no JSON. */
async function ask(orders: unknown, uploads: unknown) {
  const binding = (answer: unknown) => ({
    fetch: async () => {
      if (answer instanceof Error) throw answer
      return typeof answer === 'string' ? new Response(answer, { status: 500 }) : Response.json(answer)
    },
  })
  const env = { ORDERS: binding(orders), UPLOADS: binding(uploads) } as unknown as EdgeEnv
  const answer = await health(env, 'https://warren.example')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return { status: answer.status, body: await answer.json() }
}

describe('health', () => {
  it('returns 200 and every state if all are ok', async () => {
    expect(await ask(FINE, { r2: 'ok' })).toEqual({
      status: 200,
      body: { ok: true, ...FINE, r2: 'ok' },
    })
  })

  it('returns 503 and says what is wrong while the chain is down', async () => {
    const down = { ...FINE, chain: 'does not answer', contracts: 'does not answer' }
    expect(await ask(down, { r2: 'ok' })).toEqual({
      status: 503,
      body: { ok: false, ...down, r2: 'ok' },
    })
  })

  it('returns 200 and the figures if there are unexpected events and an earlier error', async () => {
    const noted = { ...FINE, unexpectedEvents: 2, lastError: { at: 1_700_000_000, message: 'chain_unavailable' } }
    expect(await ask(noted, { r2: 'ok' })).toEqual({ status: 200, body: { ok: true, ...noted, r2: 'ok' } })
  })

  it('reports an area that is down, answers no JSON, or leaves out a state', async () => {
    const { status, body } = await ask(new Error('no such worker'), 'Internal Server Error')
    expect(status).toBe(503)
    expect(body).toMatchObject({ ok: false, db: 'orders does not answer', r2: 'uploads does not answer' })
    expect((await ask({ db: 'ok' }, { r2: 'ok' })).body).toMatchObject({ db: 'ok', chain: 'no state from orders' })
  })
})
