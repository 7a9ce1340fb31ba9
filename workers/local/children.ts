import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** A process as it can be recognised later: its number alone is soon somebody else's. */
interface Noted {
  pid: number
  started: string
}

interface Pids {
  supervisor: Noted
  children: Noted[]
}

const ROOT = join(import.meta.dirname, '../..')
const STOP_MS = 8000
const WATCH_MS = 2000

/** When a process was started, in clock ticks since boot, or undefined when it does not exist. Without /proc it can't be known. */
export function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

const isStill = ({ pid, started }: Noted): boolean => started !== '' && startOf(pid) === started

/** Ends a process and everything it started (each child leads a group of its own). */
function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // gone already
  }
}

const pidFile = (dir: string) => join(dir, 'pids.json')

/** Throws when the world of this folder is running; ends children of it whose supervisor is gone, if they are surely ours. */
export function endLeftovers(dir: string): void {
  if (!existsSync(pidFile(dir))) return
  const { supervisor, children } = JSON.parse(readFileSync(pidFile(dir), 'utf8')) as Pids
  if (supervisor.pid !== process.pid && isStill(supervisor))
    throw new Error(
      `this world is already running (process ${supervisor.pid}): end it, or start another with WARREN_LOCAL_DIR and WARREN_PORT`,
    )
  for (const child of children) if (isStill(child)) killGroup(child.pid, 'SIGKILL')
}

/**
 * Ends in its place whoever outlived the supervisor: a shell of a megabyte that knows the groups and waits for its input to
 * close, which the system does however the supervisor dies.
 */
const GUARD = 'while read -r pid; do set -- "$@" "$pid"; done; for pid in "$@"; do kill -9 "-$pid" 2>/dev/null; done'

/** What one world runs. Each child writes to `<dir>/logs/<name>.log`; all of them end with the supervisor. */
export class Children {
  readonly #dir: string
  readonly #running = new Map<string, ChildProcess>()
  readonly #guard: ChildProcess
  #ending = false
  /** Called once when a child ends that nobody asked to. */
  onFailure: (error: Error) => void = () => {}

  /** Throws when this world is already running; ends what an earlier supervisor left behind, if it is surely ours. */
  constructor(dir: string) {
    this.#dir = dir
    mkdirSync(join(dir, 'logs'), { recursive: true })
    endLeftovers(dir)
    this.#guard = spawn('sh', ['-c', GUARD, 'warren-guard'], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
    // Ending it closes the pipe under a write at worst.
    this.#guard.stdin?.on('error', () => {})
    this.#guard.on('error', () => {})
    this.#note()
  }

  #note(): void {
    const noted = (pid: number): Noted => ({ pid, started: startOf(pid) ?? '' })
    const children = [...this.#running.values()].flatMap((child) => (child.pid ? [noted(child.pid)] : []))
    const file = pidFile(this.#dir)
    writeFileSync(`${file}.new`, JSON.stringify({ supervisor: noted(process.pid), children } satisfies Pids))
    renameSync(`${file}.new`, file)
  }

  logOf(name: string): string {
    return join(this.#dir, 'logs', `${name}.log`)
  }

  /** Starts `node <args>` and waits until it tells over its channel that it is ready. Answers what it told. */
  async start(
    name: string,
    args: string[],
    options: { cwd?: string; env?: Record<string, string>; readyMs?: number } = {},
  ): Promise<unknown> {
    const child = this.#spawn(name, args, options)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const late = setTimeout(() => reject(new Error(`${name} was not ready in time: see ${this.logOf(name)}`)), options.readyMs ?? 60_000)
    child.once('message', resolve)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      const error = new Error(`${name} ended with ${signal ?? code}: ${signal ? '' : this.#lastWords(name)}see ${this.logOf(name)}`)
      reject(error)
      this.#running.delete(name)
      if (child.pid) killGroup(child.pid, 'SIGKILL')
      if (!this.#ending) this.onFailure(error)
    })
    return promise.finally(() => clearTimeout(late))
  }

  /** Runs `node <args>` to its end; throws with its last line of output when it fails. */
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

  /** The line of its log that most likely says why. */
  #lastWords(name: string): string {
    const lines = stripVTControlCharacters(readFileSync(this.logOf(name), 'utf8'))
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    const line = lines.find((text) => /could not|cannot|can't|✘|error\b/i.test(text) && !/error.*:$/i.test(text)) ?? lines.at(-1)
    return line ? `${line.slice(0, 300)}; ` : ''
  }

  /** Kilobytes of memory this process, all children and their children hold, as {@link heldBy} counts them. */
  memory(): number {
    const groups = new Set([...this.#running.values()].map((child) => child.pid))
    return processes()
      .filter(({ group }) => groups.has(group))
      .reduce((sum, { pid }) => sum + heldBy(pid), heldBy(process.pid))
  }

  /**
   * Minds the processes of one name in a child's group from now on. Wrangler goes on when its workerd dies, and starts another,
   * which may answer nothing: better one clear failure. `recovered` tells which: it settles once the child works again with
   * its new process, or rejects.
   */
  watch(child: string, name: string, recovered: () => Promise<unknown>): void {
    const group = this.#running.get(child)?.pid
    const wanted = processes().filter((each) => each.group === group && each.name === name)
    const timer = setInterval(() => {
      if (this.#ending || wanted.every(({ pid }) => startOf(pid) !== undefined)) return
      clearInterval(timer)
      recovered().then(
        () => this.#ending || this.watch(child, name, recovered),
        () => this.#ending || this.onFailure(new Error(`${child} lost its ${name}: see ${this.logOf(child)}`)),
      )
    }, WATCH_MS)
    timer.unref()
  }

  /** Ends every child at once and waits until it is gone. With SIGKILL nobody has time to tidy up, as after a crash. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#ending = true
    const running = [...this.#running.values()]
    const gone = Promise.all(
      running.map((child) => child.exitCode === null && child.signalCode === null && new Promise((resolve) => child.once('exit', resolve))),
    )
    for (const { pid } of running) if (pid) killGroup(pid, signal)
    const late = setTimeout(() => {
      for (const { pid } of running) if (pid) killGroup(pid, 'SIGKILL')
    }, STOP_MS)
    await gone
    clearTimeout(late)
    // A wrangler that is gone may have left its workerd a moment longer.
    for (const { pid } of running) if (pid) killGroup(pid, 'SIGKILL')
    this.#running.clear()
    this.#note()
    this.#guard.kill('SIGKILL')
  }
}

/** Kilobytes of memory a process holds, its part of pages shared with others included; 0 where Linux does not tell. */
function heldBy(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** Every process of the machine; none where there is no /proc. */
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
