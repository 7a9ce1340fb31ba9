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

export const areaEnv = env as unknown as ListingsEnv

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

let nextCity = 900_000_000
/** A city as the seed would leave it; answers its id. */
export async function cityOf(country: string, name: string, nameJa: string | null): Promise<number> {
  const id = nextCity + Math.floor(Math.random() * 90_000_000)
  nextCity++
  await database(areaEnv).insert(cities).values({ id, country, name, nameJa, population: 1000 })
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

const DETAILS = `<p>${'We make a film of nine minutes and need somebody who draws it first. '.repeat(4)}</p>`

/** A job nothing is wrong with. */
export const jobDraft = (over: Partial<JobDraft> & Record<string, unknown> = {}): JobDraft => ({
  category: 'illustrator',
  title: 'Storyboard artist for a short film',
  descriptionPreview: 'Nine minutes, sixty panels.',
  description: DETAILS,
  media: [],
  ...over,
})

/** An online event nothing is wrong with, tomorrow. */
export const eventDraft = (over: Partial<EventDraft> & Record<string, unknown> = {}): EventDraft => ({
  category: 'meetup',
  title: 'An evening of small films',
  description: DETAILS,
  eventType: 'ONLINE',
  event_date: now() + 86_400,
  media: [],
  ...over,
})

const posted = async (answer: Response): Promise<number> => {
  if (answer.status !== 200) throw new Error(await answer.text())
  return ((await answer.json()) as { id: number }).id
}

/** Publishes a job, an event; answers its id. */
export const publishJob = async (user: TestUser, over: Parameters<typeof jobDraft>[0] = {}) =>
  posted(await ask('POST', 'addJob', { as: user, body: { product: jobDraft(over) } }))
export const publishEvent = async (user: TestUser, over: Parameters<typeof eventDraft>[0] = {}) =>
  posted(await ask('POST', 'addEvent', { as: user, body: { product: eventDraft(over) } }))
