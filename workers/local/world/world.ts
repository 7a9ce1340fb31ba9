import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { anvilBinary } from '../../../contracts/script/anvil.ts'
import { deployLocal, type LocalDeployment } from '../../../contracts/script/deploy-local.ts'
import { migrate } from '../deploy/migrate.ts'
import { seedCities } from '../seed/cities.ts'
import { BASE_WALLET_OWNER, CONTRACT_OWNER, demoAccounts, TREASURY } from '../wallets/accounts.ts'
import { smartAccount } from '../wallets/base-wallet/account.ts'
import { type Built, buildLocal, type Mode } from './build.ts'
import { ROOT } from './bundle.ts'
import { Children, endLeftovers } from './children.ts'
import type { Outbox } from './outbox.ts'
import { closeServer, serveCountingProxy, serveExternalServices, serveFiles, type Traffic } from './outside.ts'
import { checkPorts, type Ports, portsFrom } from './ports.ts'
import { localPrices, type Prices } from './price-feeds.ts'
import { writeConfigs } from './wrangler-config.ts'

export interface WorldOptions {
  /** First of seven ports; default WARREN_PORT or 8788. */
  port?: number
  /** Folder of the world's state; default WARREN_LOCAL_DIR or `.local`. Two worlds at once need two folders. */
  dir?: string
  /** Deletes the folder first. */
  fresh?: boolean
  /** Adds the demo people and listings, once per folder; default true. */
  seed?: boolean
  /** Fires the indexer's cron once a minute; default true. */
  cron?: boolean
  /** Which web build to serve; default `local-world`, with the demo wallets. */
  mode?: Mode
  /** Puts a counting proxy in front of the app, see `World.traffic`. */
  counted?: boolean
  /** Development mode: bundles the workers again on every change, and leaves the app's port to Vite (the app is at `ports.behind`). */
  dev?: boolean
  /** Cancels the start when aborted; stop a started world with `stop`. */
  signal?: AbortSignal
  /** Receives a line for every finished step. */
  log?: (line: string) => void
}

/** A running world. */
export interface World {
  /** The app's address, without a trailing slash. */
  url: string
  ports: Ports
  rpcUrl: string
  databaseUrl: string
  deployment: LocalDeployment
  dir: string
  built: Built
  /** What the fake price feeds answer; may be changed. */
  prices: Prices
  /** The mails sent; the page is `/outbox` on the port of the external services. */
  outbox: Outbox
  /** Bytes received by the app's workers (with `counted`) and by the bucket's S3 address. */
  traffic: { app: Traffic; files: Traffic }
  /** Waits for a cron in progress, then fires the indexer's cron and waits until it is done. */
  fireCron(): Promise<void>
  /** Memory of all processes in kilobytes, this process included; 0 without /proc. */
  memory(): number
  /** Path of a child's log: app, indexer, chain, libsql. */
  logOf(child: string): string
  /** Resolves with the reason when a child ends unexpectedly. */
  failed: Promise<Error>
  /** Sends a signal to all processes at once. SIGKILL is like a crash. A new world can be started with the same folder. */
  kill(signal: NodeJS.Signals): Promise<void>
  stop(): Promise<void>
}

const localPath = (file: string) => join(import.meta.dirname, '..', file)
const WRANGLER = join(ROOT, 'node_modules/wrangler/wrangler-dist/cli.js')
/** Wrangler's heap grows to 500 MB if it may, and so does esbuild's; both work with far less. */
const WRANGLER_FLAGS = ['--no-warnings', '--max-old-space-size=256', '--max-semi-space-size=4', WRANGLER]
const WITHOUT_WATCH = import.meta.resolve('./without-watch.ts')
const CRON_MS = 60_000
const REGISTRY_MS = 90_000
/** How long a lost workerd may take to recover (ms): wrangler may reload it after a late file event. */
const RECOVERY_MS = 15_000
/** Timeout of a request (ms), because a broken workerd accepts connections and never responds. */
const ANSWER_MS = 30_000
const HEALTHY_MS = 20_000

export const localDir = (dir?: string) => resolve(ROOT, dir ?? process.env.WARREN_LOCAL_DIR ?? '.local')

/** Deletes a world's folder; throws if it is running. */
export function deleteWorld(dir: string): void {
  endLeftovers(dir)
  rmSync(dir, { recursive: true, force: true })
}

