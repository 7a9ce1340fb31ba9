#!/usr/bin/env node
// The compiler that forge runs: the JavaScript build of solc from npm. Forge uses only `--version`, and `--standard-json` with the whole
// input on stdin (every source inline, so no import callback is needed). This file is plain JavaScript because forge starts it with the
// `node` on the PATH, which may not support type stripping.
import { readFileSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'

const solc = createRequire(import.meta.url)('solc')

/** Writes all of `text`: a pipe may accept only a part at a time, and returns EAGAIN while it is full. */
const print = (text) => {
  let bytes = Buffer.from(text)
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes))
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error
    }
  }
}

if (process.argv.includes('--version')) print(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`)
else if (process.argv.includes('--standard-json')) print(solc.compile(readFileSync(0, 'utf8')))
else {
  process.stderr.write('solc.mjs answers --version and --standard-json only\n')
  process.exit(1)
}
