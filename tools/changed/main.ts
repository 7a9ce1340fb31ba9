// Runs the checks and tests that a change can reach by its imports. The change is every commit and edit since `main`; on `main` itself,
// only the edits. `-- --since HEAD~1` compares with another commit, `-- --list` only prints what would run. Journeys take minutes, so a
// journey runs only if its own file changed.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CHECKS, contracts, playwright, ROOT, runGroups, type Stage, vitest } from '../stages.ts'
import { planFor } from './plan.ts'

process.chdir(ROOT)
const { values } = parseArgs({ options: { list: { type: 'boolean' }, since: { type: 'string' } } })
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()
const lines = (text: string): string[] => text.split('\n').filter(Boolean)
const print = (line: string): unknown => process.stdout.write(`${line}\n`)

/** Returns the commit to compare with: the last one that is also in `main`, or in `origin/main` if there is no local `main`; else HEAD. */
function base(): string {
  const main = ['main', 'origin/main'].find((name) => {
    try {
      return git('rev-parse', '--verify', '--quiet', name)
    } catch {
      return false
    }
  })
  return main ? git('merge-base', 'HEAD', main) : git('rev-parse', 'HEAD')
}

const untracked = lines(git('ls-files', '--others', '--exclude-standard'))
const files = [...lines(git('ls-files')), ...untracked].filter((file) => existsSync(file))
const since = git('rev-parse', values.since ?? base())
const changed = [...lines(git('diff', '--name-only', '--no-renames', since)), ...untracked]
const plan = planFor(changed, files, (file) => readFileSync(file, 'utf8'))

const hasTexts = changed.some((file) => /^web\/.*\.(tsx?|po)$|^lingui\.config\.ts$/.test(file))
print(`${changed.length} changed files since ${since.slice(0, 8)}`)
print(`${plan.unit.length} unit test files:${plan.unit.map((file) => `\n  ${file}`).join('')}`)
if (plan.forge.length) print(`${plan.forge.length} contract test files:${plan.forge.map((file) => `\n  ${file}`).join('')}`)
if (plan.journeys.length) print(`${plan.journeys.length} changed journeys:${plan.journeys.map((file) => `\n  ${file}`).join('')}`)
if (plan.covering.length) print(`Journeys that cover the change and do not run here: npm run test:e2e -- ${plan.covering.join(' ')}`)

if (!values.list) {
  const { lint, unused, types, extracted, translated } = CHECKS
  const tests: Stage[] = [['unit tests', () => vitest(plan.unit)]]
  if (plan.forge.length) tests.unshift(['contract tests', () => contracts(['--match-path', `{${plan.forge.join(',')}}`])])
  const names = plan.journeys.map((file) => file.slice('web/e2e/'.length))
  const journeys: Stage[] = names.length ? [['journeys', () => playwright(names)]] : []
  await runGroups([[lint, unused, types, ...(hasTexts ? [extracted, translated] : [])], tests, journeys])
}
