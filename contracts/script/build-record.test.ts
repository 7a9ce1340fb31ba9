import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { currentRecord, isRecorded, RECORD } from './build-record.ts'
import { root } from './forge.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'warren-record-'))
  for (const path of ['contracts/src', 'contracts/abi', 'contracts/script/build.ts', 'contracts/script/solc.mjs'])
    cpSync(join(root, path), join(dir, path), { recursive: true })
  for (const path of ['foundry.toml', 'package-lock.json']) cpSync(join(root, path), join(dir, path))
})
afterEach(() => rmSync(dir, { recursive: true }))

const change = (path: string, from: RegExp | string, to: string) => {
  const text = readFileSync(join(dir, path), 'utf8')
  expect(text.replace(from, to)).not.toBe(text)
  writeFileSync(join(dir, path), text.replace(from, to))
}

test('the committed record matches the committed files', () => {
  expect(JSON.parse(readFileSync(join(root, 'contracts/abi', RECORD), 'utf8'))).toEqual(currentRecord())
  expect(currentRecord(dir)).toEqual(currentRecord())
  expect(isRecorded()).toBe(true)
})

test('isRecorded is false with a changed source, a changed output or a missing record', () => {
  expect(isRecorded(dir)).toBe(true)
  for (const path of ['contracts/src/Split.sol', 'contracts/abi/OrderBook.bytecode.json']) {
    change(path, /$/, '\n')
    expect(isRecorded(dir)).toBe(false)
    cpSync(join(root, path), join(dir, path))
    expect(isRecorded(dir)).toBe(true)
  }
  rmSync(join(dir, 'contracts/abi', RECORD))
  expect(isRecorded(dir)).toBe(false)
})

test('a comment line in a source does not change the record', () => {
  appendFileSync(join(dir, 'contracts/src/Split.sol'), '    // A note.\n')
  expect(currentRecord(dir)).toEqual(currentRecord())
})

test.each([
  ['contracts/src/Split.sol', 'contracts/src/Split.sol', /$/, 'uint256 constant A = 1;'],
  ['foundry.toml', 'foundry.toml', 'optimizer_runs = 10_000', 'optimizer_runs = 200'],
  ['contracts/script/build.ts', 'contracts/script/build.ts', /$/, 'write()\n'],
  ['contracts/script/solc.mjs', 'contracts/script/solc.mjs', /$/, 'process.exit()\n'],
  ['version of solc', 'package-lock.json', /("node_modules\/solc": \{\s*"version": ")/, '$11'],
  ['version of OpenZeppelin', 'package-lock.json', /("node_modules\/@openzeppelin\/contracts": \{\s*"version": ")/, '$11'],
  ['version of forge', 'package-lock.json', /("node_modules\/@foundry-rs\/forge": \{\s*"version": ")/, '$11'],
])('a changed %s changes the hash of the inputs only', (_, path, from, to) => {
  const { inputs, outputs } = currentRecord()
  change(path, from, to)
  expect(currentRecord(dir)).toEqual({ inputs: expect.not.stringMatching(inputs), outputs })
})

test('a changed, added or removed output changes the hash of the outputs only', () => {
  const { inputs, outputs } = currentRecord()
  change('contracts/abi/OrderBook.bytecode.json', '0x', '0x00')
  const changed = currentRecord(dir)
  writeFileSync(join(dir, 'contracts/abi/Other.ts'), '')
  const added = currentRecord(dir)
  rmSync(join(dir, 'contracts/abi/Platform.ts'))
  const removed = currentRecord(dir)
  for (const record of [changed, added, removed]) expect(record.inputs).toBe(inputs)
  expect(new Set([outputs, changed.outputs, added.outputs, removed.outputs]).size).toBe(4)
})
