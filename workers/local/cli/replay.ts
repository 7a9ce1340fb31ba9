import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addresses, type Deployment } from '../../../contracts/addresses.ts'
import type { Difference } from '../replay/compare.ts'
import { replay } from '../replay/replay.ts'
import { readToml } from '../world/bundle.ts'
import { portsFrom } from '../world/ports.ts'
import { localDir } from '../world/world.ts'
import { printError, printLines } from './terminal.ts'

const MAX_PRINTED = 100

/** The database and chain to check: those of DATABASE_URL and RPC_URL, or else of the local world, which must be running. */
function target(env: Record<string, string | undefined>) {
  if (env.DATABASE_URL) {
    const chainId = env.CHAIN_ID ?? readToml('wrangler.toml').vars?.CHAIN_ID
    const deployment = addresses[Number(chainId)]
    if (!env.RPC_URL) throw new Error('RPC_URL is not set: the addresses of the chain, separated by commas')
    if (!deployment) throw new Error(`contracts/addresses.ts has no contracts on chain ${chainId}`)
    const token = env.DATABASE_TOKEN
    return { stored: { url: env.DATABASE_URL, ...(token && { token }) }, rpcUrl: env.RPC_URL, deployment }
  }
  const file = join(localDir(), 'deployment.json')
  if (!existsSync(file)) throw new Error('there is no local world: run npm start first, or set DATABASE_URL and RPC_URL')
  const { libsql, chain } = portsFrom(Number(env.WARREN_PORT ?? 8788))
  const deployment = JSON.parse(readFileSync(file, 'utf8')) as Deployment
  return { stored: { url: `http://127.0.0.1:${libsql}` }, rpcUrl: `http://127.0.0.1:${chain}`, deployment }
}

const describe = ({ table, key, column, stored, replayed }: Difference) =>
  `${table} ${key}${column ? ` ${column}` : ''}: stored ${JSON.stringify(stored)}, replayed ${JSON.stringify(replayed)}`

try {
  const { to, brokenRow, differences, compared, movedOn } = await replay({
    ...target(process.env),
    log: (line) => printLines([`  ${line}`]),
  })
  if (differences.length) printLines(differences.slice(0, MAX_PRINTED).map(describe))
  if (differences.length > MAX_PRINTED) printLines([`and ${differences.length - MAX_PRINTED} more`])
  const rows = Object.entries(compared).map(([table, count]) => `${count} rows of ${table}`)
  printLines([`compared ${rows.join(', ')} up to block ${to}; differences: ${differences.length}`])
  if (movedOn) printLines([`left out: ${movedOn} orders, collections and tokens with events after this block`])
  printLines([
    brokenRow === null
      ? 'the audit log is unchanged'
      : `row ${brokenRow} of the audit log was changed, or does not follow the row before it`,
  ])
  if (differences.length || brokenRow !== null) process.exitCode = 1
} catch (error) {
  printError(error)
}
process.exit()
