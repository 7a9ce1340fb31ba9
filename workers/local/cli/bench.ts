import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isolateTempFolder } from '../../../tools/temp-folder.ts'
import { type Bench, isMet, table } from '../bench/lib/result.ts'
import { printError, printLines } from './terminal.ts'

const BENCHES = join(import.meta.dirname, '../bench')

async function main(): Promise<void> {
  const json = process.argv.includes('--json')
  const name = process.argv.slice(2).find((argument) => !argument.startsWith('-'))
  const names = readdirSync(BENCHES)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -3))
  if (!name) return printLines(['npm run bench <name> [-- --json], where <name> is one of:', ...names.map((each) => `  ${each}`)])
  if (!names.includes(name)) throw new Error(`there is no bench "${name}", only ${names.join(', ')}`)
  const { run } = (await import(pathToFileURL(join(BENCHES, `${name}.ts`)).href)) as { run: Bench }
  const results = await run((line) => void process.stderr.write(`  ${line}\n`))
  printLines(json ? [JSON.stringify(results, null, 2)] : table(results))
  if (!results.every(isMet)) process.exitCode = 1
}

if (import.meta.main) {
  isolateTempFolder()
  await main().catch(printError)
  // Exit even if a browser or a build left handles open.
  process.exit()
}
