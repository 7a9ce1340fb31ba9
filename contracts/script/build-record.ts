import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './forge.ts'

/** The content of contracts/abi/build.json: a SHA-256 of everything a build is made from, and one of all files it writes. */
export type BuildRecord = { inputs: string; outputs: string }

export const RECORD = 'build.json'

/** One hash of named texts; their order does not matter. */
function digest(texts: Iterable<[name: string, text: string]>): string {
  const hash = createHash('sha256')
  for (const [name, text] of [...texts].sort(([one], [other]) => (one < other ? -1 : 1))) hash.update(`${name}\0${text.length}\0${text}`)
  return hash.digest('hex')
}

/** A source without its comment lines, which do not change the bytecode. */
const withoutComments = (text: string) => text.replace(/^[ \t]*\/\/.*\n/gm, '')

const read = (folder: string, path: string): [string, string] => [path, readFileSync(join(folder, path), 'utf8')]

/** The sources, the settings of the build, and the exact versions of the compiler and of the libraries. */
function inputs(folder: string): [string, string][] {
  const sources = readdirSync(join(folder, 'contracts/src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sol'))
    .map((name): [string, string] => {
      const [path, text] = read(folder, `contracts/src/${name.replaceAll('\\', '/')}`)
      return [path, withoutComments(text)]
    })
  const { packages } = JSON.parse(read(folder, 'package-lock.json')[1]) as {
    packages: Record<string, { version: string; integrity: string }>
  }
  const versions = ['solc', '@openzeppelin/contracts', '@foundry-rs/forge'].map((name): [string, string] => {
    const { version, integrity } = packages[`node_modules/${name}`]!
    return [name, `${version} ${integrity}`]
  })
  return [
    ...sources,
    ...['foundry.toml', 'contracts/script/build.ts', 'contracts/script/solc.mjs'].map((path) => read(folder, path)),
    ...versions,
  ]
}

/** The files of contracts/abi, without the record itself. */
const outputs = (folder: string): [string, string][] =>
  readdirSync(join(folder, 'contracts/abi'))
    .filter((name) => name !== RECORD)
    .map((name) => read(folder, `contracts/abi/${name}`))

/** The record of the files as they are now. */
export const currentRecord = (folder = root): BuildRecord => ({ inputs: digest(inputs(folder)), outputs: digest(outputs(folder)) })

/** The same record, as the text of its file. */
export const currentRecordText = (folder = root): string => `${JSON.stringify(currentRecord(folder), null, 2)}\n`

/** Whether contracts/abi is the recorded build of the current sources. */
export function isRecorded(folder = root): boolean {
  const file = join(folder, 'contracts/abi', RECORD)
  return existsSync(file) && readFileSync(file, 'utf8') === currentRecordText(folder)
}
