import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { deployLocal, type LocalDeployment } from '../../contracts/script/deploy-local.ts'
import { BASE_WALLET_OWNER, CONTRACT_OWNER, demoAccounts, TREASURY } from './accounts.ts'
import { anvilBinary } from './anvil.ts'
import { smartAccount } from './base-wallet/account.ts'
import { type Built, buildLocal, type Mode } from './build.ts'
import { ROOT } from './bundle.ts'
import { Children, endLeftovers } from './children.ts'
import { seedCities } from './cities.ts'
import { migrate } from './migrate.ts'
import type { Outbox } from './outbox.ts'
import { closeServer, type Prices, serveCounted, serveFiles, serveOutside, type Traffic } from './outside.ts'
import { checkPorts, type Ports, portsFrom } from './ports.ts'
import { writeConfigs } from './wrangler-config.ts'

export interface WorldOptions {
  /** First of seven ports; WARREN_PORT or 8788. */
  port?: number
  /** Where everything is kept; WARREN_LOCAL_DIR or `.local`. Two worlds at once need two folders. */
  dir?: string
  /** Forgets the folder first. */
  fresh?: boolean
  /** The demo world's people and listings, once in a folder's life; yes when left out. */
  seed?: boolean
  /** Whether the indexer's cron fires by itself once a minute; yes when left out. */
  cron?: boolean
  /** Which build of the web is shown; `local-world`, with the demo wallets, when left out. */
  mode?: Mode
  /** Puts a counter before the app, see `World.traffic`. */
  counted?: boolean
  /** For working on it: bundles the workers again on every change, and leaves the app's port to Vite (the app is at `ports.behind`). */
  dev?: boolean
  /** Gives up starting when aborted; a started world is ended with `stop`. */
  signal?: AbortSignal
  /** Takes a line for every step that is done. */
  say?: (line: string) => void
}

/** A running world. */
export interface World {
  /** Where the app is, without a slash at the end. */
  url: string
  ports: Ports
  rpcUrl: string
  databaseUrl: string
  deployment: LocalDeployment
  dir: string
  built: Built
  /** What the fake price feed answers from now on. */
  prices: Prices
  /** What mail was sent; its page is at `/outbox` of the outside services' port. */
  outbox: Outbox
  /** Bytes that came to the app's workers (with `counted`) and to the bucket's S3 address. */
  traffic: { app: Traffic; files: Traffic }
  /** Fires the indexer's cron, after the one that may be running, and waits until it is done. */
  fireCron(): Promise<void>
  /** Kilobytes of memory that everything that runs holds, this process included; 0 where /proc is missing. */
  memory(): number
  /** Path of a child's log: app, indexer, chain, libsql. */
  logOf(child: string): string
  /** Settles with the reason when a child ends that should not. */
  failed: Promise<Error>
  /** Ends everything at once, as a crash would with SIGKILL; the folder can be started again. */
  kill(signal: NodeJS.Signals): Promise<void>
  stop(): Promise<void>
}

const here = (file: string) => join(import.meta.dirname, file)
const WRANGLER = join(ROOT, 'node_modules/wrangler/wrangler-dist/cli.js')
/** Wrangler's own heap grows to 500 MB where it may, and esbuild's to as much; both do with far less. */
const WRANGLER_FLAGS = ['--no-warnings', '--max-old-space-size=256', '--max-semi-space-size=4', WRANGLER]
const CRON_MS = 60_000
const REGISTRY_MS = 20_000
/** Wrangler may take a late notice of a file for a change, and reload. */
const RECOVERY_MS = 15_000
/** A workerd that lost its way takes connections and answers none. */
const ANSWER_MS = 30_000
const HEALTHY_MS = 20_000

export const localDir = (dir?: string) => resolve(ROOT, dir ?? process.env.WARREN_LOCAL_DIR ?? '.local')

/** Forgets a world; throws when it is running. */
export function forget(dir: string): void {
  endLeftovers(dir)
  rmSync(dir, { recursive: true, force: true })
}

