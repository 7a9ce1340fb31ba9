import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import solc from 'solc'
import type { Abi } from 'viem'
import { root } from './forge.ts'

/** Sources by their path in the repository. */
export type Sources = Record<string, string>

type Message = { severity: 'error' | 'warning' | 'info'; errorCode?: string; formattedMessage: string }
type Contract = { abi: Abi; evm: { bytecode: { object: string } } }
type Output = {
  errors?: Message[]
  sources?: Record<string, { id: number; ast: unknown }>
  contracts?: Record<string, Record<string, Contract>>
}

/** Reads files by their paths in the repository. */
export const read = (paths: string[]): Sources => Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))

/** Resolves an import for solc. */
function importFile(path: string): { contents: string } | { error: string } {
  try {
    return { contents: readFileSync(join(root, path), 'utf8') }
  } catch {
    return { error: `${path} is not there` }
  }
}

/**
 * Compiles `sources` and their imports in this process, for the rules (AST), the proofs (SMTChecker) and the gas benchmark (mocks).
 * `settings` are those of solc's standard JSON. Throws with the compiler's message on an error.
 */
export function compile(sources: Sources, settings: object, smtSolver?: (query: string) => { contents: string } | { error: string }) {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(sources).map(([path, content]) => [path, { content }])),
    settings: { remappings: ['@openzeppelin/contracts/=node_modules/@openzeppelin/contracts/'], evmVersion: 'cancun', ...settings },
  }
  const output: Output = JSON.parse(solc.compile(JSON.stringify(input), { import: importFile, smtSolver }))
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return { messages: output.errors ?? [], sources: output.sources ?? {}, contracts: output.contracts ?? {} }
}
