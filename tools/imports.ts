import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export interface Import {
  from: string
  to: string
  typeOnly: boolean
}

// The pattern finds five forms: `import … from`, `export … from`, `import 'side-effect'`, `import('lazy')` and `new URL('file',
// import.meta.url)`.
const SCRIPT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'"\n;]*?(?:\n[^'"]*?)?from\s*['"](\.[^'"]+)['"]|(?:^|\n)import\s+['"](\.[^'"]+)['"]|import\(['"](\.[^'"]+)['"]\)|new URL\(['"](\.[^'"]+)['"], import\.meta\.url\)/g
const SOLIDITY = /(?:^|\n)import\s+[^;]*?"(\.[^"]+)"/g

/** Every relative import of a file, resolved to a path in the repository. Paths are relative to the working directory. */
export function importsOf(file: string): Import[] {
  const found = readFileSync(file, 'utf8').matchAll(file.endsWith('.sol') ? SOLIDITY : SCRIPT)
  return [...found].map((match) => {
    const groups = match.slice(1)
    const typeOnly = !file.endsWith('.sol') && groups.shift() !== undefined
    return { from: file, to: normalize(join(dirname(file), groups.find((path) => path !== undefined)!)), typeOnly }
  })
}

/**
 * The files among `files` that import one of `changed`, directly or through others, and `changed` itself. Imports of types are left out:
 * they cannot change what a test does.
 */
export function reachedFrom(changed: Iterable<string>, files: string[]): Set<string> {
  const importers = new Map<string, string[]>()
  for (const file of files.filter((name) => /\.(tsx?|mjs|sol)$/.test(name) && existsSync(name)))
    for (const { to, typeOnly } of importsOf(file)) if (!typeOnly) importers.set(to, [...(importers.get(to) ?? []), file])
  const reached = new Set(changed)
  // A set is iterated in insertion order, including what is added during the iteration.
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer)
  return reached
}
