import type { EdgeEnv } from './env.ts'

/** The state of something that an area depends on, such as the database: 'ok', or a short description of what is wrong. */
type Part = 'ok' | (string & {})

const PARTS = { ORDERS: ['/api/orders/health', ['db', 'chain', 'contracts', 'cron']], UPLOADS: ['/api/uploads/health', ['r2']] } as const

/**
 * Asks the areas for the state of what they depend on. `headers` name the client, because the areas limit its rate: each answer costs a
 * call of the paid node. Answers 200 if all are ok, else 503; the body has every state.
 */
export async function health(env: EdgeEnv, origin: string, headers: Record<string, string> = {}): Promise<Response> {
  const asked = Object.entries(PARTS).map(async ([binding, [path, names]]): Promise<Record<string, Part>> => {
    try {
      const answer = await env[binding as keyof typeof PARTS].fetch(new Request(origin + path, { headers }))
      const parts = (await answer.json()) as Record<string, Part>
      return Object.fromEntries(names.map((name) => [name, parts[name] ?? `no state from ${binding.toLowerCase()}`]))
    } catch {
      return Object.fromEntries(names.map((name) => [name, `${binding.toLowerCase()} does not answer`]))
    }
  })
  const parts = Object.assign({}, ...(await Promise.all(asked))) as Record<string, Part>
  const ok = Object.values(parts).every((part) => part === 'ok')
  return Response.json({ ok, ...parts }, { status: ok ? 200 : 503, headers: { 'cache-control': 'no-store' } })
}
