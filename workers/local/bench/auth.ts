import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { build, type Plugin } from 'esbuild'
import { messageHash } from '../../auth/signature.ts'
import { checksum } from '../../auth/siwe.ts'
import type { NonceAnswer } from '../../auth/users.schema.ts'
import { dryRun } from '../deploy/production.ts'
import { optionsFor } from '../world/bundle.ts'
import { testDatabase } from '../world/test-database.ts'
import { startWorkerd, writeWorker } from '../world/workerd.ts'
import { startWorld } from '../world/world.ts'
import type { Bench, Result } from './lib/result.ts'
import type { Proof } from './verify/proof.ts'

const RUNS = 20
const MANY = 100
/** One sign-in is too short to measure, so the CPU of the hundredth is the mean of the last ten. */
const LAST = 10
/** Concurrent sign-ins, each from its own network, and the duration (ms). */
const [LANES, RATE_MS] = [8, 6000]
const ORIGIN = 'http://localhost:8788'

/** A wallet with a new key: its address and `personal_sign`. */
function wallet() {
  const key = secp256k1.utils.randomSecretKey()
  const account = checksum(`0x${bytesToHex(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12))}`)
  const sign = (text: string): `0x${string}` => {
    const [recovery, ...rest] = secp256k1.sign(messageHash(text), key, { prehash: false, format: 'recovered' })
    return `0x${bytesToHex(Uint8Array.from([...rest, recovery! + 27]))}`
  }
  return { account, sign }
}
type Wallet = ReturnType<typeof wallet>

