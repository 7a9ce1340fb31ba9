import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { Children, endLeftovers, startTimeOf } from './children.ts'

let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'warren-children-'))
})

afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** A child that starts its own child, reports both process ids, and runs until it is killed. */
const LONG = `
  const grandchild = require('node:child_process').spawn('sleep', ['600'])
  process.on('disconnect', () => {})
  process.send({ pids: [process.pid, grandchild.pid] })
  setInterval(() => {}, 1000)`

const isGone = (pid: number) => startTimeOf(pid) === undefined
const gone = (pids: number[]) => expect.poll(() => pids.map(isGone)).toEqual(pids.map(() => true))
const pidsOf = (message: unknown) => (message as { pids: number[] }).pids

function script(text: string): string {
  const path = join(dir, 'child.cjs')
  writeFileSync(path, text)
  return path
}

/** Starts a supervisor in its own process, with one child; returns all process ids. */
async function supervisor(): Promise<{ process: ChildProcess; pids: number[] }> {
  const text = `
    import { Children } from ${JSON.stringify(join(import.meta.dirname, 'children.ts'))}
    const children = new Children(${JSON.stringify(dir)})
    process.send(await children.start('long', [${JSON.stringify(script(LONG))}]))
    setInterval(() => {}, 1000)`
  const path = join(dir, 'supervisor.ts')
  writeFileSync(path, text)
  const child = spawn(process.execPath, [path], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { process: child, pids: pidsOf(await new Promise((resolve) => child.once('message', resolve))) }
}

test('stops a child and its descendants', async () => {
  const children = new Children(dir)
  const alone = children.memory()
  const pids = pidsOf(await children.start('long', [script(LONG)]))
  expect(children.memory()).toBeGreaterThan(alone + 10_000)
  await children.stop()
  await gone(pids)
})

test('no process outlives a killed supervisor', async () => {
  const { process: killed, pids } = await supervisor()
  expect(pids.map(isGone)).toEqual([false, false])
  killed.kill('SIGKILL')
  await gone(pids)
})

test('reports a child as failed only if its watched process ends and does not recover', async () => {
  const children = new Children(dir)
  const failed: string[] = []
  children.onFailure = (error) => failed.push(error.message)
  const lose = async (name: string, recovered: () => Promise<unknown>) => {
    const [, grandchild] = pidsOf(await children.start(name, [script(LONG)]))
    const asked = new Promise<void>((resolve) => {
      children.watch(name, 'sleep', () => {
        resolve()
        return recovered()
      })
    })
    process.kill(grandchild!, 'SIGKILL')
    await asked
  }
  await lose('mended', () => Promise.resolve())
  await lose('broken', () => Promise.reject(new Error('no answer')))
  await expect.poll(() => failed).toEqual([expect.stringContaining('the sleep of broken ended')])
  await children.stop()
}, 20_000)

test('allows one supervisor per folder', async () => {
  const { process: first } = await supervisor()
  expect(() => endLeftovers(dir)).toThrow(`already running (process ${first.pid})`)
})

test('kills leftover processes only if they have the recorded start time', async () => {
  const [ours, stranger] = ['600', '601'].map((seconds) => spawn('sleep', [seconds], { detached: true }))
  onTestFinished(() => void stranger!.kill())
  await expect.poll(() => startTimeOf(ours!.pid!)).toBeDefined()
  const children = [
    { pid: ours!.pid!, started: startTimeOf(ours!.pid!)! },
    { pid: stranger!.pid!, started: '12345' },
  ]
  writeFileSync(join(dir, 'pids.json'), JSON.stringify({ supervisor: { pid: 1, started: 'long ago' }, children }))
  endLeftovers(dir)
  await gone([ours!.pid!])
  expect(isGone(stranger!.pid!)).toBe(false)
})

test('reports a failed child with its reason and its log', async () => {
  const children = new Children(dir)
  const failing = children.start('broken', [script('console.error("starting"); throw new Error("no such thing")')])
  await expect(failing).rejects.toThrow(/^broken ended with 1: .*no such thing.*; see .*broken\.log$/)
  expect(readFileSync(children.logOf('broken'), 'utf8')).toContain('starting')

  const failed = new Promise<Error>((resolve) => {
    children.onFailure = resolve
  })
  await children.start('brief', [script('process.send("ready"); setTimeout(() => process.exit(3), 50)')])
  expect((await failed).message).toContain('brief ended with 3')
  await expect(children.run('step', [script('console.log("half done"); process.exit(2)')])).rejects.toThrow('step failed with 2: half done')
  await children.stop()
  expect(existsSync(join(dir, 'pids.json'))).toBe(true)
})
