import { createExecutionContext, env } from 'cloudflare:test'
import { database } from '../shared/db.ts'
import type { AreaEnv } from '../shared/env.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { call, type TestUser } from '../shared/testing.ts'
import { media } from '../uploads/tables.ts'
import area from './index.ts'
import type { ServiceDraft } from './services.schema.ts'

export const areaEnv = env as unknown as AreaEnv

/** One call at the area. */
export const ask = (method: 'GET' | 'POST' | 'PUT', path: string, options: Parameters<typeof call>[5] = {}) =>
  call(area, areaEnv, createExecutionContext(), method, `/api/listings/${path}`, options)

/** A file of somebody's, as uploads would leave it; `ready` false is one that never arrived. */
export async function fileOf(user: TestUser, { ready = true, kind = 'image' } = {}): Promise<string> {
  const id = opaqueId()
  await database(areaEnv)
    .insert(media)
    .values({
      id,
      userId: user.id,
      kind,
      key: `test/${id}`,
      originalFilename: 'photo.jpg',
      contentType: 'image/jpeg',
      size: 1000,
      createdAt: now(),
      readyAt: ready ? now() : null,
      width: 1600,
      height: 1200,
    })
  return id
}

export const LONG = `<p>${'I draw marks that still work at sixteen pixels and on the side of a van. '.repeat(3)}</p>`

/** A service nothing is wrong with. */
export const draft = (pictures: string[], over: Partial<ServiceDraft> = {}): ServiceDraft => ({
  category: 'design',
  title: 'Logo and identity for small studios',
  descriptionPreview: 'Three separate directions and a file set your printer will thank you for.',
  description: LONG,
  options: { Basic: { price: 120_000_000, delivery: 7, description: 'One direction, two rounds.', features: ['SVG'] } },
  media: pictures,
  ...over,
})

/** Publishes a service and answers its id. */
export async function publish(user: TestUser, over: Partial<ServiceDraft> = {}): Promise<number> {
  const answer = await ask('POST', 'addService', { as: user, body: { product: draft([await fileOf(user)], over) } })
  if (answer.status !== 200) throw new Error(await answer.text())
  return ((await answer.json()) as { id: number }).id
}
