import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** A workerd process with one worker and no proxy, so that its cost is the worker's cost. */
export interface Workerd {
  url: string
  /** CPU time the process has used so far (ms). Needs Linux. */
  cpu(): number
  /** Resident memory of the process (kB). Needs Linux. */
  memory(): number
  stop(): Promise<void>
}

const { default: binary } = createRequire(import.meta.url)('workerd') as { default: string }

/** The scheduler's CPU time of all threads, in nanoseconds; /proc/<pid>/stat counts in hundredths of a second. */
function cpuOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const cpuTimes = threads.map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]))
  return cpuTimes.reduce((sum, each) => sum + each, 0) / 1e6
}

const memoryOf = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])

/** Another worker in the same process that answers a service binding. */
interface Beside {
  script: string
  bindings: Record<string, string>
  entrypoint: string
}

const text = JSON.stringify
const toTextBindings = (bindings: Record<string, string>) =>
  Object.entries(bindings).map(([name, value]) => `(name = ${text(name)}, text = ${text(value)})`)

/**
 * Writes a worker's code and configuration for workerd into a folder, for any number of starts. `objects` are its Durable Objects by
 * binding, stored in the folder; `beside` are other workers by service binding. The code can call `gc()`, to measure memory without garbage.
 * Returns the path for {@link startWorkerd}.
 */
export function writeWorker(
  dir: string,
  script: string,
  bindings: Record<string, string>,
  objects: Record<string, string> = {},
  beside: Record<string, Beside> = {},
): string {
  mkdirSync(join(dir, 'objects'), { recursive: true })
  writeFileSync(join(dir, 'index.js'), script)
  for (const [name, other] of Object.entries(beside)) writeFileSync(join(dir, `${name}.js`), other.script)
  const serviceBindings = Object.entries(beside).map(
    ([name, { entrypoint }]) => `(name = ${text(name)}, service = (name = ${text(name)}, entrypoint = ${text(entrypoint)}))`,
  )
  const others = Object.entries(beside).map(
    ([name, other]) => `
    (name = ${text(name)}, worker = (
      modules = [(name = "index.js", esModule = embed ${text(`${name}.js`)})],
      compatibilityDate = "2026-10-01",
      bindings = [${toTextBindings(other.bindings).join(', ')}])),`,
  )
  const objectBindings = Object.entries(objects).map(
    ([name, className]) => `(name = ${text(name)}, durableObjectNamespace = ${text(className)})`,
  )
  const classes = Object.values(objects).map((name) => `(className = ${text(name)}, uniqueKey = ${text(name)}, enableSql = true)`)
  const path = join(dir, 'worker.capnp')
  writeFileSync(
    path,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ["--expose-gc"],
  services = [
    (name = "main", worker = (
      modules = [(name = "index.js", esModule = embed "index.js")],
      compatibilityDate = "2026-10-01",
      bindings = [${[...toTextBindings(bindings), ...objectBindings, ...serviceBindings].join(', ')}],
      durableObjectNamespaces = [${classes.join(', ')}],
      durableObjectStorage = (localDisk = "objects"))),${others.join('')}
    (name = "objects", disk = (path = ${text(join(dir, 'objects'))}, writable = true)),
    (name = "internet", network = (allow = ["public", "private"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]);
`,
  )
  return path
}

/** Starts workerd; resolves when it listens. Prints its log, unless `quiet` is true. */
export async function startWorkerd(config: string, quiet = false): Promise<Workerd> {
  const child = spawn(binary, ['serve', config, '--control-fd=3'], { stdio: ['ignore', 'ignore', quiet ? 'ignore' : 'inherit', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`workerd ended with ${code}`)))
    child.once('error', reject)
    let output = ''
    ;(child.stdio[3] as Readable).on('data', (chunk: Buffer) => {
      output += chunk
      const [, found] = /"event":"listen".*"port":(\d+)/.exec(output) ?? []
      if (found) resolve(Number(found))
    })
  })
  const stop = () => {
    child.kill('SIGKILL')
    return ended
  }
  return { url: `http://127.0.0.1:${port}`, cpu: () => cpuOf(child.pid!), memory: () => memoryOf(child.pid!), stop }
}