/** Starts a world; resolves when it is healthy and seeded. If anything fails, all processes are stopped. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const dir = localDir(options.dir)
  const ports = portsFrom(options.port ?? Number(process.env.WARREN_PORT ?? 8788))
  anvilBinary()
  if (options.fresh) deleteWorld(dir)
  endLeftovers(dir)
  await checkPorts(ports)
  const children = new Children(dir)
  const servers: Server[] = []
  const timers: NodeJS.Timeout[] = []
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    for (const timer of timers) clearInterval(timer)
    await children.stop(signal)
    await Promise.all(servers.map(closeServer))
  }
  const { promise: failed, resolve: fail } = Promise.withResolvers<Error>()
  children.onFailure = fail
  options.signal?.addEventListener('abort', () => fail(new Error('stopped while starting')))
  const orFailure = <T>(work: Promise<T>): Promise<T> => Promise.race([work, failed.then((error) => Promise.reject(error))])
  try {
    const started = performance.now()
    const log = (line: string) => options.log?.(`${line} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
    const world = await orFailure(assemble(options, { dir, ports, children, servers, timers, log }))
    options.signal?.throwIfAborted()
    return { ...world, failed, kill: stop, stop }
  } catch (error) {
    await stop('SIGKILL')
    throw error
  }
}

interface Parts {
  dir: string
  ports: Ports
  children: Children
  servers: Server[]
  timers: NodeJS.Timeout[]
  log: (line: string) => void
}

async function assemble(options: WorldOptions, parts: Parts): Promise<Omit<World, 'failed' | 'kill' | 'stop'>> {
  const { dir, ports, children, servers, timers, log } = parts
  const url = `http://localhost:${ports.app}`
  const [databaseUrl, rpcUrl] = [`http://127.0.0.1:${ports.libsql}`, `http://127.0.0.1:${ports.chain}`]

  const prepared = Promise.all([startDatabase(parts, databaseUrl), startChain(parts, rpcUrl)])
  // A rejection is handled where it is awaited, after the build.
  prepared.catch(() => {})
  const built = await buildLocal(children, options.mode ?? 'local-world')
  if (options.dev) {
    built.workers = join(dir, 'workers')
    await children.start('bundle', [localPath('world/bundle.ts'), 'watch', built.dist, built.workers])
  }
  log('built')
  const [, deployment] = await prepared

  const prices = localPrices()
  const outbox: Outbox = { mails: [], down: false }
  const traffic = { app: count(), files: count() }
  const appPort = options.dev || options.counted ? ports.behind : ports.app
  servers.push(
    await serveExternalServices({ port: ports.outside, prices, outbox, baseWallet: join(built.dist, 'local/base-wallet.js') }),
    await serveFiles({ port: ports.files, behind: appPort, origins: [url], traffic: traffic.files }),
  )
  if (options.counted) servers.push(await serveCountingProxy({ port: ports.app, behind: appPort, traffic: traffic.app }))

  await startWorkers(parts, writeConfigs(dir, built, { ports, url, deployment }), appPort, options.dev)
  log('workers ready')

  const cron = cronOf(ports.indexer)
  // The indexer finds the app's workers through wrangler's registry, shortly after both have started.
  await retry(cron.fire, REGISTRY_MS)
  if (options.cron !== false) timers.push(setInterval(() => cron.isFiring() || cron.fire().catch(() => {}), CRON_MS))
  await retry(() => checkHealth(`http://127.0.0.1:${appPort}`), HEALTHY_MS)
  log('healthy')
  // In development mode wrangler reloads the workers, which replaces their workerd.
  if (!options.dev) {
    children.watch('app', 'workerd', () => retry(() => checkHealth(`http://127.0.0.1:${appPort}`), RECOVERY_MS))
    children.watch('indexer', 'workerd', () => retry(cron.fire, RECOVERY_MS))
  }

  const world = {
    url,
    ports,
    rpcUrl,
    databaseUrl,
    deployment,
    dir,
    built,
    prices,
    outbox,
    traffic,
    fireCron: cron.fire,
    memory: () => children.memory(),
    logOf: (child: string) => children.logOf(child),
  }
  if (options.seed !== false) await seedOnce(world, log)
  return world
}

async function startDatabase({ children, dir, ports, log }: Parts, url: string): Promise<void> {
  await children.start('libsql', [localPath('world/libsql.ts'), String(ports.libsql), join(dir, 'warren.db')])
  await migrate(url)
  await seedCities(url)
  log('database ready')
}

async function startChain({ children, dir, ports, log }: Parts, rpcUrl: string): Promise<LocalDeployment> {
  await children.start('chain', [localPath('chain/chain.ts'), String(ports.chain), join(dir, 'chain')])
  const deployment = await deploy(dir, rpcUrl)
  log('chain ready')
  return deployment
}

/** Starts the workers of the app on `appPort`, and the indexer. In development mode wrangler watches their files. */
async function startWorkers(
  { children, dir, ports }: Parts,
  configs: ReturnType<typeof writeConfigs>,
  appPort: number,
  dev = false,
): Promise<void> {
  const wrangler = (name: string, args: string[], port: number) =>
    children.start(
      name,
      [
        ...(dev ? [] : ['--import', WITHOUT_WATCH]),
        ...WRANGLER_FLAGS,
        ...args,
        ...['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'],
        ...['--persist-to', join(dir, 'state'), '--show-interactive-dev-session=false'],
      ],
      { cwd: configs.folder, env: wranglerEnv(dir), readyMs: 120_000 },
    )
  await Promise.all([
    wrangler('app', ['pages', 'dev', ...configs.app.flatMap((path) => ['-c', path])], appPort),
    wrangler('indexer', ['dev', '-c', configs.indexer], ports.indexer),
  ])
}

