import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { demoAccounts } from '../wallets/accounts.ts'
import { localTraces } from './production.ts'

const dist = mkdtempSync(join(tmpdir(), 'warren-dist-'))
afterAll(() => rmSync(dist, { recursive: true }))

test('finds keys, pages and files of the local world in a build', () => {
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'assets/index-1.js'), 'console.info("hello")')
  expect(localTraces(dist)).toEqual([])

  writeFileSync(join(dist, 'assets/index-2.js'), `const k="${demoAccounts[0]!.key.toUpperCase()}"`)
  writeFileSync(join(dist, 'index.html'), '<script type="module" src="/local/wallets.js"></script>')
  writeFileSync(join(dist, 'assets/GalleryPage-1.js'), 'jsx("div",{"data-cell":"en light"})')
  mkdirSync(join(dist, 'local'))
  writeFileSync(join(dist, 'local/wallets.js'), '')
  expect(localTraces(dist).sort()).toEqual([
    'assets/GalleryPage-1.js contains the gallery of controls',
    "assets/index-2.js contains the demo seller's key",
    'index.html contains a local-only page or script',
    'local/wallets.js is a file of the local world',
  ])
})
