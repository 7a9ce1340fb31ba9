import { Hono } from 'hono'
import { array, check, object, pipe, string } from 'valibot'
import { describe, expect, it } from 'vitest'
import { ApiError } from './errors.ts'
import { valid } from './valid.ts'

describe('validation of requests', () => {
  it('stops at the first wrong entry, as a body can have hundreds of thousands', async () => {
    let checked = 0
    const isEven = check((text: string) => {
      checked += 1
      return Number(text) % 2 === 0
    }, 'odd')
    const api = new Hono().post('/call', valid('json', object({ numbers: array(pipe(string(), isEven)) })), (c) => c.body(null, 204))
    const problems: unknown[] = []
    api.onError((error, c) => {
      problems.push(error instanceof ApiError ? error.details : error)
      return c.body(null, 422)
    })
    const body = JSON.stringify({ numbers: ['2', ...Array<string>(100_000).fill('1')] })
    const answer = await api.request('/call', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    expect(answer.status).toBe(422)
    expect(problems).toEqual([{ path: 'numbers.1', rule: 'odd' }])
    expect(checked).toBe(2)
  })
})