function createProof(
  { account, sign }: Wallet,
  origin: string,
  { nonce, statement, chainId, issuedAt }: Omit<NonceAnswer, 'account'>,
): Proof {
  const lines = [
    `${new URL(origin).host} wants you to sign in with your Ethereum account:`,
    account,
    '',
    statement,
    '',
    `URI: ${origin}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
  ]
  const message = lines.join('\n')
  return { account, message, signature: sign(message) }
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!

type Verifier = 'nothing' | 'ours' | 'viem'

/**
 * CPU (ms) of the process of a worker that only verifies: until the first sign-in is verified, loading included, and for the hundredth
 * sign-in. Medians over several new processes; the three variants take turns.
 */
async function cpuOf(dir: string): Promise<Record<Verifier, { first: number; hundredth: number }>> {
  const configs = new Map<Verifier, string>()
  for (const name of ['nothing', 'ours', 'viem'] as const) {
    const { outputFiles } = await build({
      ...optionsFor('auth', dir),
      entryPoints: [join(import.meta.dirname, `verify/${name}.ts`)],
      minify: true,
      sourcemap: false,
      write: false,
    })
    configs.set(name, writeWorker(join(dir, name), outputFiles[0]!.text, { ORIGIN }))
  }
  const cpuTimes = Object.fromEntries([...configs.keys()].map((name) => [name, { first: [] as number[], hundredth: [] as number[] }]))
  for (let run = 0; run < RUNS; run++) {
    for (const [name, config] of configs) {
      const workerd = await startWorkerd(config)
      let before = 0
      try {
        for (let i = 1; i <= MANY; i++) {
          const issuedAt = new Date(Date.now() - 1000).toISOString()
          const nonce = { nonce: '0123456789abcdef', statement: 'Sign in.', chainId: 31337, issuedAt, expirationTime: '' }
          const body = JSON.stringify(createProof(wallet(), ORIGIN, nonce))
          if (i === MANY - LAST + 1) before = workerd.cpu()
          const answer = await fetch(workerd.url, { method: 'POST', body })
          if ((await answer.text()) !== 'ok') throw new Error(`${name} did not verify a good sign-in`)
          if (i === 1) cpuTimes[name]!.first.push(workerd.cpu())
          if (i === MANY) cpuTimes[name]!.hundredth.push((workerd.cpu() - before) / LAST)
        }
      } finally {
        await workerd.stop()
      }
    }
  }
  const medianOf = (name: Verifier) => ({ first: median(cpuTimes[name]!.first), hundredth: median(cpuTimes[name]!.hundredth) })
  return { nothing: medianOf('nothing'), ours: medianOf('ours'), viem: medianOf('viem') }
}

/** The auth worker with viem's verification instead of ours, and otherwise unchanged. */
const withViem: Plugin = {
  name: 'with-viem',
  setup: (esbuild) =>
    esbuild.onResolve({ filter: /^\.\/(siwe|signature)\.ts$/ }, ({ path, importer }) =>
      importer.endsWith('auth/sign-in.ts') ? { path: join(import.meta.dirname, 'verify', path.replace('./', 'viem-')) } : undefined,
    ),
}

/**
 * CPU (ms) of the process of the whole auth worker until its first sign-in: loading, the nonce, and a session in a real libSQL server.
 * Measured in turns with our verification and with viem's. Everything else is the same, and its cost is part of both figures.
 */
async function measureWorkerCpu(dir: string): Promise<Record<'ours' | 'viem', number>> {
  const bindings = {
    ENV: 'local',
    APP_ORIGINS: ORIGIN,
    CHAIN_ID: '31337',
    MAIL_FROM: 'Warren <hello@warren.example>',
    BREACH_LIST_URL: 'http://nowhere.invalid',
    DATABASE_URL: await testDatabase(),
  }
  const cpuTimes = { ours: [] as number[], viem: [] as number[] }
  const configs: [keyof typeof cpuTimes, string][] = []
  for (const name of ['ours', 'viem'] as const) {
    const options = optionsFor('auth', dir)
    const plugins = name === 'viem' ? [...options.plugins!, withViem] : options.plugins
    const { outputFiles } = await build({ ...options, plugins, minify: true, sourcemap: false, write: false })
    configs.push([name, writeWorker(join(dir, `whole-${name}`), outputFiles![0]!.text, bindings, { LIMITS: 'Limiter' })])
  }
  for (let run = 0; run < RUNS; run++) {
    for (const [name, config] of configs) {
      const workerd = await startWorkerd(config)
      try {
        await signIn(workerd.url, wallet(), nextNetwork(), ORIGIN)
        cpuTimes[name].push(workerd.cpu())
      } finally {
        await workerd.stop()
      }
    }
  }
  return { ours: median(cpuTimes.ours), viem: median(cpuTimes.viem) }
}

let networkCount = 0
/** Each request has its own client network, so that rate limits do not apply. */
const nextNetwork = () => `2001:db8:${(networkCount >> 8).toString(16)}:${(networkCount++ & 255).toString(16)}::1`

/** One sign-in as a page does it: nonce, signature, session. */
async function signIn(url: string, person: Wallet, network: string, origin = url): Promise<void> {
  const post = async (name: string, body: object) => {
    const headers = { origin, 'content-type': 'application/json', 'x-address': network }
    const answer = await fetch(`${url}/api/auth/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const nonce = (await post('getNonce', { account: person.account })) as NonceAnswer
  await post('signIn', { ...createProof(person, origin, nonce), provider: 'local.warren.bench' })
}

/** How many times per second `work` completes with several running concurrently. */
async function measureRate(work: (lane: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + RATE_MS
  const counts = await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      let count = 0
      for (; performance.now() < until; count++) await work(lane)
      return count
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0) / (RATE_MS / 1000)
}

async function measureRates(dir: string, log: (line: string) => void): Promise<{ signIns: number; reads: number }> {
  const world = await startWorld({ port: Number(process.env.WARREN_PORT ?? 8980), dir, seed: false, cron: false, log })
  try {
    const people = Array.from({ length: LANES }, wallet)
    await signIn(world.url, people[0]!, nextNetwork())
    const reads = await measureRate(() => fetch(`${world.url}/api/auth/getUserInfo`).then((answer) => answer.text()))
    // A network is allowed sixty sign-ins a minute, so each lane switches to the next network in time.
    const done = Array<number>(LANES).fill(0)
    const network: string[] = []
    const signIns = await measureRate((lane) => {
      if (done[lane]!++ % 50 === 0) network[lane] = nextNetwork()
      return signIn(world.url, people[lane]!, network[lane]!)
    })
    return { signIns, reads }
  } finally {
    await world.stop()
  }
}

/**
 * Measures the CPU of verifying a sign-in, less that of a worker that does nothing, and compares it with viem in the same run. Then
 * measures the CPU of the whole auth worker until its first sign-in, compared with the same worker using viem. Also measures complete
 * sign-ins per second in the local world, compared with its cheapest read, and the size of the worker. Needs Linux.
 */
export const run: Bench = async (log) => {
  if (process.platform !== 'linux') throw new Error('the auth bench reads CPU times in /proc and needs Linux')
  const dir = mkdtempSync(join(tmpdir(), 'warren-bench-auth-'))
  try {
    const { nothing, ours, viem } = await cpuOf(dir)
    for (const [name, { first, hundredth }] of Object.entries({ nothing, ours, viem }))
      log(`${name}: ${first.toFixed(1)} ms up to the first, ${hundredth.toFixed(2)} ms for the hundredth`)
    const whole = await measureWorkerCpu(dir)
    log(`the whole worker: ${whole.ours.toFixed(1)} ms up to its first sign-in, ${whole.viem.toFixed(1)} with viem's verification`)
    const { signIns, reads } = await measureRates(join(dir, 'world'), log)
    log(`${signIns.toFixed(1)} sign-ins and ${reads.toFixed(1)} reads a second`)
    const round = (value: number) => Math.round(value * 1000) / 1000
    const result = (name: string, value: number, unit: string, goal: number, better: Result['better'], anchor?: number): Result => ({
      name,
      value: round(value),
      unit,
      goal,
      better,
      ...(anchor !== undefined && { anchor: Math.round(anchor * 10) / 10 }),
    })
    const [oursCpu, viemCpu] = [ours.first - nothing.first, viem.first - nothing.first]
    const hundredth = (ours.hundredth - nothing.hundredth) / (viem.hundredth - nothing.hundredth)
    return [
      result("CPU of verifying the first sign-in in a fresh workerd, of viem's", oursCpu / viemCpu, 'x', 0.3, 'lower'),
      result("CPU of the hundredth, of viem's", hundredth, 'x', 1, 'lower'),
      result('CPU of the first', oursCpu, 'ms', 50, 'lower', viemCpu),
      // No goal: the cost of database, framework and sessions is the same for every verification.
      {
        name: 'CPU of a whole first sign-in, of one with viem in the worker',
        value: round(whole.ours / whole.viem),
        unit: 'x',
        better: 'lower',
      },
      result('sign-ins a second in the local world, of what bare getUserInfo comes to', signIns / reads, 'x', 0.1, 'higher'),
      result('auth worker, gzip', (await dryRun('auth')) / 1000, 'kB', 100, 'lower'),
    ]
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