/** Starts a world and answers when it is healthy and seeded. Whatever fails, nothing of it is left running. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const dir = localDir(options.dir)
  const ports = portsFrom(options.port ?? Number(process.env.WARREN_PORT ?? 8788))
  anvilBinary()
  if (options.fresh) forget(dir)
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
  options.signal?.addEventListener('abort', () => fail(new Error('given up while starting')))
  const orFail = <T>(work: Promise<T>): Promise<T> => Promise.race([work, failed.then((error) => Promise.reject(error))])
  try {
    const started = performance.now()
    const say = (line: string) => options.say?.(`${line} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
    const world = await orFail(assemble(options, { dir, ports, children, servers, timers, say }))
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
  say: (line: string) => void
}

async function assemble(options: WorldOptions, parts: Parts): Promise<Omit<World, 'failed' | 'kill' | 'stop'>> {
  const { dir, ports, children, servers, timers, say } = parts
  const url = `http://localhost:${ports.app}`
  const [databaseUrl, rpcUrl] = [`http://127.0.0.1:${ports.libsql}`, `http://127.0.0.1:${ports.chain}`]

  const prepared = Promise.all([
    children
      .start('libsql', [here('libsql.ts'), String(ports.libsql), join(dir, 'warren.db')])
      .then(() => migrate(databaseUrl))
      .then(() => seedCities(databaseUrl))
      .then(() => say('database ready')),
    children.start('chain', [here('chain.ts'), String(ports.chain), join(dir, 'chain')]).then(async () => {
      const deployment = await deploy(dir, rpcUrl)
      say('chain ready')
      return deployment
    }),
  ])
  // Its failure is told where it is awaited, after the build.
  prepared.catch(() => {})
  const built = await buildLocal(children, options.mode ?? 'local-world')
  if (options.dev) {
    built.workers = join(dir, 'workers')
    await children.start('bundle', [here('bundle.ts'), 'watch', built.dist, built.workers])
  }
  say('built')
  const [, deployment] = await prepared

  const prices: Prices = { ethUsd: '3150.25', usdJpy: '149.42', down: false }
  const outbox: Outbox = { mails: [], down: false }
  const traffic = { app: count(), files: count() }
  const appPort = options.dev || options.counted ? ports.behind : ports.app
  servers.push(
    await serveOutside({ port: ports.outside, prices, outbox, baseWallet: join(built.dist, 'local/base-wallet.js') }),
    await serveFiles({ port: ports.files, behind: appPort, origins: [url], traffic: traffic.files }),
  )
  if (options.counted) servers.push(await serveCounted({ port: ports.app, behind: appPort, traffic: traffic.app }))

  const configs = writeConfigs(dir, built, { ports, url, deployment })
  const wrangler = (name: string, args: string[], port: number) =>
    children.start(
      name,
      [
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
  say('workers ready')

  let firing: Promise<void> | undefined
  const fire = async () => {
    const answer = await fetch(`http://127.0.0.1:${ports.indexer}/cdn-cgi/local/scheduled`, { signal: AbortSignal.timeout(ANSWER_MS) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`the cron answered ${answer.status}: ${text.slice(0, 200)}`)
  }
  const fireCron = async () => {
    while (firing) await firing.catch(() => {})
    firing = fire()
    return firing.finally(() => {
      firing = undefined
    })
  }
  // The indexer finds the app's workers through wrangler's registry, a moment after both are up.
  await eventually(fireCron, REGISTRY_MS)
  if (options.cron !== false) timers.push(setInterval(() => firing ?? fireCron().catch(() => {}), CRON_MS))
  await eventually(() => checkHealth(`http://127.0.0.1:${appPort}`), HEALTHY_MS)
  say('healthy')
  // Working on it reloads them, which replaces their workerd.
  if (!options.dev) {
    children.watch('app', 'workerd', () => eventually(() => checkHealth(`http://127.0.0.1:${appPort}`), RECOVERY_MS))
    children.watch('indexer', 'workerd', () => eventually(fireCron, RECOVERY_MS))
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
    fireCron,
    memory: () => children.memory(),
    logOf: (child: string) => children.logOf(child),
  }
  if (options.seed !== false) await seedOnce(world, say)
  return world
}

/** Tries until it works; throws the last failure when it did not in that many milliseconds. */
async function eventually<T>(work: () => Promise<T>, ms: number): Promise<T> {
  for (const until = Date.now() + ms; ; await new Promise((done) => setTimeout(done, 150))) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > until) throw error
    }
  }
}

const count = (): Traffic => ({ requests: 0, received: 0, sent: 0 })

/** Nothing is sent anywhere, nothing is kept in the home folder, and two worlds do not see each other's workers. */
const wranglerEnv = (dir: string): Record<string, string> => ({
  XDG_CONFIG_HOME: join(dir, 'wrangler/home'),
  WRANGLER_REGISTRY_PATH: join(dir, 'wrangler/registry'),
  WRANGLER_LOG_PATH: join(dir, 'wrangler/logs'),
  WRANGLER_CACHE_DIR: join(dir, 'wrangler/cache'),
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  // Wrangler's own collector of traces and its explorer keep something of every request; see docs/decisions/0008-local-world.md.
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

/** Throws with what the parts say when one of them is not ok. */
async function checkHealth(app: string): Promise<void> {
  const answer = await fetch(`${app}/api/health`, { signal: AbortSignal.timeout(ANSWER_MS) })
  if (!answer.ok) throw new Error(`the app is not healthy: ${(await answer.text()).slice(0, 300)}`)
}

/** What `seed.ts` must offer. It may be called again on a half-seeded world, should the first time have been cut short. */
type Seed = (world: Omit<World, 'failed' | 'kill' | 'stop'>) => Promise<void>

/** Brings in the demo world's people and listings where they are not there yet. */
export async function seedOnce(world: Parameters<Seed>[0], say: (line: string) => void): Promise<void> {
  const [mark, script] = [join(world.dir, 'seeded'), here('seed.ts')]
  if (existsSync(mark) || !existsSync(script)) return
  const { seed } = (await import(pathToFileURL(script).href)) as { seed: Seed }
  await seed(world)
  mkdirSync(world.dir, { recursive: true })
  writeFileSync(mark, '')
  say('seeded')
}
