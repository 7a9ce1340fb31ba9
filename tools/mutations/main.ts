// In a copy of the repository, makes one mistake after another in the contract and in the state machine, and checks that the tests fail.
// Prints which mistakes were caught; the exit code is 1 if one was not. `npm run test:mutations` takes about ten minutes.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from '../stages.ts'
import { MUTATIONS, type Mutation } from './mutations.ts'

const copy = mkdtempSync(join(tmpdir(), 'warren-mutations-'))
const SCHEMA_TESTS = ['workers/orders/orders.schema.node.test.ts', 'web/features/orders/order-moves.test.ts']
const print = (line: string): unknown => process.stdout.write(`${line}\n`)

/** Runs the tests of a file in the copy. Returns the name of the first test that failed, or null if all passed. */
async function findFailure(file: string): Promise<string | null> {
  const { forge } = (await import(join(copy, 'contracts/script/forge.ts'))) as typeof import('../../contracts/script/forge.ts')
  const env = { NO_COLOR: '1' }
  const { status, stdout, stderr } = file.endsWith('.sol')
    ? forge(['test', '--match-path', 'contracts/test/OrderBook/*'], env)
    : spawnSync(join(copy, 'node_modules/.bin/vitest'), ['run', '--bail=1', ...SCHEMA_TESTS], {
        cwd: copy,
        encoding: 'utf8',
        env: { ...process.env, ...env },
      })
  const output = `${stdout}${stderr}`
  return status === 0 ? null : (/\[?FAIL[:\s]+(.+)/.exec(output)?.[1] ?? output.trim().slice(-300))
}

/** Whether the tests of a file fail with a mutation in it. */
async function isCaught({ file, find, replace }: Mutation): Promise<boolean> {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    text.replace(find, () => replace),
  )
  const failure = await findFailure(file)
  writeFileSync(path, text)
  const change = `${file}: ${find.split('\n')[0]!.trim()}`
  print(failure ? `✓ ${change}\n    ${failure}` : `✗ ${change}\n    no test failed`)
  return failure !== null
}

try {
  for (const file of execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean))
    cpSync(join(ROOT, file), join(copy, file), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  for (const file of new Set(MUTATIONS.map((mutation) => mutation.file))) {
    const failure = await findFailure(file)
    if (failure) throw new Error(`The tests of ${dirname(file)} fail without a mutation: ${failure}`)
  }
  let caught = 0
  for (const mutation of MUTATIONS) if (await isCaught(mutation)) caught += 1
  print(`${caught} of ${MUTATIONS.length} mutations caught`)
  process.exitCode = caught === MUTATIONS.length ? 0 : 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}
