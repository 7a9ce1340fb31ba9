import { eq, inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { database } from '../shared/db.ts'
import { hiddenProfiles } from '../shared/hidden-tables.ts'
import { PART_SIZE } from '../shared/sitemap.schema.ts'
import { profiles, users } from '../shared/tables.ts'
import { signedIn } from '../shared/testing.ts'
import { request, testEnv } from './testing.ts'

const json = async <T>(path: string) => (await (await request('GET', path)).json()) as T
const profilesIn = async (part: number) =>
  (await json<{ profiles: { id: number; updatedAt: number }[] }>(`getProfilePart?part=${part}`)).profiles

it('the sitemap contains members with a profile, in parts that skip ranges of ids without one, and no hidden profile', async () => {
  const member = await signedIn(testEnv)
  const unnamed = await signedIn(testEnv, { name: '' })
  const found = await profilesIn(Math.floor(member.id / PART_SIZE))
  expect(found).toContainEqual({ id: member.id, updatedAt: expect.any(Number) })
  expect(found.map(({ id }) => id)).not.toContain(unnamed.id)

  const db = database(testEnv)
  const far = 40 * PART_SIZE
  const [named, deleted, other, empty] = [far, far + PART_SIZE - 1, far + 3 * PART_SIZE, far + 5 * PART_SIZE] as const
  const [hidden, alone] = [far + 1, far + 6 * PART_SIZE] as const
  const ids = [named, deleted, other, empty, hidden, alone]
  await db.insert(users).values(ids.map((id) => ({ id, createdAt: 1 })))
  await db.insert(profiles).values([named, deleted, other, hidden, alone].map((userId) => ({ userId, name: 'Mio', updatedAt: 7 })))
  await db.update(users).set({ deletedAt: 2 }).where(eq(users.id, deleted))
  await db.insert(hiddenProfiles).values([hidden, alone].map((userId) => ({ userId, hiddenAt: 5 })))
  const parts = await json<{ profiles: number[] }>('getProfileParts')
  expect(parts.profiles).toContain(Math.floor(member.id / PART_SIZE))
  expect(parts.profiles.filter((part) => part >= 40)).toEqual([40, 43])
  expect(await profilesIn(40)).toEqual([{ id: far, updatedAt: 7 }])
  await db.delete(hiddenProfiles)
  await db.delete(profiles).where(inArray(profiles.userId, ids))
  await db.delete(users).where(inArray(users.id, ids))
})
