import type { Deployment } from '../../contracts/addresses.ts'

/** What every area worker is given. Secrets come through `wrangler secret`, never through the toml files. */
export interface AreaEnv {
  ENV: 'local' | 'preview' | 'production'
  /** Origins the app is served from, separated by spaces; the first is the canonical one. */
  APP_ORIGINS: string
  /** libSQL over HTTP(S). */
  DATABASE_URL: string
  DATABASE_TOKEN?: string
}

/** What a worker that reads the chain is given besides. */
export interface ChainEnv extends AreaEnv {
  /** 8453, 84532 or, in the local world, 31337; decimal text. */
  CHAIN_ID: string
  RPC_URL: string
  /** The local world's contracts as JSON; other chains have theirs in contracts/addresses.ts. */
  LOCAL_DEPLOYMENT?: string
}

/** JSON of {@link Deployment}, as LOCAL_DEPLOYMENT carries it. */
export type LocalDeployment = Deployment

/** The origins a request may come from. */
export const origins = (env: Pick<AreaEnv, 'APP_ORIGINS'>): string[] => env.APP_ORIGINS.split(/\s+/).filter(Boolean)

/** Throws with the names of the variables a worker misses, so that a bad deploy fails at its first request and says why. */
export function checkEnv<E extends object>(env: E, names: (keyof E & string)[]): void {
  const missing = names.filter((name) => env[name] === undefined || env[name] === '')
  if (missing.length) throw new Error(`missing in the environment: ${missing.join(', ')}`)
}
