import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Always 31337: with the id of Base, a signature made here could move real ETH on Base. */
export const CHAIN_ID = 31337

/** A JSON-RPC error from the node. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown
  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** The path of the native binary. The npm wrapper would leave the binary running when the wrapper is killed. */
export function anvilBinary(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${arch}`
  try {
    const binary = join(
      dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)),
      'bin',
      process.platform === 'win32' ? 'anvil.exe' : 'anvil',
    )
    if (existsSync(binary)) return binary
  } catch {
    // The error is thrown below.
  }
  throw new Error(`the chain needs anvil, and the package ${name} is not installed: run npm install`)
}

/** Makes one JSON-RPC call; throws {@link RpcError} with the node's error. */
export async function call<T>(url: string, method: string, params: unknown[] = []): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await answer.json()) as { result: T; error?: { code: number; message: string; data?: unknown } }
  if (error) throw new RpcError(error)
  return result
}

/**
 * Starts a node with an empty chain whose first block has the timestamp `genesis` (seconds), on a free port. Set `chainId` only to test
 * code that depends on it, and never with a wallet connected.
 */
export async function startAnvil(options: {
  genesis: number
  cache: string
  chainId?: number
}): Promise<{ url: string; process: ChildProcess }> {
  const { genesis, chainId = CHAIN_ID } = options
  const flags = ['--chain-id', String(chainId), '--timestamp', String(genesis), '--order', 'fifo', '--no-request-size-limit']
  const child = spawn(anvilBinary(), [...flags, '--port', '0', '--cache-path', options.cache], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      if (output.length > 20_000) return
      output += chunk
      const address = /Listening on (127\.0\.0\.1:\d+)/.exec(output)?.[1]
      if (address) resolve(`http://${address}`)
    })
    child.once('error', (error) => reject(new Error(`anvil could not be started: ${error.message}`)))
    child.once('exit', (code, signal) => reject(new Error(`anvil ended with ${signal ?? code} before it was ready: ${output.slice(-500)}`)))
  })
  return { url, process: child }
}
