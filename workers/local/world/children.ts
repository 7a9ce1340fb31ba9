import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Identifies a process. Its id alone is not enough, because the system reuses ids. */
interface ProcessId {
  pid: number
  started: string
}

interface Pids {
  supervisor: ProcessId
  children: ProcessId[]
}

const ROOT = join(import.meta.dirname, '../../..')
const STOP_MS = 8000
const WATCH_MS = 2000

/** The start time of a process in clock ticks since boot, or undefined if it does not exist or there is no /proc. */
export function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

const isRunning = ({ pid, started }: ProcessId): boolean => started !== '' && startTimeOf(pid) === started

/** Signals a process and its descendants (each child leads its own process group). */
function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The process has already ended.
  }
}

const pidFile = (dir: string) => join(dir, 'pids.json')

/** Throws if the world of this folder is running. Kills children of an earlier supervisor, if they are certainly its own. */
export function endLeftovers(dir: string): void {
  if (!existsSync(pidFile(dir))) return
  const { supervisor, children } = JSON.parse(readFileSync(pidFile(dir), 'utf8')) as Pids
  if (supervisor.pid !== process.pid && isRunning(supervisor))
    throw new Error(
      `this world is already running (process ${supervisor.pid}): end it, or start another with WARREN_LOCAL_DIR and WARREN_PORT`,
    )
  for (const child of children) if (isRunning(child)) killGroup(child.pid, 'SIGKILL')
}

/**
 * A small shell process that kills the children if the supervisor dies. It reads their process groups from its standard input until the
 * system closes that input, which happens when the supervisor ends, even if it is killed.
 */
const GUARD = 'while read -r pid; do set -- "$@" "$pid"; done; for pid in "$@"; do kill -9 "-$pid" 2>/dev/null; done'

/** The processes of one world. Each child writes to `<dir>/logs/<name>.log`. All end with the supervisor. */
export class Children {
  readonly #dir: string
  readonly #running = new Map<string, ChildProcess>()
  readonly #guard: ChildProcess
  #ending = false
  /** Called when a child ends unexpectedly. */
  onFailure: (error: Error) => void = () => {}

  /** Throws if this world is already running. Kills the processes that certainly belonged to an earlier supervisor. */
  constructor(dir: string) {
    this.#dir = dir
    mkdirSync(join(dir, 'logs'), { recursive: true })
    endLeftovers(dir)
    this.#guard = spawn('sh', ['-c', GUARD, 'warren-guard'], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
    // The shell may have been killed: a write to its closed pipe is harmless.
    this.#guard.stdin?.on('error', () => {})
    this.#guard.on('error', () => {})
    this.#note()
  }

