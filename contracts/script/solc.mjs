#!/usr/bin/env node
// The compiler forge runs: the JavaScript build of solc, which comes from npm like everything else. Forge asks for two things only:
// `--version`, and `--standard-json` with the whole input on stdin (every source inline, so that no import callback is needed).
// Plain JavaScript, because forge starts it with whatever `node` is on the PATH, and that may be one without type stripping.
import { readFileSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'

const solc = createRequire(import.meta.url)('solc')

/** Writes all of `text`: a pipe may take only a part at a time, and answers EAGAIN while it is full. */
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
