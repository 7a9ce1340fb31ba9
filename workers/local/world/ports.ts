import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:net'

/** The ports of a world, counted from the first (WARREN_PORT). The demo wallets and the Base wallet rely on these offsets. */
export const portsFrom = (first: number) => ({
  app: first,
  libsql: first + 1,
  chain: first + 2,
  files: first + 3,
  outside: first + 4,
  indexer: first + 5,
  /** The app's own port when a proxy uses the public one: Vite, or the counting proxy. */
  behind: first + 6,
})

export type Ports = ReturnType<typeof portsFrom>

const canListen = (port: number, host: string) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    // On a machine without IPv6, no process can listen on ::1, so the port is free.
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })

/** The process that listens on a port, from Linux's /proc; undefined on other systems or without permission. */
function holderOf(port: number): string | undefined {
  try {
    const wanted = port.toString(16).toUpperCase().padStart(4, '0')
    const inodes = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
      readFileSync(table, 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter((fields) => fields[1]?.endsWith(`:${wanted}`) && fields[3] === '0A')
        .map((fields) => `socket:[${fields[9]}]`),
    )
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const open = safely(() => readdirSync(`/proc/${pid}/fd`)) ?? []
      if (!open.some((fd) => inodes.includes(safely(() => readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? ''))) continue
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, 2).join(' ')
      return `${command.slice(0, 80).trim()} (process ${pid})`
    }
  } catch {
    // No /proc on this system.
  }
}

function safely<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Throws one line that names the first port in use, its process if known, and what to do. */
export async function checkPorts(ports: Partial<Ports>): Promise<void> {
  for (const [name, port] of Object.entries(ports)) {
    if ((await canListen(port, '127.0.0.1')) && (await canListen(port, '::1'))) continue
    const holder = holderOf(port)
    throw new Error(
      `port ${port} (${name}) is taken${holder ? ` by ${holder}` : ''}: end it, or choose others with WARREN_PORT=${(ports.app ?? port) + 100}`,
    )
  }
}
