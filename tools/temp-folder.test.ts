import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const dir = mkdtempSync(join(tmpdir(), 'warren-temp-'))
afterAll(() => rmSync(dir, { recursive: true }))

const MODULE = JSON.stringify(join(import.meta.dirname, 'temp-folder.ts'))

test('a process and its children share a temporary folder, which is deleted when the process exits or by a later process', () => {
  const script = `
    import { execFileSync } from 'node:child_process'
    import { isolateTempFolder } from ${MODULE}
    const { leftovers } = isolateTempFolder()
    execFileSync(process.execPath, ['-e', 'for (const name of ["warren-child-", "jiti-"]) fs.mkdtempSync(require("node:path").join(os.tmpdir(), name))'])
    console.log(JSON.stringify([os.tmpdir(), ...leftovers()]))
    process.exit(3)`
  // No process has this id.
  mkdirSync(join(dir, 'warren-99999999-abcdef'))
  // These three are not deleted: the process of the first runs, the second has another kind of name, the third is a link.
  const running = `warren-${process.pid}-abcdef`
  mkdirSync(join(dir, running))
  mkdirSync(join(dir, 'warren-99999999-backup2'))
  symlinkSync(dir, join(dir, 'warren-99999999-linked'))
  const env = { ...process.env, TMPDIR: dir, TEMP: dir }
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', `import os from 'node:os'\n${script}`], {
    env,
    encoding: 'utf8',
  })
  const [folder, ...left] = JSON.parse(stdout) as string[]
  expect(status).toBe(3)
  expect(left).toEqual([expect.stringMatching(/^warren-child-/)])
  expect(existsSync(folder!)).toBe(false)
  if (process.platform !== 'darwin')
    expect(readdirSync(dir).sort()).toEqual([running, 'warren-99999999-backup2', 'warren-99999999-linked'].sort())
})
