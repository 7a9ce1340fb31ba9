import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'

/** The repository root, which contains foundry.toml. */
export const root = join(import.meta.dirname, '..', '..')

const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
/** The native binary, because the launcher in `.bin` exits with 0 even if forge fails. */
const program = join(root, 'node_modules', '@foundry-rs', `forge-${platform}`, 'bin', process.platform === 'win32' ? 'forge.exe' : 'forge')

/**
 * Runs forge in the repository and captures its output. Forge starts the compiler with `node`, so this process's Node is added to its PATH.
 */
export function forge(args: string[], env: Record<string, string> = {}): SpawnSyncReturns<string> {
  const run = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, ...env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) },
  })
  if (run.error) throw new Error(`forge does not start (${run.error.message}): run npm install`)
  return run
}
