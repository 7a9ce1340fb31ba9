import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'

/** The repository, where foundry.toml is. */
export const root = join(import.meta.dirname, '..', '..')

const bin = join(root, 'node_modules', '.bin')

/** Runs forge in the repository with its output captured. It starts the compiler by `node`, so this process's Node goes on its PATH. */
export function forge(args: string[], env: Record<string, string> = {}): SpawnSyncReturns<string> {
  const run = spawnSync(join(bin, 'forge'), args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, ...env, PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter) },
  })
  if (run.error) throw new Error(`forge does not start (${run.error.message}): run npm install`)
  return run
}
