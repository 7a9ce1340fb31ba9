import { parseArgs } from 'node:util'
import { findBrokenRow } from '../../shared/audit-log.ts'
import { database } from '../../shared/db.ts'
import { portsFrom } from '../world/ports.ts'
import { printError, printLines } from './terminal.ts'

/** Checks the audit log of DATABASE_URL, or else of the local world, which must be running. Exits with 1 at the first broken entry. */
try {
  parseArgs({ args: process.argv.slice(2), options: {} })
  const { DATABASE_URL, DATABASE_TOKEN, WARREN_PORT } = process.env
  const url = DATABASE_URL ?? `http://127.0.0.1:${portsFrom(Number(WARREN_PORT ?? 8788)).libsql}`
  const broken = await findBrokenRow(database({ DATABASE_URL: url, ...(DATABASE_TOKEN && { DATABASE_TOKEN }) }))
  printLines([
    broken === null ? 'the audit log is unchanged' : `entry ${broken} of the audit log was changed, or does not follow the entry before it`,
  ])
  if (broken !== null) process.exitCode = 1
} catch (error) {
  printError(error)
}
process.exit()
