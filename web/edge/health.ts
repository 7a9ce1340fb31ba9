import type { EdgeEnv } from './env.ts'

/** The state of something that an area depends on, such as the database: 'ok', or a short description of what is wrong. */
type Part = 'ok' | (string & {})

/** The areas to ask: which states count, and which figures are passed on without a judgement. */
const SOURCES = {
  ORDERS: {
    path: '/api/orders/health',
    parts: ['db', 'chain', 'contracts', 'cron', 'prices'],
    figures: ['cronAgeSeconds', 'blocksBehind', 'secondsBehind', 'unexpectedEvents', 'lastError', 'priceAgeSeconds'],
  },
  UPLOADS: { path: '/api/uploads/health', parts: ['r2'], figures: [] },
} as const

/**
 * Asks the areas for the state of what they depend on. `headers` name the client, whose calls the areas limit: each answer costs a call of
 * the paid node. Answers 200 if all are ok, else 503; the body has every state, and the indexer's lag and last error.
 */
export async function health(env: EdgeEnv, origin: string, headers: Record<string, string> = {}): Promise<Response> {
  const asked = Object.entries(SOURCES).map(async ([binding, { path, parts, figures }]) => {
    try {
      const answer = await env[binding as keyof typeof SOURCES].fetch(new Request(origin + path, { headers }))
      const states = (await answer.json()) as Record<string, unknown>
      return {
        parts: parts.map((name): [string, Part] => [name, String(states[name] ?? `no state from ${binding.toLowerCase()}`)]),
        figures: figures.map((name): [string, unknown] => [name, states[name] ?? null]),
      }
    } catch {
      return { parts: parts.map((name): [string, Part] => [name, `${binding.toLowerCase()} does not answer`]), figures: [] }
    }
  })
  const answers = await Promise.all(asked)
  const parts = answers.flatMap((answer) => answer.parts)
  const figures = answers.flatMap((answer) => answer.figures)
  const ok = parts.every(([, part]) => part === 'ok')
  return Response.json(
    { ok, ...Object.fromEntries([...parts, ...figures]) },
    { status: ok ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  )
}
