import type { Deployment } from '../../../contracts/addresses.ts'
import type { WORKERS, WorkerConfig } from '../world/bundle.ts'

type Worker = (typeof WORKERS)[number]

const DATABASE = ['DATABASE_URL', 'DATABASE_TOKEN']

/** The secrets of each worker (`wrangler secret put`), besides the variables of its wrangler.toml. */
export const SECRETS: Record<Worker, string[]> = {
  auth: DATABASE,
  listings: DATABASE,
  uploads: [...DATABASE, 'R2_ACCESS_KEY_ID', 'R2_SECRET_ACCESS_KEY'],
  orders: [...DATABASE, 'RPC_URL'],
  chat: DATABASE,
  notifications: [...DATABASE, 'UNSUBSCRIBE_KEY', 'VAPID_KEY'],
  creators: [...DATABASE, 'RPC_URL'],
  nft: [...DATABASE, 'RPC_URL'],
  pictures: [],
  indexer: [...DATABASE, 'RPC_URL'],
}

/** The environment variables of the deploy, and their purpose. */
const ENVIRONMENT: Record<string, string> = {
  CLOUDFLARE_API_TOKEN: 'a Cloudflare API token that may edit Workers, Pages and R2',
  CLOUDFLARE_ACCOUNT_ID: 'the Cloudflare account',
  DATABASE_URL: 'the libsql:// address of the Turso database, for the migrations',
  DATABASE_TOKEN: 'a token of the Turso database, for the migrations',
  RPC_URL: "JSON-RPC addresses of the chain, separated by commas, to compare the contracts' code",
}

export const bucketOrigin = (account: string) => `https://${account}.r2.cloudflarestorage.com`

interface Facts {
  env: Record<string, string | undefined>
  pages: WorkerConfig
  workers: Record<Worker, WorkerConfig>
  addresses: Record<number, Deployment>
}

/** What is missing, as far as it can be checked without network calls. One line each with what to do; empty if nothing is missing. */
export function missing({ env, pages, workers, addresses }: Facts): string[] {
  const lines = Object.entries(ENVIRONMENT)
    .filter(([name]) => !env[name])
    .map(([name, what]) => `${name} is not set: ${what}`)
  const configs = Object.entries({ ...workers, pages }).map(([name, config]) => {
    const file = name === 'pages' ? 'wrangler.toml' : `workers/${name}/wrangler.toml`
    return { file, vars: config.vars ?? {} }
  })
  for (const { file, vars } of configs) {
    if (vars.APP_ORIGINS?.includes('.example')) lines.push(`APP_ORIGINS in ${file} is still the example: put the app's own origin there`)
    if (vars.MAIL_FROM?.includes('.example'))
      lines.push(`MAIL_FROM in ${file} is still the example: put the address there that mail comes from`)
    if (vars.ENV !== 'production') lines.push(`ENV in ${file} is "${vars.ENV}", not "production"`)
    for (const name of ['LOCAL_DEPLOYMENT', 'LINKED_SITES'])
      if (vars[name] !== undefined) lines.push(`${name} in ${file} belongs to the local world only`)
    const chain = vars.CHAIN_ID
    if (chain !== undefined && chain !== pages.vars?.CHAIN_ID)
      lines.push(`CHAIN_ID in ${file} is ${chain}, in wrangler.toml ${pages.vars?.CHAIN_ID}`)
  }
  const chainId = Number(pages.vars?.CHAIN_ID)
  if (!addresses[chainId]) lines.push(`contracts/addresses.ts has no contracts on chain ${chainId}: npm run contracts:deploy`)
  if (env.CLOUDFLARE_ACCOUNT_ID && !pages.vars?.CONNECT_ORIGINS?.split(/\s+/).includes(bucketOrigin(env.CLOUDFLARE_ACCOUNT_ID)))
    lines.push(`CONNECT_ORIGINS in wrangler.toml must begin with ${bucketOrigin(env.CLOUDFLARE_ACCOUNT_ID)}, where browsers put files`)
  return lines
}

/** The workers in upload order: each after those it is bound to. Throws if two are bound to each other. */
export function uploadOrder(workers: Record<Worker, WorkerConfig>): Worker[] {
  const names = Object.keys(workers) as Worker[]
  const boundTo = (name: Worker) => {
    const services = (workers[name].services ?? []) as { service: string }[]
    return names.filter((other) => services.some(({ service }) => service === workers[other].name))
  }
  const order: Worker[] = []
  while (order.length < names.length) {
    const next = names.find((name) => !order.includes(name) && boundTo(name).every((other) => order.includes(other)))
    if (!next)
      throw new Error(
        `${names.filter((name) => !order.includes(name)).join(' and ')} are bound to each other: upload one without its binding first`,
      )
    order.push(next)
  }
  return order
}

/** The bucket's CORS rules: the app's own pages may upload and read files, and read the ETag. */
export const bucketCors = (origins: string[]) => ({
  rules: [{ allowed: { origins, methods: ['GET', 'HEAD', 'PUT'], headers: ['*'] }, exposeHeaders: ['ETag'], maxAgeSeconds: 3600 }],
})
