import { env } from 'cloudflare:test'
import { database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import type { TestUser } from '../shared/testing.ts'
import type { NotificationsEnv } from './env.ts'
import type { NotificationEvent } from './notifications.schema.ts'

export const testEnv = env as unknown as NotificationsEnv
export const db = database(testEnv)

/** An event for a member: a new order, unless `overrides` replaces fields. */
export const newEvent = ({ id }: Pick<TestUser, 'id'>, overrides: Partial<NotificationEvent> = {}): NotificationEvent => ({
  userId: id,
  key: opaqueId(),
  kind: 'orderPlaced',
  thing: { kind: 'order', id: opaqueId() },
  params: { title: 'Logo and identity' },
  at: now(),
  isMailed: true,
  ...overrides,
})
