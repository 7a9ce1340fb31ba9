// Compiles the contracts and writes what other code uses of them into contracts/abi: `<Name>.ts`, the ABI as a typed constant, and
// `<Name>.bytecode.json`, which is deployed without compiling. Its `immutables` list where the constructor fills in the runtime code, as
// offset + length in bytes. `build.json` records hashes of all inputs and outputs. With --check it writes nothing, and fails if the sources
// or the committed files do not match that record; this needs no compiler. If the environment variable CI is set, --check also compiles (a
// minute) and compares.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { currentRecordText, isRecorded, RECORD } from './build-record.ts'
import { forge, root } from './forge.ts'

/** The contracts to build, by source path below contracts/src, with the name of the ABI constant. */
const contracts: Record<string, string> = {
  'Collection.sol': 'collectionAbi',
  'CollectionFactory.sol': 'collectionFactoryAbi',
  'Marketplace.sol': 'marketplaceAbi',
  'OrderBook.sol': 'orderBookAbi',
  'Platform.sol': 'platformAbi',
  'test/TestUSDC.sol': 'testUsdcAbi',
  'test/TestUSDT.sol': 'testUsdtAbi',
  'test/TestWallet.sol': 'testWalletAbi',
}

type Reference = { start: number; length: number }
type Artifact = {
  abi: unknown[]
  bytecode: { object: string }
  deployedBytecode: { object: string; immutableReferences?: Record<string, Reference[]> }
}

/** Leaves out Solidity's internal type names: no reader of the ABI needs them, and browsers would have to load them. */
const plain = (key: string, value: unknown) => (key === 'internalType' ? undefined : value)

function fail(why: string): never {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}

const folder = join(root, 'contracts', 'abi')

function generate(): Map<string, string> {
  const run = forge(['build', 'contracts/src'], { FOUNDRY_PROFILE: 'shipped' })
  if (run.status !== 0) fail(`The contracts do not compile:\n${run.stdout}${run.stderr}`)
  const files = new Map<string, string>()
  for (const [path, constant] of Object.entries(contracts)) {
    const name = basename(path, '.sol')
    const artifact: Artifact = JSON.parse(readFileSync(join(root, 'contracts', 'out', 'shipped', `${name}.sol`, `${name}.json`), 'utf8'))
    const items = artifact.abi.map((item) => `  ${JSON.stringify(item, plain)},\n`).join('')
    files.set(
      `${name}.ts`,
      `// Generated from contracts/src/${path} by npm run contracts:build.\nexport const ${constant} = [\n${items}] as const\n`,
    )
    const { object: runtime, immutableReferences = {} } = artifact.deployedBytecode
    const places = Object.values(immutableReferences)
      .flat()
      .sort((a, b) => a.start - b.start)
    const immutables = places.map(({ start, length }) => `${start}+${length}`).join(' ')
    const code = { creation: artifact.bytecode.object, runtime, immutables }
    files.set(`${name}.bytecode.json`, `${JSON.stringify(code, null, 2)}\n`)
  }
  return files
}

const isEqual = (name: string, text: string) => existsSync(join(folder, name)) && readFileSync(join(folder, name), 'utf8') === text

/** Fails if the committed files are not current. */
function check(): void {
  const files = process.env.CI ? generate() : new Map<string, string>()
  const stale = [...files].filter(([name, text]) => !isEqual(name, text)).map(([name]) => name)
  const left = process.env.CI ? surplus(files) : []
  const names = [...stale, ...left, ...(isRecorded() ? [] : [RECORD])]
  if (names.length > 0) fail(`Not current in contracts/abi: ${names.join(', ')}. Run npm run contracts:build and commit the result.`)
  process.stdout.write(`contracts/abi is current${process.env.CI ? ` and compiled again: ${files.size} files` : ''}\n`)
}

const surplus = (files: Map<string, string>) => readdirSync(folder).filter((name) => name !== RECORD && !files.has(name))

function write(): void {
  const files = generate()
  const stale = [...files].filter(([name, text]) => !isEqual(name, text))
  const left = surplus(files)
  for (const [name, text] of stale) writeFileSync(join(folder, name), text)
  for (const name of left) rmSync(join(folder, name))
  writeFileSync(join(folder, RECORD), currentRecordText())
  process.stdout.write(`contracts/abi: ${stale.length} of ${files.size} files written, ${left.length} removed\n`)
}

if (process.argv.includes('--check')) check()
else write()
