import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { BASE_WALLET_OWNER, demoAccounts } from '../wallets/accounts.ts'
import { ROOT, type WORKERS } from '../world/bundle.ts'

const run = promisify(execFile)

/** Runs a script of this repository with the current Node.js; throws with the end of its output. */
async function script(args: string[], env: Record<string, string> = {}): Promise<void> {
  try {
    await run(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env }, maxBuffer: 1 << 26 })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${args[0]} failed:\n${`${stdout}\n${stderr}`.trim().split('\n').slice(-30).join('\n')}`)
  }
}

/** Builds what Pages serves into a folder; the default is `dist` in the repository. */
export async function buildPages(dist = join(ROOT, 'dist')): Promise<string> {
  await script(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], { WARREN_DIST: dist })
  await script(['web/edge/build.ts'], { WARREN_DIST: dist })
  return dist
}

/** Bundles a worker as the deploy does, without uploading it. Returns the gzipped size of the script in bytes. */
export async function dryRun(worker: (typeof WORKERS)[number]): Promise<number> {
  const out = mkdtempSync(join(tmpdir(), 'warren-dry-run-'))
  try {
    await script(
      ['node_modules/wrangler/bin/wrangler.js', 'deploy', '--dry-run', '--outdir', out, '-c', `workers/${worker}/wrangler.toml`],
      { WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true', XDG_CONFIG_HOME: out },
    )
    const scripts = filesUnder(out).filter((path) => /\.m?js$/.test(path))
    if (!scripts.length) throw new Error(`the dry run of ${worker} wrote no script`)
    return scripts.reduce((sum, path) => sum + gzipSync(readFileSync(path), { level: 9 }).length, 0)
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile())

/** Strings that only the local world may contain; keys match with or without 0x, in any case. */
const FORBIDDEN: [text: string, what: string][] = [
  ...demoAccounts.flatMap(({ role, key, address }): [string, string][] => [
    [key.slice(2), `the demo ${role}'s key`],
    [address.slice(2), `the demo ${role}'s address`],
  ]),
  [BASE_WALLET_OWNER.slice(2), "the demo Base wallet's key"],
  ['/base-wallet', 'the address of the local Base wallet'],
  ['test test test test', "the test chain's mnemonic"],
  ['local.warren.', 'a demo wallet'],
  ['demo-wallet', 'a demo wallet'],
  ['/local/', 'a local-only page or script'],
  ['anvil_', 'a call of the test chain'],
  ['data-cell', 'the gallery of controls'],
]

/** Lists what a production build contains of the local world, one line each; empty if it contains nothing of it. */
export function localTraces(dist: string): string[] {
  const faults: string[] = []
  for (const path of filesUnder(dist)) {
    const name = relative(dist, path)
    if (/^(local|seed|demo|gallery|outbox)\b/.test(name)) faults.push(`${name} is a file of the local world`)
    const text = readFileSync(path, 'latin1').toLowerCase()
    for (const [forbidden, what] of FORBIDDEN) if (text.includes(forbidden.toLowerCase())) faults.push(`${name} contains ${what}`)
  }
  return faults
}
