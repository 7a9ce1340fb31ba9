import { lstatSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const MEMORY_DISK = '/dev/shm'
/** The free space that is required (bytes): more than all tests together write. */
const MEMORY_NEEDED = 2 ** 31

function hasMemoryDisk(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK)
    return bavail * bsize >= MEMORY_NEEDED
  } catch {
    return false
  }
}

/** Names of what tests, benches and the programs they start create. Caches of tools (jiti, node-compile-cache) have other names. */
const OURS = /^(warren|demo-wallet|smart-wallet|miniflare|playwright(?!-transform-cache)|org\.chromium|com\.google)/

const remove = (path: string) => rmSync(path, { recursive: true, force: true, maxRetries: 5 })

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Deletes this user's temporary folders whose process no longer runs. */
function removeStale(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = /^warren-(\d+)-\w{6}$/.exec(name)?.[1]
    if (!pid || isRunning(Number(pid))) continue
    try {
      const entry = lstatSync(join(parent, name))
      if (entry.isDirectory() && entry.uid === process.getuid?.()) remove(join(parent, name))
    } catch {
      // Another run deleted it.
    }
  }
}

const leftoversIn = (folder: string) => ({ leftovers: () => readdirSync(folder).filter((name) => OURS.test(name)) })

/**
 * Gives this process and its children a temporary folder of their own, and deletes it when this process exits. So nothing remains of
 * processes that are killed (test workers, workerd, browsers) and cannot clean up themselves. With `inMemory` the folder is in memory if
 * the system has a memory disk: tests create thousands of small databases, and each would wait for the real disk. `leftovers` lists what
 * tests and programs have left in the folder, without caches of tools.
 */
export function isolateTempFolder({ inMemory = false } = {}): { leftovers: () => string[] } {
  const prefix = `warren-${process.pid}-`
  // Vitest loads its configuration once for each project, so the folder may exist already.
  if (basename(tmpdir()).startsWith(prefix)) return leftoversIn(tmpdir())
  // The path of macOS's own folder is so long that Chromium cannot open its sockets below it.
  const parent = inMemory && hasMemoryDisk() ? MEMORY_DISK : process.platform === 'darwin' ? '/tmp' : tmpdir()
  removeStale(parent)
  const folder = mkdtempSync(join(parent, prefix))
  // Windows reads TEMP, all others TMPDIR.
  for (const name of ['TMPDIR', 'TEMP']) process.env[name] = folder
  process.once('exit', () => remove(folder))
  return leftoversIn(folder)
}
