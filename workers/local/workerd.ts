import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** A workerd with one worker and nothing before it: what it costs is what the worker costs. */
export interface Workerd {
  url: string
  /** Milliseconds of CPU the process has used so far. Needs Linux. */
  cpu(): number
  stop(): Promise<void>
}

const { default: binary } = createRequire(import.meta.url)('workerd') as { default: string }

/** All threads' time on the CPU as the scheduler counts it, in nanoseconds; /proc/<pid>/stat counts in hundredths of a second. */
function cpuOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const spent = threads.map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]))
  return spent.reduce((sum, each) => sum + each, 0) / 1e6
}

/**
 * Writes into a folder what workerd needs of a worker, for as many starts as one likes. `objects` are its Durable Objects by
 * binding, kept in the folder. Answers the path for {@link startWorkerd}.
 */
export function writeWorker(dir: string, script: string, bindings: Record<string, string>, objects: Record<string, string> = {}): string {
  mkdirSync(join(dir, 'objects'), { recursive: true })
  writeFileSync(join(dir, 'index.js'), script)
  const text = JSON.stringify
  const texts = Object.entries(bindings).map(([name, value]) => `(name = ${text(name)}, text = ${text(value)})`)
  const spaces = Object.entries(objects).map(([name, className]) => `(name = ${text(name)}, durableObjectNamespace = ${text(className)})`)
  const classes = Object.values(objects).map((name) => `(className = ${text(name)}, uniqueKey = ${text(name)}, enableSql = true)`)
  const path = join(dir, 'worker.capnp')
  writeFileSync(
    path,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "index.js", esModule = embed "index.js")],
      compatibilityDate = "2026-10-01",
      bindings = [${[...texts, ...spaces].join(', ')}],
      durableObjectNamespaces = [${classes.join(', ')}],
      durableObjectStorage = (localDisk = "objects"))),
    (name = "objects", disk = (path = ${text(join(dir, 'objects'))}, writable = true)),
    (name = "internet", network = (allow = ["public", "private"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]);
`,
  )
  return path
}

/** Starts workerd; resolves when it listens. */
export async function startWorkerd(config: string): Promise<Workerd> {
  const child = spawn(binary, ['serve', config, '--control-fd=3'], { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`workerd ended with ${code}`)))
    child.once('error', reject)
    let said = ''
    ;(child.stdio[3] as Readable).on('data', (chunk: Buffer) => {
      said += chunk
      const [, found] = /"event":"listen".*"port":(\d+)/.exec(said) ?? []
      if (found) resolve(Number(found))
    })
  })
  const stop = () => {
    child.kill('SIGKILL')
    return ended
  }
  return { url: `http://127.0.0.1:${port}`, cpu: () => cpuOf(child.pid!), stop }
}
