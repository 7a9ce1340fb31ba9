/** Variables of every area worker. Secrets are set with `wrangler secret`, never in the toml files. */
export interface AreaEnv {
  ENV: 'local' | 'preview' | 'production'
  /** Origins of the app, separated by spaces. The first is the canonical one. */
  APP_ORIGINS: string
  /** libSQL over HTTP(S). */
  DATABASE_URL: string
  DATABASE_TOKEN?: string
}

/** Variables of workers that read the chain. */
export interface ChainEnv extends AreaEnv {
  /** Decimal text: 8453, 84532 or, for local development, 31337. */
  CHAIN_ID: string
  /** A secret: one or more JSON-RPC addresses of the chain, separated by commas, in order of preference. Addresses contain keys. */
  RPC_URL: string
  /** Contract addresses for local development, as JSON. Other chains have theirs in contracts/addresses.ts. */
  LOCAL_DEPLOYMENT?: string
}

/** The origins that requests are accepted from. */
export const origins = (env: Pick<AreaEnv, 'APP_ORIGINS'>): string[] => env.APP_ORIGINS.split(/\s+/).filter(Boolean)

/** Throws with the names of the missing variables, so that a wrong deployment fails at its first request and says why. */
export function checkEnv<E extends object>(env: E, names: (keyof E & string)[]): void {
  const missing = names.filter((name) => env[name] === undefined || env[name] === '')
  if (missing.length) throw new Error(`missing in the environment: ${missing.join(', ')}`)
}
