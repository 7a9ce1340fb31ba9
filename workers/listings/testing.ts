import { createExecutionContext, env } from 'cloudflare:test'
import { database } from '../shared/db.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { call, type TestUser } from '../shared/testing.ts'
import { media } from '../uploads/tables.ts'
import type { ListingsEnv } from './env.ts'
import type { EventDraft } from './events.schema.ts'
import area from './index.ts'
import type { JobDraft } from './jobs.schema.ts'
import type { ServiceDraft } from './services.schema.ts'
import { cities } from './tables.ts'

export const testEnv = env as unknown as ListingsEnv

/** Makes one call to the listings worker. */
export const ask = (method: 'GET' | 'POST' | 'PUT', path: string, options: Parameters<typeof call>[5] = {}) =>
  call(area, testEnv, createExecutionContext(), method, `/api/listings/${path}`, options)

/** Inserts a file of a user, like the uploads worker does. With `ready` false the file was announced but not uploaded. Returns its id. */
export async function createFile(user: TestUser, { ready = true, kind = 'image' } = {}): Promise<string> {
  const id = opaqueId()
  await database(testEnv)
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

let nextCity = 900_000_000
/** Inserts a city like the import does. Returns its id. */
export async function createCity(country: string, name: string, nameJa: string | null): Promise<number> {
  const id = nextCity + Math.floor(Math.random() * 90_000_000)
  nextCity++
  await database(testEnv).insert(cities).values({ id, country, name, nameJa, population: 1000 })
  return id
}

export const LONG = `<p>${'I draw marks that still work at sixteen pixels and on the side of a van. '.repeat(3)}</p>`

/** A valid draft of a service. */
export const serviceDraft = (pictures: string[], overrides: Partial<ServiceDraft> = {}): ServiceDraft => ({
  category: 'design',
  title: 'Logo and identity for small studios',
  descriptionPreview: 'Three separate directions and a file set your printer will thank you for.',
  description: LONG,
  options: { Basic: { price: 120_000_000, delivery: 7, description: 'One direction, two rounds.', features: ['SVG'] } },
  media: pictures,
  ...overrides,
})

/** Publishes a service. Returns its id. */
export async function publish(user: TestUser, overrides: Partial<ServiceDraft> = {}): Promise<number> {
  const answer = await ask('POST', 'addService', { as: user, body: { product: serviceDraft([await createFile(user)], overrides) } })
  if (answer.status !== 200) throw new Error(await answer.text())
  return ((await answer.json()) as { id: number }).id
}

const DETAILS = `<p>${'We make a film of nine minutes and need somebody who draws it first. '.repeat(4)}</p>`

/** A valid draft of a job. */
export const jobDraft = (overrides: Partial<JobDraft> & Record<string, unknown> = {}): JobDraft => ({
  category: 'illustrator',
  title: 'Storyboard artist for a short film',
  descriptionPreview: 'Nine minutes, sixty panels.',
  description: DETAILS,
  media: [],
  ...overrides,
})

/** A valid draft of an online event that starts tomorrow. */
export const eventDraft = (overrides: Partial<EventDraft> & Record<string, unknown> = {}): EventDraft => ({
  category: 'meetup',
  title: 'An evening of small films',
  description: DETAILS,
  eventType: 'ONLINE',
  event_date: now() + 86_400,
  media: [],
  ...overrides,
})

const idOf = async (answer: Response): Promise<number> => {
  if (answer.status !== 200) throw new Error(await answer.text())
  return ((await answer.json()) as { id: number }).id
}

/** Publishes a job. Returns its id. */
export const publishJob = async (user: TestUser, overrides: Parameters<typeof jobDraft>[0] = {}) =>
  idOf(await ask('POST', 'addJob', { as: user, body: { product: jobDraft(overrides) } }))
/** Publishes an event. Returns its id. */
export const publishEvent = async (user: TestUser, overrides: Parameters<typeof eventDraft>[0] = {}) =>
  idOf(await ask('POST', 'addEvent', { as: user, body: { product: eventDraft(overrides) } }))
