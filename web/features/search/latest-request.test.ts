import { describe, expect, it } from 'vitest'
import { isLongEnough, requestLatest, searchTextOf } from './latest-request.ts'

/** A server whose answers the test sends one by one. */
function slow() {
  const waiting: { text: string; answer: (value: string) => void; fail: (error: Error) => void }[] = []
  const shown: [string, string | Error][] = []
  const want = requestLatest(
    (text) => new Promise<string>((answer, fail) => waiting.push({ text, answer, fail })),
    (text, answer) => shown.push([text, answer]),
  )
  const settle = async () => {
    for (let i = 0; i < 5; i++) await Promise.resolve()
  }
  return { want, waiting, shown, settle, asked: () => waiting.map(({ text }) => text) }
}

describe('requestLatest', () => {
  it('requests only the last of the texts typed during a request, and drops older answers', async () => {
    const { want, waiting, shown, settle, asked } = slow()
    for (const text of ['lo', 'log', 'logo']) want(text)
    expect(asked()).toEqual(['lo'])
    waiting[0]!.answer('old')
    await settle()
    expect([asked(), shown]).toEqual([['lo', 'logo'], []])
    waiting[1]!.answer('new')
    await settle()
    expect(shown).toEqual([['logo', 'new']])
  })

  it('does not repeat a request that is running', async () => {
    const { want, waiting, settle, asked } = slow()
    want('logo')
    want('logos')
    want('logo')
    waiting[0]!.answer('it')
    await settle()
    expect(asked()).toEqual(['logo'])
  })

  it('drops the answer after the field was cleared, and requests the same text again', async () => {
    const { want, waiting, shown, settle, asked } = slow()
    want('logo')
    want(null)
    waiting[0]!.answer('late')
    await settle()
    expect(shown).toEqual([])
    want('logo')
    await settle()
    expect(asked()).toEqual(['logo', 'logo'])
  })

  it('continues after a failure', async () => {
    const { want, waiting, shown, settle, asked } = slow()
    want('logo')
    waiting[0]!.fail(new Error('offline'))
    await settle()
    expect(shown).toEqual([['logo', new Error('offline')]])
    want('logos')
    await settle()
    expect(asked()).toEqual(['logo', 'logos'])
  })
})

it.each([
  ['', false],
  ['a', false],
  ['ab', true],
  ['猫', true],
  ['カ', true],
  ['!!', false],
  [' a ', false],
])('isLongEnough(%j) is %s', (text, expected) => expect(isLongEnough(text)).toBe(expected))

it('only the beginning of a long text in an address is searched', () => {
  expect(searchTextOf(' logo ')).toBe('logo')
  expect(searchTextOf('x'.repeat(5000))).toBe('x'.repeat(200))
  expect(searchTextOf(`${'x'.repeat(199)}🦊`)).toBe(`${'x'.repeat(199)}\ufffd`)
})
