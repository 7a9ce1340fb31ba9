import { type ChildProcess, fork } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClient, http, parseEther, publicActions, walletActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterEach, beforeEach, expect, test } from 'vitest'

const account = mnemonicToAccount('test test test test test test test test test test test junk')
const RECIPIENT = '0x000000000000000000000000000000000000dEaD'
/** Init code that runs for a large part of a second: 29 million rounds of the BLAKE2 precompile. */
const SLOW = '0x6301ba814060e01b6000526040600060d5600060095afa00'
/** Init code of a contract that logs one word and stores the block's timestamp under its number. */
const LOGGER = `0x69${'60206000a0424355'.padEnd(20, '0')}600052600a6016f3` as const

let dir: string
let child: ChildProcess
let url: string

async function start(): Promise<void> {
  child = fork(join(import.meta.dirname, 'chain.ts'), ['0', dir], { detached: true })
  url = await new Promise((resolve, reject) => {
    child.once('message', (message: { ready: string }) => resolve(message.ready))
    child.once('exit', (code) => reject(new Error(`the chain ended with ${code}`)))
  })
}

/** Kills the whole process group, as the supervisor does: anvil is started by the child and may outlive it. */
async function kill(): Promise<void> {
  const ended = child.exitCode === null && new Promise((resolve) => child.once('exit', resolve))
  try {
    process.kill(-child.pid!, 'SIGKILL')
  } catch {
    // All processes have ended.
  }
  await ended
}

const client = () =>
  createTestClient({ account, chain: foundry, mode: 'anvil', transport: http(url), pollingInterval: 5 })
    .extend(publicActions)
    .extend(walletActions)

/** Everything a client of the chain can have read. */
async function everything() {
  const chain = client()
  const head = Number(await chain.getBlockNumber())
  const blocks = await Promise.all(
    Array.from({ length: head + 1 }, (_, n) => chain.getBlock({ blockNumber: BigInt(n), includeTransactions: true })),
  )
  const hashes = blocks.flatMap((block) => block.transactions.map((transaction) => transaction.hash))
  return {
    blocks,
    receipts: await Promise.all(hashes.map((hash) => chain.getTransactionReceipt({ hash }))),
    logs: await chain.getLogs({ fromBlock: 0n, toBlock: 'latest' }),
    before: await chain.getBalance({ address: RECIPIENT, blockNumber: BigInt(Math.max(0, head - 2)) }),
    now: await chain.getBalance({ address: RECIPIENT }),
  }
}

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'warren-chain-'))
  await start()
})

afterEach(async () => {
  await kill()
  rmSync(dir, { recursive: true })
})

test('keeps blocks, hashes, receipts, logs and past states after SIGKILL', async () => {
  const chain = client()
  const { contractAddress } = await chain.waitForTransactionReceipt({
    hash: await chain.deployContract({ abi: [], bytecode: LOGGER }),
    checkReplacement: false,
  })
  for (let i = 0; i < 5; i++) await chain.sendTransaction({ to: contractAddress })
  await chain.setBalance({ address: RECIPIENT, value: parseEther('3') })
  await chain.mine({ blocks: 3, interval: 12 })
  await chain.sendTransaction({ to: RECIPIENT, value: 1n })
  await Promise.all(Array.from({ length: 5 }, (_, i) => chain.sendTransaction({ to: RECIPIENT, value: 1n, nonce: 7 + i })))
  const seen = await everything()
  expect(seen.logs).toHaveLength(5)
  // Each block has at most one transaction, also when several are sent concurrently.
  expect(seen.blocks.map(({ transactions }) => transactions.length).filter((count) => count > 1)).toEqual([])
  expect(seen.now).toBe(parseEther('3') + 6n)
  await kill()
  await start()
  expect(await everything()).toEqual(seen)
  await client().sendTransaction({ to: RECIPIENT, value: 1n })
  expect((await everything()).blocks.slice(0, seen.blocks.length)).toEqual(seen.blocks)
})

test('never loses a transaction whose hash was returned, whenever the process is killed', async () => {
  const known: `0x${string}`[] = []
  for (const pause of [5, 23, 61]) {
    const chain = client()
    let going = true
    const sending = (async () => {
      for (let nonce = await chain.getTransactionCount({ address: account.address }); going; nonce++)
        known.push(
          await chain.sendTransaction({
            to: RECIPIENT,
            value: 1n,
            nonce,
            gas: 21_000n,
            maxFeePerGas: 10n ** 10n,
            maxPriorityFeePerGas: 1n,
          }),
        )
    })().catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, pause))
    await kill()
    going = false
    await sending
    await start()
    for (const hash of known) expect((await client().getTransactionReceipt({ hash })).status).toBe('success')
  }
})

test('restores slow blocks unchanged after a restart', async () => {
  const fees = { gas: 29_900_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n }
  for (let nonce = 0; nonce < 4; nonce++) await client().deployContract({ abi: [], bytecode: SLOW, nonce, ...fees })
  const seen = await everything()
  expect(seen.blocks).toHaveLength(5)
  await kill()
  await start()
  expect(await everything()).toEqual(seen)
})

test("keeps the clock's offset and never sets the clock back", async () => {
  const day = 86_400
  await client().increaseTime({ seconds: day })
  await client().mine({ blocks: 1 })
  const { timestamp } = await client().getBlock()
  expect(Math.abs(Number(timestamp) - Date.now() / 1000 - day)).toBeLessThan(5)
  await kill()
  await start()
  await client().mine({ blocks: 1 })
  const next = await client().getBlock()
  expect(next.timestamp).toBeGreaterThanOrEqual(timestamp)
  expect(Number(next.timestamp - timestamp)).toBeLessThan(30)
})

test('restores a reorg (snapshot and revert) unchanged after SIGKILL', async () => {
  const chain = client()
  const id = await chain.snapshot()
  await chain.sendTransaction({ to: RECIPIENT, value: 5n })
  await chain.revert({ id })
  await chain.sendTransaction({ to: RECIPIENT, value: 7n })
  const seen = await everything()
  expect(seen.now).toBe(7n)
  await kill()
  await start()
  expect(await everything()).toEqual(seen)
})

test('ignores an incomplete last line of the journal', async () => {
  await client().sendTransaction({ to: RECIPIENT, value: 5n })
  const seen = await everything()
  await kill()
  appendFileSync(join(dir, 'chain.jsonl'), '{"method":"eth_sendRawTr')
  await start()
  expect(await everything()).toEqual(seen)
  await client().sendTransaction({ to: RECIPIENT, value: 5n })
  await kill()
  await start()
  expect((await everything()).now).toBe(10n)
})

test('refuses origins that are not allowed, methods that cannot be repeated, and an invalid transaction, which changes nothing', async () => {
  const foreign = await fetch(url, { method: 'POST', headers: { origin: 'https://evil.example' }, body: '{}' })
  expect(foreign.status).toBe(403)
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: { origin: 'http://localhost:8788', 'access-control-request-method': 'POST' },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBe('http://localhost:8788')
  await expect(client().reset()).rejects.toThrow('evm_snapshot')
  await expect(client().sendTransaction({ to: RECIPIENT, value: 1n, nonce: 0, gas: 1n })).rejects.toThrow()
  const seen = await everything()
  await kill()
  await start()
  expect(await everything()).toEqual(seen)
})
