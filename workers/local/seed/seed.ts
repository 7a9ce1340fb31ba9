import { createClient } from '@libsql/client/http'
import type { ProfileAnswer } from '../../auth/profiles.schema.ts'
import type { ListingPage } from '../../listings/listings.schema.ts'
import type { ServiceDraft } from '../../listings/services.schema.ts'
import type { World } from '../world/world.ts'
import { type Session, signIn, upload } from './client.ts'
import { ORDERS } from './orders.ts'
import { FOLLOWS, PEOPLE, type Person, type PersonName } from './people.ts'
import { play } from './play.ts'
import { EVENTS, JOBS, type SeedPost } from './posts.ts'
import { ENGLISH, type SeedService } from './services.ts'
import { JAPANESE } from './services-ja.ts'

const DAY = 86_400
const USD = 1_000_000

/**
 * Fills a new world with people, listings and orders, through the same calls as the app. It can run again after an interruption: it saves
 * profiles again, skips existing services, and continues orders.
 */
export async function seed(world: Pick<World, 'url' | 'databaseUrl' | 'rpcUrl' | 'deployment'>): Promise<void> {
  const { url, databaseUrl } = world
  const services = [...ENGLISH, ...JAPANESE].sort((a, b) => b.daysAgo - a.daysAgo)
  const names = Object.keys(PEOPLE) as PersonName[]
  const sessions = await Promise.all(names.map((name) => signInPerson(url, name)))
  const sessionOf = (name: PersonName) => sessions[names.indexOf(name)]!

  // Pictures of different people upload concurrently. Then the services are published one by one, so that their ids follow their age.
  const serviceIds = await Promise.all(services.map((service) => offered(sessionOf(service.by), service)))
  const media = await Promise.all(
    services.map(async ({ by, pictures }, i) => (serviceIds[i] ? [] : Promise.all(pictures.map((name) => upload(sessionOf(by), name))))),
  )
  const ids = new Map<number, SeedService>()
  for (const [i, service] of services.entries()) {
    if (serviceIds[i]) continue
    const body = { product: draftOf(service, media[i]!) }
    const { id } = await sessionOf(service.by).post<{ id: number }>('listings/addService', body, {
      'idempotency-key': `seed-${service.key}`,
    })
    ids.set(id, service)
    serviceIds[i] = id
  }
  const posted = await post(sessionOf)
  await age(databaseUrl, new Map([...ids, ...posted]))
  for (const [follower, followed] of FOLLOWS)
    for (const name of followed) await sessionOf(follower).post('auth/follow', { userId: sessionOf(name).id })

  // Orders are placed one after another, from the oldest to the newest, so that no wallet sends two transactions at once.
  const partyOf = (name: PersonName) => ({ session: sessionOf(name), index: PEOPLE[name].index })
  for (const order of ORDERS) {
    const i = services.findIndex(({ key }) => key === order.service)
    const parties = { serviceId: serviceIds[i]!, buyer: partyOf(order.buyer), seller: partyOf(services[i]!.by) }
    await play(world, order, parties)
  }
}

async function signInPerson(url: string, who: PersonName): Promise<Session> {
  const { index, name, title, description, country }: Person = PEOPLE[who]
  const session = await signIn(url, index)
  const { profile } = await session.get<ProfileAnswer>(`auth/getProfile?userId=${session.id}`)
  const image = profile?.image ?? (await upload(session, `portrait-${who}`))
  await session.post('auth/addProfile', { profile: { name, title, description, country, image } })
  return session
}

/** Finds the id of a person's service by its title; undefined if it is not published yet. */
async function offered(session: Session, { title }: SeedService): Promise<number | undefined> {
  const { services } = await session.get<ListingPage>(`listings/query?type=SERVICES&userId=${session.id}`)
  return services.find((card) => card.title === title)?.id
}

function draftOf({ category, subCategory, place, title, preview, description, options }: SeedService, media: string[]): ServiceDraft {
  const plans = Object.entries(options).map(([name, plan]) => [name, { ...plan, price: plan.price * USD }] as const)
  const location = { local: place !== undefined, ...place }
  return { category, subCategory, ...location, title, descriptionPreview: preview, description, options: Object.fromEntries(plans), media }
}

/** Publishes jobs and events; an idempotency key makes a second run harmless. Returns the ids. */
async function post(sessionOf: (name: PersonName) => Session): Promise<Map<number, { daysAgo: number }>> {
  const ids = new Map<number, { daysAgo: number }>()
  const add = async <Post extends SeedPost>(call: string, { key, by, picture, daysAgo, ...draft }: Post) => {
    const session = sessionOf(by)
    const product = { ...draft, media: picture ? [await upload(session, picture)] : [] }
    const { id } = await session.post<{ id: number }>(`listings/${call}`, { product }, { 'idempotency-key': `seed-${key}` })
    ids.set(id, { daysAgo })
  }
  for (const job of JOBS) await add('addJob', job)
  const today = Math.floor(Date.now() / 1000 / DAY) * DAY
  for (const { inDays, hour, hours, ...event } of EVENTS) {
    const event_date = today + inDays * DAY + hour * 3600
    await add('addEvent', { ...event, event_date, end_date: event_date + hours * 3600 })
  }
  return ids
}

/** Sets the age of a listing, which no call can set. */
async function age(databaseUrl: string, services: Map<number, { daysAgo: number }>): Promise<void> {
  if (!services.size) return
  const client = createClient({ url: databaseUrl })
  const now = Math.floor(Date.now() / 1000)
  await client.batch(
    [...services].map(([id, { daysAgo }]) => ({
      sql: 'update listings set created_at = ?1, updated_at = ?1 where id = ?2',
      args: [now - daysAgo * DAY - id * 977, id],
    })),
    'write',
  )
  client.close()
}
