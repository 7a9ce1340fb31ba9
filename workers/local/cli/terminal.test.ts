import { RpcRequestError } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { printError } from './terminal.ts'

describe('printError', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    process.exitCode = undefined
  })

  it.each([
    ['an error', new Error('no Chromium was found'), 'no Chromium was found'],
    [
      'a refused request of the chain, without its kilobytes',
      new RpcRequestError({ body: { method: 'eth_call', params: ['0x60'] }, error: { code: 1, message: 'no' }, url: 'http://127.0.0.1:9' }),
      'RPC Request failed.',
    ],
    ['what is no error', 'stopped', 'stopped'],
  ])('prints %s, and the exit code is 1', (_, error, line) => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    printError(error)
    expect(write.mock.calls).toEqual([[`warren: ${line}\n`]])
    expect(process.exitCode).toBe(1)
  })
})
