import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Hex, keccak256 } from 'viem'
import { addresses } from '../../../contracts/addresses.ts'
import { rpc } from '../../shared/rpc.ts'
import { endpointsOf } from '../../shared/rpc-endpoints.ts'
import { bucketCors, bucketOrigin, missing, SECRETS, uploadOrder } from '../deploy/deploy-checks.ts'
import { migrate } from '../deploy/migrate.ts'
import { buildPages, localTraces } from '../deploy/production.ts'
import { seedCities } from '../seed/cities.ts'
import { ROOT, readToml, WORKERS } from '../world/bundle.ts'
import { printError, printLines } from './terminal.ts'

const pages = readToml('wrangler.toml')
const workers = Object.fromEntries(WORKERS.map((name) => [name, readToml(`workers/${name}/wrangler.toml`)])) as Parameters<
  typeof uploadOrder
>[0]
const bucket = workers.uploads.r2_buckets?.[0]?.bucket_name ?? ''
const env = process.env as Record<string, string | undefined>

/** Runs wrangler; returns its output, or undefined if it failed. With `aloud` the output is shown. */
function wrangler(args: string[], aloud = false): string | undefined {
  const options = {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: aloud ? 'inherit' : 'pipe',
    env: { ...env, WRANGLER_SEND_METRICS: 'false' },
  } as const
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, 'node_modules/wrangler/bin/wrangler.js'), ...args], options)
  return status === 0 ? (stdout ?? '') : undefined
}

function runOrThrow(what: string, args: string[]): void {
  printLines(['', what])
  if (wrangler(args, true) === undefined) throw new Error(`${what.toLowerCase()} failed; the steps after it were skipped`)
}

/** The checks that need Cloudflare, the chain or git. Returns one line for each missing item. */
async function missingRemotely(): Promise<string[]> {
  const lines: string[] = []
  const { stdout: changes } = spawnSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' })
  if (changes) lines.push('the work tree has changes: commit them, so that the deployed version can be found')
  if (wrangler(['r2', 'bucket', 'info', bucket]) === undefined) lines.push(`the bucket is missing: wrangler r2 bucket create ${bucket}`)
  if (!wrangler(['pages', 'project', 'list'])?.includes(pages.name))
    lines.push(`the Pages project is missing: wrangler pages project create ${pages.name} --production-branch main`)
  for (const name of WORKERS) {
    const listed = wrangler(['secret', 'list', '-c', `workers/${name}/wrangler.toml`])
    const known = listed ? (JSON.parse(listed) as { name: string }[]).map((secret) => secret.name) : []
    for (const secret of SECRETS[name].filter((each) => !known.includes(each)))
      lines.push(`${workers[name].name} has no ${secret}: wrangler secret put ${secret} -c workers/${name}/wrangler.toml`)
  }
  const deployment = addresses[Number(pages.vars?.CHAIN_ID)]!
  const { orderBook, orderBookCodeHash, marketplace, marketplaceCodeHash, platform, platformCodeHash } = deployment
  for (const [position, url] of endpointsOf({ RPC_URL: env.RPC_URL! }).entries()) {
    const chain = { RPC_URL: url, CHAIN_ID: String(deployment.chainId) }
    const codeOf = (address: Hex) => ['eth_getCode', address, 'latest'] as const
    const codes = await rpc<[Hex, Hex, Hex]>(chain, codeOf(orderBook), codeOf(marketplace), codeOf(platform)).catch(() => undefined)
    if (!codes) lines.push(`endpoint ${position} of RPC_URL does not respond, or is not on chain ${deployment.chainId}`)
    else if (keccak256(codes[0]) !== orderBookCodeHash) lines.push(`the code at ${orderBook} is not the OrderBook's`)
    else if (keccak256(codes[1]) !== marketplaceCodeHash) lines.push(`the code at ${marketplace} is not the Marketplace's`)
    else if (keccak256(codes[2]) !== platformCodeHash) lines.push(`the code at ${platform} is not the Platform's`)
  }
  await migrate(env.DATABASE_URL!, { token: env.DATABASE_TOKEN, dryRun: true }).catch((error: Error) =>
    lines.push(`the database: ${error.message}`),
  )
  return lines
}

function setBucketCors(): void {
  const dir = mkdtempSync(join(tmpdir(), 'warren-cors-'))
  const file = join(dir, 'cors.json')
  writeFileSync(file, JSON.stringify(bucketCors(pages.vars?.APP_ORIGINS?.split(/\s+/) ?? [])))
  try {
    runOrThrow("Setting the bucket's CORS", ['r2', 'bucket', 'cors', 'set', bucket, '--file', file, '--force'])
  } finally {
    rmSync(dir, { recursive: true })
  }
}

async function deploy(): Promise<void> {
  const missingLocally = missing({ env, pages, workers, addresses })
  const lines = missingLocally.length ? missingLocally : await missingRemotely()
  if (lines.length)
    throw new Error(`not deployed, ${lines.length === 1 ? 'one thing is' : `${lines.length} things are`} missing:\n  ${lines.join('\n  ')}`)
  if (process.argv.includes('--check')) return printLines(['All checks passed: you can run npm run deploy.'])

  const dist = await buildPages()
  const faults = localTraces(dist)
  if (faults.length) throw new Error(`the build contains code of the local world:\n  ${faults.join('\n  ')}`)

  // Migrations only add, so the old workers keep working with the new tables. To roll back, restore the database to this time.
  printLines([
    `Backup: Turso can restore the database to ${new Date().toISOString()} (turso db create <name> --from-db <db> --timestamp <this>)`,
  ])
  const done = await migrate(env.DATABASE_URL!, { token: env.DATABASE_TOKEN })
  printLines([done.length ? `Migrated: ${done.join(', ')}` : 'No new migration'])
  if (await seedCities(env.DATABASE_URL!, env.DATABASE_TOKEN)) printLines(['Wrote the list of cities'])
  setBucketCors()
  const endpoint = `${bucketOrigin(env.CLOUDFLARE_ACCOUNT_ID!)}/${bucket}`
  for (const name of uploadOrder(workers)) {
    const vars = name === 'uploads' ? ['--var', `S3_ENDPOINT:${endpoint}`] : []
    runOrThrow(`Uploading ${workers[name].name}`, ['deploy', '-c', `workers/${name}/wrangler.toml`, ...vars])
  }
  runOrThrow('Uploading Pages', ['pages', 'deploy', '--branch', 'main'])
}

await deploy().catch(printError)
