import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'

/** The repository, where foundry.toml is. */
export const root = join(import.meta.dirname, '..', '..')

const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
/** The program itself rather than the launcher in `.bin`, which exits with 0 whatever forge exits with. */
const program = join(root, 'node_modules', '@foundry-rs', `forge-${platform}`, 'bin', process.platform === 'win32' ? 'forge.exe' : 'forge')

/** Runs forge in the repository with its output captured. It starts the compiler by `node`, so this process's Node goes on its PATH. */
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
