// Proves the properties in contracts/smt for every input, with the compiler's SMTChecker and z3: `npm run contracts:prove`. The engine is
// BMC, which follows every path of a function as far as its loops are unrolled. There are no loops and no state here, so a proved property
// always holds. Exits with 1 if something is not proved, or if no input meets the assumptions of a function.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { compile, read, type Sources } from './compile.ts'
import { root } from './forge.ts'

/** Seconds per query; on an idle machine each takes a fraction of a second. */
const PATIENCE = 60

/** The version of the installed z3, or undefined. */
export const z3 = (): string | undefined => /version (\S+)/.exec(spawnSync('z3', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1]

function ask(query: string): { contents: string } | { error: string } {
  const { stdout, error } = spawnSync('z3', ['-smt2', '-in', `-T:${PATIENCE}`], { input: query, encoding: 'utf8', maxBuffer: 1 << 28 })
  return error ? { error: error.message } : { contents: stdout }
}

/** A location in the source and the property checked there: `Assertion violation`, `Overflow`, … */
type Claim = { at: string; about: string; code: string }

/** Checks every assertion and arithmetic operation of the contracts in `sources` and their imports. */
export function prove(sources: Sources): { proved: Claim[]; open: Claim[] } {
  const contracts = Object.fromEntries(
    Object.entries(sources).map(([path, text]) => [path, [...text.matchAll(/^contract (\w+)/gm)].map(([, name]) => name!)]),
  )
  const modelChecker = {
    engine: 'bmc',
    solvers: ['smtlib2'],
    targets: ['assert', 'overflow', 'underflow', 'divByZero'],
    showProvedSafe: true,
    showUnproved: true,
    contracts,
  }
  const { messages } = compile(sources, { modelChecker, outputSelection: { '*': { '*': [] } } }, ask)
  const [proved, open] = [new Map<string, Claim>(), new Map<string, Claim>()]
  for (const { formattedMessage } of messages) {
    const [, safe] = /: BMC: (.*?)(?: \(.*\))? check is safe!/.exec(formattedMessage) ?? []
    const [, at = '', , code = ''] = /--> (\S+):\n[\s\S]*?\n(\d+) \|\s*(.*)\n/.exec(formattedMessage) ?? []
    if (safe) proved.set(`${at} ${safe}`, { at, about: safe, code })
    else if (formattedMessage.includes(': BMC: ')) open.set(formattedMessage, { at, about: formattedMessage.split('\n')[0]!, code })
  }
  return { proved: [...proved.values()], open: [...open.values()] }
}

/** The same sources with a false assertion at the end of each function. If it is proved, no input meets the function's assumptions. */
export const absurd = (sources: Sources): Sources =>
  Object.fromEntries(
    Object.entries(sources).map(([path, text]) => [path, text.replaceAll(/\n {4}\}\n/g, '\n        assert(1 > 2);\n    }\n')]),
  )

/** The properties in contracts/smt. */
export const claims = (): Sources => read(readdirSync(join(root, 'contracts/smt')).map((file) => `contracts/smt/${file}`))

function main(): number {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  const version = z3()
  if (!version) {
    print('The proofs need z3, and it is not here: apt-get install z3 (Debian, Ubuntu) or brew install z3. Nothing was proved.')
    return 1
  }
  const sources = claims()
  const { proved, open } = prove(sources)
  const assertions = proved.filter(({ about }) => about.startsWith('Assertion'))
  for (const { at, code } of assertions) print(`proved  ${code}  (${at})`)
  for (const { at, code, about } of open) print(`OPEN    ${code}  (${at}) ${about}`)
  const written =
    Object.values(sources)
      .join('\n')
      .match(/\bassert\(/g)?.length ?? 0
  const functions =
    Object.values(sources)
      .join('\n')
      .match(/^ {4}function /gm)?.length ?? 0
  const refuted = prove(absurd(sources)).open.filter(({ code }) => code === 'assert(1 > 2);').length
  const checks = proved.length - assertions.length
  print(`z3 ${version}: ${assertions.length} of ${written} assertions proved, and ${checks} checks of overflow, underflow and`)
  print(`division by zero; the assumptions of ${refuted} of ${functions} functions can be met`)
  return open.length === 0 && assertions.length === written && refuted === functions && written > 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = main()
