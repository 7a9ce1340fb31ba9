import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { deleteOldBuilds } from './build.ts'

const cache = mkdtempSync(join(tmpdir(), 'warren-test-'))
afterEach(() => rmSync(cache, { recursive: true }))

it('deletes builds that have not been used for an hour', () => {
  const ages = { now: 0, 'in use': 50, recent: 59, older: 61, oldest: 600 }
  for (const [name, minutes] of Object.entries(ages)) {
    const used = new Date(Date.now() - minutes * 60_000)
    mkdirSync(join(cache, name))
    utimesSync(join(cache, name), used, used)
  }
  deleteOldBuilds(cache)
  expect(readdirSync(cache).sort()).toEqual(['in use', 'now', 'recent'])
})
