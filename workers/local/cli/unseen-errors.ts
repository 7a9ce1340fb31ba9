import { globSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import type { ShownErrors } from '../../shared/answers.testing.ts'
import { ROOT } from '../world/bundle.ts'

/** The tests that report which errors the calls returned, see workers/shared/answers.testing.ts. */
const FILES = 'workers/{auth,chat,listings,notifications,orders,shared,uploads}/**/*.test.ts'

/**
 * Fails a complete run of the unit tests in which a documented error was never returned. A run of some tests, or one with failures, is
 * not judged: it cannot show every error.
 */
export default class UnseenErrors implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const collect = (kind: keyof ShownErrors) => new Set(tests.flatMap((test) => test.meta()[kind] ?? []))
    const [documented, answered] = [collect('documented'), collect('answered')]
    const ran = new Set(modules.map(({ moduleId }) => relative(ROOT, moduleId)))
    const missing = globSync(FILES, { cwd: ROOT }).filter((file) => !file.endsWith('.node.test.ts') && !ran.has(file))
    const isComplete = !missing.length && tests.every((test) => test.result().state === 'passed')
    const unseen = [...documented].filter((error) => !answered.has(error)).sort()
    if (process.env.WARREN_UNSEEN_ERRORS) console.log([`${documented.size} documented errors, not answered:`, ...unseen].join('\n  '))
    if (!isComplete || !unseen.length) return
    console.error([`These documented errors were answered in no test:`, ...unseen].join('\n  '))
    process.exitCode = 1
  }
}