  #note(): void {
    const identify = (pid: number): ProcessId => ({ pid, started: startTimeOf(pid) ?? '' })
    const children = [...this.#running.values()].flatMap((child) => (child.pid ? [identify(child.pid)] : []))
    const file = pidFile(this.#dir)
    writeFileSync(`${file}.new`, JSON.stringify({ supervisor: identify(process.pid), children } satisfies Pids))
    renameSync(`${file}.new`, file)
  }

  logOf(name: string): string {
    return join(this.#dir, 'logs', `${name}.log`)
  }

  /** Starts `node <args>` and waits until it reports over its channel that it is ready. Returns its message. */
  async start(
    name: string,
    args: string[],
    options: { cwd?: string; env?: Record<string, string>; readyMs?: number } = {},
  ): Promise<unknown> {
    const child = this.#spawn(name, args, options)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const timeout = setTimeout(() => reject(new Error(`${name} was not ready in time: see ${this.logOf(name)}`)), options.readyMs ?? 60_000)
    child.once('message', resolve)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      const error = new Error(`${name} ended with ${signal ?? code}: ${signal ? '' : this.#lastWords(name)}see ${this.logOf(name)}`)
      reject(error)
      this.#running.delete(name)
      if (child.pid) killGroup(child.pid, 'SIGKILL')
      if (!this.#ending) this.onFailure(error)
    })
    return promise.finally(() => clearTimeout(timeout))
  }

  /** Runs `node <args>` to its end; throws with the likely reason from its log if it fails. */
  async run(name: string, args: string[], env?: Record<string, string>): Promise<void> {
    const child = this.#spawn(name, args, { env })
    const code = await new Promise((resolve, reject) =>
      child.once('error', reject).once('exit', (status, signal) => resolve(signal ?? status)),
    )
    this.#running.delete(name)
    if (code !== 0) throw new Error(`${name} failed with ${code}: ${this.#lastWords(name)}see ${this.logOf(name)}`)
  }

  #spawn(name: string, args: string[], { cwd = ROOT, env = {} }: { cwd?: string; env?: Record<string, string> }): ChildProcess {
    if (this.#ending) throw new Error(`${name} was not started: the world is ending`)
    const log = openSync(this.logOf(name), 'w')
    const child = spawn(process.execPath, args, {
      cwd,
      detached: true,
      stdio: ['ignore', log, log, 'ipc'],
      env: { ...process.env, NODE_OPTIONS: '', ...env },
    })
    this.#running.set(name, child)
    this.#guard.stdin?.write(`${child.pid}\n`)
    this.#note()
    return child
  }

  /** The line of the log that most likely gives the reason. */
  #lastWords(name: string): string {
    const lines = stripVTControlCharacters(readFileSync(this.logOf(name), 'utf8'))
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    const line = lines.find((text) => /could not|cannot|can't|✘|error\b/i.test(text) && !/error.*:$/i.test(text)) ?? lines.at(-1)
    return line ? `${line.slice(0, 300)}; ` : ''
  }

  /** Memory of this process, all children and their descendants in kilobytes, as counted by {@link memoryOf}. */
  memory(): number {
    const groups = new Set([...this.#running.values()].map((child) => child.pid))
    return processes()
      .filter(({ group }) => groups.has(group))
      .reduce((sum, { pid }) => sum + memoryOf(pid), memoryOf(process.pid))
  }

  /**
   * Watches the processes of one name in a child's group. Wrangler keeps running when its workerd ends, and starts another that may never
   * respond; then the child counts as failed. `recovered` resolves once the child works with its new process, or rejects.
   */
  watch(child: string, name: string, recovered: () => Promise<unknown>): void {
    const group = this.#running.get(child)?.pid
    const watched = processes().filter((each) => each.group === group && each.name === name)
    const timer = setInterval(() => {
      if (this.#ending || watched.every(({ pid }) => startTimeOf(pid) !== undefined)) return
      clearInterval(timer)
      recovered().then(
        () => this.#ending || this.watch(child, name, recovered),
        () => this.#ending || this.onFailure(new Error(`the ${name} of ${child} ended: see ${this.logOf(child)}`)),
      )
    }, WATCH_MS)
    timer.unref()
  }

  /** Sends the signal to every child at once, and waits until all have ended; kills those that do not end in time. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#ending = true
    const running = [...this.#running.values()]
    const allEnded = Promise.all(
      running.map((child) => child.exitCode === null && child.signalCode === null && new Promise((resolve) => child.once('exit', resolve))),
    )
    for (const { pid } of running) if (pid) killGroup(pid, signal)
    const timeout = setTimeout(() => {
      for (const { pid } of running) if (pid) killGroup(pid, 'SIGKILL')
    }, STOP_MS)
    await allEnded
    clearTimeout(timeout)
    // The workerd of a wrangler that has ended may need another moment.
    for (const { pid } of running) if (pid) killGroup(pid, 'SIGKILL')
    this.#running.clear()
    this.#note()
    this.#guard.kill('SIGKILL')
  }
}

/**
 * Memory of a process in kilobytes, including its share of pages used by several processes; 0 if the system does not report it (not Linux).
 */
function memoryOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** All processes of the machine; none if there is no /proc. */
function processes(): { pid: number; name: string; group: number }[] {
  if (!existsSync('/proc/self/status')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])
        return [{ pid: Number(pid), name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')), group }]
      } catch {
        return []
      }
    })
}
