import { beforeEach, expect, it, vi } from 'vitest'
import {
  canStoreOutgoing,
  clearOutgoing,
  forgetOutgoing,
  isTemporary,
  MAX_OUTGOING,
  type Outgoing,
  outgoingIn,
  roomsWithOutgoing,
  storeOutgoing,
  watchForgotten,
} from './outgoing-messages.ts'

const message = (clientId: string, more: Partial<Outgoing> = {}): Outgoing => ({
  clientId,
  text: clientId,
  at: Math.floor(Date.now() / 1000),
  failed: null,
  ...more,
})
const textsIn = (userId: number, roomId: string) => outgoingIn(userId, roomId).map(({ text }) => text)

let stored: Map<string, string>
beforeEach(() => {
  vi.useRealTimers()
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
  clearOutgoing()
})

it('keeps the messages of each room and member apart, in the order in which they were written', () => {
  for (const one of ['1', '2', '3']) storeOutgoing(7, 'a', message(one))
  storeOutgoing(7, 'b', message('elsewhere'))
  storeOutgoing(8, 'a', message('of somebody else'))
  expect([textsIn(7, 'a'), textsIn(7, 'b'), textsIn(8, 'a'), textsIn(8, 'b')]).toEqual([
    ['1', '2', '3'],
    ['elsewhere'],
    ['of somebody else'],
    [],
  ])
  expect([roomsWithOutgoing(7), roomsWithOutgoing(9)]).toEqual([['a', 'b'], []])
})

it('a message that failed keeps its place and its error', () => {
  for (const one of ['1', '2']) storeOutgoing(7, 'a', message(one))
  storeOutgoing(7, 'a', message('1', { failed: 'message_not_found' }))
  expect(outgoingIn(7, 'a')).toMatchObject([
    { text: '1', failed: 'message_not_found' },
    { text: '2', failed: null },
  ])
})

it('forgets what was sent, what is older than 30 days, and everything at a logout', () => {
  for (const one of ['1', '2']) storeOutgoing(7, 'a', message(one))
  forgetOutgoing(['1'])
  expect(textsIn(7, 'a')).toEqual(['2'])
  vi.useFakeTimers({ now: Date.now() + 31 * 86_400_000 })
  expect(textsIn(7, 'a')).toEqual([])
  clearOutgoing()
  expect(stored.size).toBe(0)
})

it('takes no more than a hundred, and none that are lost if the browser stores nothing', () => {
  for (let i = 0; i < MAX_OUTGOING; i++) storeOutgoing(7, 'a', message(String(i)))
  expect(canStoreOutgoing()).toBe(false)
  forgetOutgoing(['5'])
  expect(canStoreOutgoing()).toBe(true)
  vi.stubGlobal('localStorage', undefined)
  storeOutgoing(7, 'a', message('in memory only'))
  expect(canStoreOutgoing()).toBe(true)
})

it('keeps messages that the browser cannot store as long as the page, and stores them once it can', () => {
  const storage = localStorage
  vi.stubGlobal('localStorage', undefined)
  for (const one of ['1', '2']) storeOutgoing(7, 'a', message(one))
  forgetOutgoing(['1'])
  expect([textsIn(7, 'a'), roomsWithOutgoing(7)]).toEqual([['2'], ['a']])
  vi.stubGlobal('localStorage', storage)
  storeOutgoing(7, 'a', message('3'))
  expect(JSON.parse(stored.get('warren.outgoing')!)).toMatchObject([{ text: '2' }, { text: '3' }])
  expect(textsIn(7, 'a')).toEqual(['2', '3'])
})

it('says which messages another tab has sent or discarded, also those written since it watches', () => {
  let onStorage: (event: { key: string }) => void = () => {}
  vi.stubGlobal('addEventListener', (_: string, listener: typeof onStorage) => {
    onStorage = listener
  })
  const run = vi.fn()
  watchForgotten(() => outgoingIn(7, 'a').concat(message('2')), run)
  for (const one of ['1', '2']) storeOutgoing(7, 'a', message(one))
  onStorage({ key: 'warren.outgoing' })
  expect(run).not.toHaveBeenCalled()
  // Another tab discards the second one.
  stored.set('warren.outgoing', JSON.stringify(JSON.parse(stored.get('warren.outgoing')!).slice(0, 1)))
  onStorage({ key: 'warren.other' })
  expect(run).not.toHaveBeenCalled()
  onStorage({ key: 'warren.outgoing' })
  expect(run).toHaveBeenCalledExactlyOnceWith(['2'])
})

it('ignores stored values of another shape', () => {
  for (const value of ['{', '{}', '[null, 7, {"userId":"7","roomId":"a","clientId":"x","text":"x","at":1}]']) {
    stored.set('warren.outgoing', value)
    expect(outgoingIn(7, 'a')).toEqual([])
  }
})

it('only errors that pass by themselves are temporary', () => {
  expect((['offline', 'network', 'unavailable', 'too_many_requests'] as const).every(isTemporary)).toBe(true)
  expect(([null, 'internal', 'not_room_member', 'message_too_long', 'unauthorized'] as const).some(isTemporary)).toBe(false)
})
