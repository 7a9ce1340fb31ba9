import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client/http'
import { build } from 'esbuild'
import { call } from '../../../contracts/script/anvil.ts'
import type { Random } from '../../../tools/random.ts'
import type { RawBlock } from '../../shared/rpc.ts'
import { testChain } from '../chain/test-chain.ts'
import { optionsFor } from '../world/bundle.ts'
import { testDatabase } from '../world/test-database.ts'
import { startWorkerd, type Workerd, writeWorker } from '../world/workerd.ts'
import { type Branch, recordBranch } from './abandoned-branch.ts'
import { faultyEndpoint } from './faulty-endpoint.ts'
import { openMarket } from './market.ts'

const ENDPOINTS = 3

/** All processes and connections of the chaos test. Close it afterwards. */
export type ChaosWorld = Awaited<ReturnType<typeof openWorld>>

/** A local chain with faulty endpoints, a database and a market. Its indexer and its orders worker are not started yet. */
export async function openWorld(random: Random) {
  const dir = mkdtempSync(join(tmpdir(), 'warren-chaos-'))
  const [chain, databaseUrl] = await Promise.all([testChain(), testDatabase()])
  let branch: Branch | null = null
  const endpoints = await Promise.all(Array.from({ length: ENDPOINTS }, () => faultyEndpoint(chain.url, random, () => branch)))
  const db = createClient({ url: databaseUrl })
  const market = await openMarket(chain.url, chain.deployment, databaseUrl, random)

  const variables = {
    ENV: 'local',
    CHAIN_ID: '31337',
    LOCAL_DEPLOYMENT: JSON.stringify(chain.deployment),
    DATABASE_URL: databaseUrl,
    RPC_URL: endpoints.map(({ url }) => url).join(),
  } as const
  const { outputFiles } = await build({ ...optionsFor('orders', dir), sourcemap: false, write: false })
  const unused = 'http://127.0.0.1:9'
  const bindings = { ...variables, APP_ORIGINS: 'http://localhost:8788', COINBASE_URL: unused, KRAKEN_URL: unused }
  // The areas that the orders worker calls do not run, so rooms, pushes and notifications wait in its tables.
  const config = writeWorker(join(dir, 'orders'), outputFiles![0]!.text, bindings, { LIMITS: 'Limiter' })

  let indexer: ChildProcess | null = null
  let isIndexing = Promise.resolve()
  let worker: Workerd | null = null
  /** The hash of the last block that the indexer has read. */
  const lastRead = async () => (await db.execute('select block_hash from cursors order by block_number desc limit 1')).rows[0]?.block_hash
  const stopIndexer = () => indexer?.kill('SIGKILL')
  return {
    chain,
    databaseUrl,
    endpoints,
    db,
    market,
    variables,
    stopIndexer,
    restartIndexer(): void {
      stopIndexer()
      const child = fork(join(import.meta.dirname, 'indexer-process.ts'), { env: { ...process.env, ...variables }, stdio: 'ignore' })
      indexer = child
      isIndexing = new Promise((resolve) => child.once('message', () => resolve()).once('exit', () => resolve()))
    },
    /** Resolves when the indexer has loaded its code and reads the chain. */
    untilIndexing: () => isIndexing,
    async restartWorker(): Promise<void> {
      await worker?.stop()
      worker = await startWorkerd(config, true)
    },
    workerUrl: () => worker!.url,
    /** The number of the newest block. */
    head: async () => Number(await call<string>(chain.url, 'eth_blockNumber')),
    /** Whether the last block that the indexer has read is the newest one. */
    isAtHead: async () => (await lastRead()) === (await call<RawBlock>(chain.url, 'eth_getBlockByNumber', ['latest', false])).hash,
    /** Whether the last block that the indexer has read is the last one of the replaced blocks. */
    isOnBranch: async () => branch !== null && (await lastRead()) === branch.blocks.get(branch.last)!.hash,
    /** Replaces the last blocks with empty ones. An endpoint on a fork has the old ones until the next reorg. */
    async reorg(depth: number): Promise<void> {
      branch = await recordBranch(chain.url, depth)
      await call(chain.url, 'anvil_reorg', [depth, []])
    },
    async close(): Promise<void> {
      stopIndexer()
      await worker?.stop()
      market.close()
      db.close()
      for (const endpoint of endpoints) endpoint.close()
      chain.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
