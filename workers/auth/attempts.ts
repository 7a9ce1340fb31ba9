import { hash } from '../shared/ids.ts'
import { EVENTS } from '../shared/limit-table.ts'
import { take } from '../shared/limits.ts'
import type { Call } from './sessions.ts'

const OF_PLACE = EVENTS.passwordFromNetwork.network
const OF_PAIR = EVENTS.passwordOfPair.person
const OF_ACCOUNT = EVENTS.passwordOfAccount.person
/** How long a place stays known after the right password came from it (ms). */
const KNOWN_MS = 90 * 86_400_000

/**
 * To be called before a password is looked at: counts the try as a wrong one and throws `too_many_requests` when there were too
 * many. Answers what to call once it turns out right. Strangers can use up only what is left to strangers: a place the right
 * password once came from is counted by itself, so nobody can lock an owner out from afar.
 */
export async function passwordTry(c: Call, account: string): Promise<() => Promise<void>> {
  const { network } = c.var
  const name = await hash(account.toLowerCase())
  const pair = `password ${name} ${network}`
  await take(c.env, `network ${network}`, 'password', OF_PLACE)
  await take(c.env, pair, 'password', OF_PAIR)
  const known = await c.env.LIMITS.getByName(pair).isFlagSet('known')
  if (!known) await take(c.env, `password ${name}`, 'password', OF_ACCOUNT)
  return async () => {
    await Promise.all([
      c.env.LIMITS.getByName(`network ${network}`).refund('password', OF_PLACE),
      c.env.LIMITS.getByName(pair).clear('password'),
      c.env.LIMITS.getByName(pair).setFlag('known', Date.now() + KNOWN_MS),
      known || c.env.LIMITS.getByName(`password ${name}`).refund('password', OF_ACCOUNT),
    ])
  }
}

/** Forgets the wrong passwords for an account whose owner has proved by mail to be the owner, here and everywhere. */
export async function forgiveTries(c: Call, account: string): Promise<void> {
  const name = await hash(account.toLowerCase())
  await Promise.all([
    c.env.LIMITS.getByName(`password ${name}`).clear('password'),
    c.env.LIMITS.getByName(`password ${name} ${c.var.network}`).clear('password'),
  ])
}

/** To be called before a mail that anybody can ask for; throws `too_many_requests`, so that nobody's inbox can be filled from here. */
export async function mailTry(c: Call, to: string): Promise<void> {
  const name = await hash(to.toLowerCase())
  await take(c.env, `mail ${name} ${c.var.network}`, 'mail', EVENTS.mailFromNetwork.person)
  await take(c.env, `mail ${name}`, 'mail', EVENTS.mail.person)
}