/** The indexer's cron. `fire` first waits for a run in progress, then runs the cron and waits until it is done. */
function cronOf(indexerPort: number) {
  let firing: Promise<void> | undefined
  const request = async () => {
    const answer = await fetch(`http://127.0.0.1:${indexerPort}/cdn-cgi/local/scheduled`, { signal: AbortSignal.timeout(ANSWER_MS) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`the cron answered ${answer.status}: ${text.slice(0, 200)}`)
  }
  const fire = async () => {
    while (firing) await firing.catch(() => {})
    firing = request()
    return firing.finally(() => {
      firing = undefined
    })
  }
  return { fire, isFiring: () => firing !== undefined }
}

/** Retries `work` until it succeeds; throws the last error after `ms` milliseconds. */
async function retry<T>(work: () => Promise<T>, ms: number): Promise<T> {
  for (const until = Date.now() + ms; ; await new Promise((done) => setTimeout(done, 150))) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > until) throw error
    }
  }
}

const count = (): Traffic => ({ requests: 0, received: 0, sent: 0 })

/** Wrangler sends no metrics, writes nothing to the home folder, and two worlds do not see each other's workers. */
const wranglerEnv = (dir: string): Record<string, string> => ({
  XDG_CONFIG_HOME: join(dir, 'wrangler/home'),
  WRANGLER_REGISTRY_PATH: join(dir, 'wrangler/registry'),
  WRANGLER_LOG_PATH: join(dir, 'wrangler/logs'),
  WRANGLER_CACHE_DIR: join(dir, 'wrangler/cache'),
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  // Wrangler's trace collector and explorer store data for every request; see docs/decisions/0008-local-world.md.
  X_LOCAL_OBSERVABILITY: 'false',
  X_LOCAL_EXPLORER: 'false',
  CI: '1',
  NO_COLOR: '1',
  GOMEMLIMIT: '100MiB',
  GOGC: '40',
})

async function deploy(dir: string, rpcUrl: string): Promise<LocalDeployment> {
  const file = join(dir, 'deployment.json')
  const previous = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LocalDeployment) : undefined
  const admin = demoAccounts.find(({ role }) => role === 'admin')!.address
  const mintTo = [...demoAccounts, smartAccount(BASE_WALLET_OWNER, rpcUrl)].map(({ address }) => address)
  const deployment = await deployLocal({ rpcUrl, treasury: TREASURY, owner: CONTRACT_OWNER, admin, mintTo, previous })
  writeFileSync(`${file}.new`, JSON.stringify(deployment, null, 2))
  renameSync(`${file}.new`, file)
  return deployment
}

/** Throws with the health report if the app is not healthy. */
async function checkHealth(app: string): Promise<void> {
  const answer = await fetch(`${app}/api/health`, { signal: AbortSignal.timeout(ANSWER_MS) })
  if (!answer.ok) throw new Error(`the app is not healthy: ${(await answer.text()).slice(0, 300)}`)
}

/** The export of `seed/seed.ts` and `seed/creator.ts`. It can be called again on a half-seeded world, after an interruption. */
type Seed = (world: Omit<World, 'failed' | 'kill' | 'stop'>) => Promise<void>

/** Adds the demo people and listings if they are missing. */
export const seedOnce = (world: Parameters<Seed>[0], log: (line: string) => void): Promise<void> =>
  seedPart(world, log, { marker: 'seeded', script: 'seed/seed.ts' })

/** Adds the page of the demo creator if it is missing. A failure is logged: the rest of the world works without it. */
export const seedCreator = (world: Parameters<Seed>[0], log: (line: string) => void): Promise<void> =>
  seedPart(world, log, { marker: 'creator-seeded', script: 'seed/creator.ts' }).catch((error: unknown) =>
    log(`the demo creator was not added: ${error instanceof Error ? error.message : error}`),
  )

async function seedPart(world: Parameters<Seed>[0], log: (line: string) => void, part: { marker: string; script: string }): Promise<void> {
  const [marker, script] = [join(world.dir, part.marker), localPath(part.script)]
  if (existsSync(marker) || !existsSync(script)) return
  const { seed } = (await import(pathToFileURL(script).href)) as { seed: Seed }
  await seed(world)
  mkdirSync(world.dir, { recursive: true })
  writeFileSync(marker, '')
  log(part.marker)
}
