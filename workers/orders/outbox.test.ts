import { eq, isNull } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { now, opaqueId } from '../shared/ids.ts'
import type { OrdersEnv } from './env.ts'
import { openRoomsAndNotify } from './outbox.ts'
import { orders, outbox } from './tables.ts'
import { createUser, db, insertOrder, testEnv } from './testing.ts'

it('opens the rooms and sends the pushes of quoted orders before those of many orders without a quote', async () => {
  await db.update(orders).set({ roomId: opaqueId() }).where(isNull(orders.roomId))
  await db.delete(outbox)
  const [seller, buyer] = [await createUser('Aiko Mori'), await createUser('Ben Carter')]
  const quoted = await insertOrder(buyer, seller, { createdAt: now() - 3600, roomId: null })
  const cheap: string[] = []
  for (let i = 0; i < 25; i++) cheap.push(await insertOrder(buyer, seller, { createdAt: now(), termsState: 'unknown', roomId: null }))
  const pushOf = (orderId: string) => ({ orderId, userIds: JSON.stringify([buyer.id]), createdAt: now() })
  await db.insert(outbox).values([...Array.from({ length: 250 }, (_, i) => pushOf(cheap[i % 25]!)), pushOf(quoted)])
  const [opened, pushed]: [string[], string[]] = [[], []]
  const openRoom = async ({ orderId }: { orderId: string }) => {
    opened.push(orderId)
    return opaqueId()
  }
  const notify = async (_: number[], { orderId }: { orderId: string }) => void pushed.push(orderId)
  await openRoomsAndNotify(db, { ...testEnv, CHAT: { openRoom, notify } as never } as OrdersEnv)
  expect([opened[0], opened.length, pushed[0]]).toEqual([quoted, 20, quoted])
  expect(await db.select().from(outbox).where(eq(outbox.orderId, quoted))).toEqual([])
})
