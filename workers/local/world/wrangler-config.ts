import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalDeployment } from '../../../contracts/script/deploy-local.ts'
import type { Built } from './build.ts'
import { AREAS, readToml, type WORKERS, type WorkerConfig } from './bundle.ts'
import type { Ports } from './ports.ts'
import { LOCAL_VAPID_KEY } from './push-service.ts'

/** Anybody who can reach the local bucket may write to it; signing is the same as with real credentials. */
const S3 = { accessKeyId: 'local', secretAccessKey: 'local-world-only' }

const INDEXNOW_KEY = 'local-world-only'

interface Facts {
  ports: Ports
  url: string
  deployment: LocalDeployment
}

/** The local values of each worker's production variables and secrets. */
function localVars({ ports, url, deployment }: Facts, bucket: string): Record<(typeof WORKERS)[number] | 'edge', Record<string, string>> {
  const files = `http://127.0.0.1:${ports.files}`
  const chain = `http://127.0.0.1:${ports.chain}`
  const outside = `http://127.0.0.1:${ports.outside}`
  const common = { ENV: 'local', APP_ORIGINS: url, DATABASE_URL: `http://127.0.0.1:${ports.libsql}`, DATABASE_TOKEN: '' }
  const onChain = { CHAIN_ID: String(deployment.chainId), LOCAL_DEPLOYMENT: JSON.stringify(deployment) }
  const reader = { ...common, ...onChain, RPC_URL: chain }
  return {
    auth: { ...common, CHAIN_ID: onChain.CHAIN_ID, RESEND_URL: outside, RESEND_API_KEY: 'local-world-only', BREACH_LIST_URL: outside },
    listings: { ...common, WRITER_URL: outside, INDEXNOW_KEY, INDEXNOW_URL: `${outside}/indexnow` },
    uploads: {
      ...common,
      S3_ENDPOINT: `${files}/cdn-cgi/local/r2/s3/${bucket}`,
      R2_ACCESS_KEY_ID: S3.accessKeyId,
      R2_SECRET_ACCESS_KEY: S3.secretAccessKey,
    },
    orders: { ...reader, COINBASE_URL: outside, KRAKEN_URL: outside },
    chat: common,
    pictures: { ENV: 'local' },
    creators: { ...reader, DNS_URL: `${outside}/dns-query`, LINKED_SITES: `${outside}/linked` },
    nft: reader,
    notifications: {
      ...common,
      RESEND_URL: outside,
      RESEND_API_KEY: 'local-world-only',
      UNSUBSCRIBE_KEY: 'local-world-only',
      VAPID_KEY: LOCAL_VAPID_KEY,
      PUSH_SERVICE: outside,
    },
    indexer: reader,
    edge: {
      ENV: 'local',
      APP_ORIGINS: url,
      ...onChain,
      CONNECT_ORIGINS: `${files} ${chain}`,
      INDEXNOW_KEY,
      // Do not offer real wallets, which do not have the local chain; developers can enable them.
      WALLETCONNECT_PROJECT_ID: process.env.WALLETCONNECT_PROJECT_ID ?? '',
    },
  }
}

/**
 * Writes wrangler's configurations of this world, based on the deployed ones: the same names, bindings and Durable Objects, with local
 * variables, and bundles instead of sources. `wrangler pages dev` must be started in `folder`, because it reads a Pages configuration only
 * from its own folder.
 */
export function writeConfigs(dir: string, built: Built, facts: Facts): { folder: string; app: string[]; indexer: string } {
  const folder = join(dir, 'wrangler')
  mkdirSync(folder, { recursive: true })
  // Remove the entries of killed workers from wrangler's registry; nothing listens on their ports.
  rmSync(join(folder, 'registry'), { recursive: true, force: true })
  const bucket = readToml('workers/uploads/wrangler.toml').r2_buckets?.[0]?.bucket_name ?? ''
  const vars = localVars(facts, bucket)
  const write = (name: string, config: object) => {
    const path = join(folder, `${name}.json`)
    writeFileSync(path, JSON.stringify(config, null, 2))
    return path
  }
  const worker = (name: (typeof WORKERS)[number]) => {
    // Workers AI runs only on Cloudflare; the local fake writer is one of the external services.
    const { alias, minify, upload_source_maps, ai, ...config }: WorkerConfig = readToml(`workers/${name}/wrangler.toml`)
    return write(name, {
      ...config,
      main: join(built.workers, name, 'index.js'),
      no_bundle: true,
      vars: { ...config.vars, ...vars[name] },
      r2_buckets: config.r2_buckets?.map((each) => ({ ...each, local_dev: { experimental_s3_credentials: S3 } })),
    })
  }
  const { env, ...pages }: WorkerConfig = readToml('wrangler.toml')
  const edge = write('wrangler', { ...pages, pages_build_output_dir: built.dist, vars: { ...pages.vars, ...vars.edge } })
  return { folder, app: [edge, ...AREAS.map(worker)], indexer: worker('indexer') }
}
