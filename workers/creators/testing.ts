import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { encodeFunctionData, getAddress, type Hex } from 'viem'
import { platformAbi } from '../../contracts/abi/Platform.ts'
import { OWNER, transact } from '../orders/testing.ts'
import { deployment } from '../shared/chain.ts'
import { database } from '../shared/db.ts'
import { now } from '../shared/ids.ts'
import { sessions } from '../shared/tables.ts'
import { call, signedIn, type TestUser } from '../shared/testing.ts'
import type { MyApplication } from './applications.schema.ts'
import { creators } from './creator-tables.ts'
import type { CreatorsEnv } from './env.ts'
import worker from './index.ts'
import type { LinkedPage, LinkedSites } from './linked-sites.testing.ts'

const realEnv = env as unknown as CreatorsEnv
/** No mail is sent to the team, because the mail provider would be asked again and again. */
export const testEnv: CreatorsEnv = {
  ...realEnv,
  NOTIFICATIONS: { notify: (events) => realEnv.NOTIFICATIONS.notify(events), mailTeam: async () => {} },
}
export const db = database(testEnv)

const SITES = new URL(testEnv.LINKED_SITES!).origin

/** A host name that no other test uses. */
export const newHost = () => `site${crypto.randomUUID().slice(0, 8)}.com`

/** Sets what the fake sites and their DNS answer. */
export async function setSites(sites: LinkedSites): Promise<void> {
  await fetch(`${SITES}/linked-sites`, { method: 'PUT', body: JSON.stringify(sites) })
}

/** Publishes a page at `/` of a new host. Returns its URL. */
export async function publish(page: string | LinkedPage, more: Record<string, LinkedPage> = {}): Promise<string> {
  const url = `https://${newHost()}/`
  const others = Object.entries(more).map(([path, other]) => [new URL(path, url).href, other] as const)
  await setSites({ pages: { [url]: typeof page === 'string' ? { body: page } : page, ...Object.fromEntries(others) } })
  return url
}

/** Every URL of which the fake of all sites has received a request, oldest first. It listens on loopback. */
export const requestedUrls = async () => (await (await fetch(`${SITES}/linked-requests.json`)).json()) as string[]

export const preview = (url: string, as?: TestUser, from = testEnv) =>
  call(worker, from, createExecutionContext(), 'GET', `/api/creators/getLinkPreview?url=${encodeURIComponent(url)}`, { ...(as && { as }) })

/** Makes a call of this area and waits for what it does after its answer. */
export async function ask(
  method: 'GET' | 'POST',
  path: string,
  as?: TestUser,
  body?: unknown,
  from = testEnv,
  headers: Record<string, string> = {},
): Promise<Response> {
  const context = createExecutionContext()
  const response = await call(worker, from, context, method, `/api/creators/${path}`, { ...(as && { as }), body, headers })
  await waitOnExecutionContext(context)
  return response
}

/** Adds or removes an admin of the Platform contract. */
export const setAdmin = (functionName: 'addAdmin' | 'removeAdmin', { address }: Pick<TestUser, 'address'>) =>
  transact(OWNER, deployment(testEnv).platform, encodeFunctionData({ abi: platformAbi, functionName, args: [address] }))

/** Adds or removes a creator of the Platform contract. Returns the hash of the transaction. */
export const setCreator = (
  functionName: 'addCreator' | 'removeCreator',
  { address }: Pick<TestUser, 'address'>,
  { from = OWNER as string, to = deployment(testEnv).platform as string } = {},
): Promise<Hex> => transact(from, to, encodeFunctionData({ abi: platformAbi, functionName, args: [address] }))

/** An address in checksummed form, as wallets are stored. */
export const newWallet = (): Hex => getAddress(`0x${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')}`)

/** Creates an admin of the Platform contract, signed in with the wallet or with a password. */
export async function createAdmin({ byWallet = true } = {}): Promise<TestUser> {
  const user = await signedIn(testEnv, { name: 'Admin', address: newWallet() })
  await setAdmin('addAdmin', user)
  if (byWallet) await db.update(sessions).set({ account: user.address }).where(eq(sessions.userId, user.id))
  return user
}

/** A creator name that no other test uses. */
export const newName = () => `k${crypto.randomUUID().replaceAll('-', '').slice(0, 15)}`

/** A valid application of a member; `overrides` replaces fields. */
export const application = (user: TestUser, overrides: Record<string, unknown> = {}) => ({
  email: 'aiko@example.com',
  sns: 'https://www.instagram.com/aiko/',
  fullname: 'Aiko Mori',
  wallet: user.address,
  name: newName(),
  text: 'I draw books for children.',
  ...overrides,
})

/** Creates a member with an application. Returns the member and the application's id and name. */
export async function createApplicant(overrides: Record<string, unknown> = {}) {
  const user = await signedIn(testEnv, { address: newWallet() })
  const body = application(user, overrides)
  const response = await ask('POST', 'contact', user, body)
  if (response.status !== 200) throw new Error(`contact answered ${response.status}`)
  const { application: stored } = (await (await ask('GET', 'getMyApplication', user)).json()) as MyApplication
  return { user, id: stored!.id, name: stored!.name, body }
}

/** Creates a creator whom the Platform contract knows, without an application. Returns the member, the name, and the hash of the transaction. */
export async function createCreator(overrides: Partial<typeof creators.$inferInsert> = {}) {
  const user = await signedIn(testEnv, { address: newWallet() })
  const name = newName()
  const hash = await setCreator('addCreator', user)
  await db.insert(creators).values({ userId: user.id, name, wallet: user.address, since: now(), ...overrides })
  return { user, name, hash }
}
