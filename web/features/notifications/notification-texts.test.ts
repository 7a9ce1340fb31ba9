import { expect, it } from 'vitest'
import { EVENT_KINDS, KINDS, type Kind } from '../../../workers/notifications/notifications.schema.ts'
import { describeNotification } from './notification-texts.ts'

const textOf = (kind: Kind, isEvent?: boolean) =>
  describeNotification({
    id: 1,
    kind,
    thing: { kind: 'order', id: 'A'.repeat(22) },
    params: { title: 'Jazz night', refundBps: 2500, until: 1_800_000_000, ...(isEvent && { isEvent }) },
    at: 0,
    read: false,
  }).text.message!

it.each(EVENT_KINDS)('%s of an order for a place at an event speaks of host and attendee', (kind) => {
  expect(textOf(kind, true)).not.toMatch(/seller|buyer|deliver|work/i)
  expect(textOf(kind, true)).not.toBe(textOf(kind))
})

it('every notification about a delivery, a seller or a buyer has a text for events, unless an event cannot have it', () => {
  const withoutDelivery: Kind[] = ['changesRequested', 'orderRedelivered']
  const ofWork = KINDS.filter((kind) => /seller|buyer|deliver|work/i.test(textOf(kind)))
  expect(ofWork.filter((kind) => !EVENT_KINDS.includes(kind as never))).toEqual(withoutDelivery)
})
