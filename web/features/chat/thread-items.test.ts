import { expect, it } from 'vitest'
import type { Message } from '../../../workers/chat/messages.schema.ts'
import type { TimelineEntry } from '../../lib/order-timeline.ts'
import { threadItems } from './thread-items.ts'

const messagesAt = (...times: number[]) => times.map((at, i) => ({ seq: i + 1, at }) as Message)
const step = (name: TimelineEntry['name'], at: number): TimelineEntry => ({ key: name, name, at, event: null })
const PART = { hasEarlier: false, hasLater: false }
/** The items as text: the seq of a message, or the name of a step. */
const shown = (...of: Parameters<typeof threadItems>) => threadItems(...of).map(({ message, step }) => message?.seq ?? step!.name)

it('steps are between the messages by their times, and after a message of the same second', () => {
  const steps = [step('NewOrder', 5), step('AcceptOrder', 20), step('DeliverOrder', 25), step('CompleteOrder', 40)]
  expect(shown({ ...PART, messages: messagesAt(10, 20, 30) }, steps)).toEqual([
    'NewOrder',
    1,
    2,
    'AcceptOrder',
    'DeliverOrder',
    3,
    'CompleteOrder',
  ])
  expect(threadItems({ ...PART, messages: [] }, steps).map(({ at }) => at)).toEqual([5, 20, 25, 40])
  expect(shown({ ...PART, messages: messagesAt(10, 20) }, [])).toEqual([1, 2])
})

it('messages and steps keep their order, also if the clock of the chain is ahead', () => {
  const steps = [step('AcceptOrder', 32), step('DeliverOrder', 100), step('changes', 31)]
  expect(shown({ ...PART, messages: messagesAt(30, 33, 40) }, steps)).toEqual([1, 'AcceptOrder', 2, 3, 'DeliverOrder', 'changes'])
})

it('of a part of a room it shows only the steps between its messages', () => {
  const steps = [step('NewOrder', 5), step('AcceptOrder', 10), step('DeliverOrder', 15), step('changes', 20), step('CompleteOrder', 30)]
  const messages = messagesAt(10, 20)
  expect(shown({ messages, hasEarlier: true, hasLater: true }, steps)).toEqual([1, 'AcceptOrder', 'DeliverOrder', 2])
  expect(shown({ messages, hasEarlier: true, hasLater: false }, steps)).toEqual([
    1,
    'AcceptOrder',
    'DeliverOrder',
    2,
    'changes',
    'CompleteOrder',
  ])
  expect(shown({ messages, hasEarlier: false, hasLater: true }, steps)).toEqual(['NewOrder', 1, 'AcceptOrder', 'DeliverOrder', 2])
})

it('every step of a long room is in exactly one place, whichever parts of it are loaded one after the other', () => {
  const messages = messagesAt(...Array.from({ length: 60 }, (_, i) => Math.floor(i / 2) * 10))
  const steps = Array.from({ length: 40 }, (_, i): TimelineEntry => ({ ...step('changes', i * 7), key: String(i) }))
  const whole = threadItems({ ...PART, messages }, steps)
  for (let first = 0; first < 60; first += 7) {
    const part = { messages: messages.slice(first, first + 20), hasEarlier: first > 0, hasLater: first + 20 < 60 }
    const items = threadItems(part, steps)
    const start = whole.findIndex(({ message }) => message === part.messages[0])
    // The part is a piece of the whole, without the steps at its ends that belong to what is not loaded.
    const piece = part.hasEarlier ? whole.slice(start, start + items.length) : whole.slice(0, items.length)
    expect(items).toEqual(piece)
  }
})
