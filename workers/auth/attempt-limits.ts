import { hash } from '../shared/ids.ts'
import { EVENTS } from '../shared/limit-table.ts'
import { take } from '../shared/limits.ts'
import type { Call } from './sessions.ts'

const NETWORK_LIMITS = EVENTS.passwordFromNetwork.network
const PAIR_LIMITS = EVENTS.passwordForAccountFromNetwork.person
const ACCOUNT_LIMITS = EVENTS.passwordForAccount.person
/** How long a network stays trusted after the right password came from it (ms). */
const TRUSTED_MS = 90 * 86_400_000

/**
 * Call this before checking a password. Counts the attempt as a wrong one and throws `too_many_requests` if there were too many. Returns a
 * function to call if the password is right: it takes the attempt back. A network that sent the right password in the last 90 days is
 * exempt from the limit over all networks. So attackers elsewhere cannot lock the owner out.
 */
export async function countPasswordAttempt(c: Call, account: string): Promise<() => Promise<void>> {
  const { network } = c.var
  const accountHash = await hash(account.toLowerCase())
  const pair = `password ${accountHash} ${network}`
  await take(c.env, `network ${network}`, 'password', NETWORK_LIMITS)
  await take(c.env, pair, 'password', PAIR_LIMITS)
  const known = await c.env.LIMITS.getByName(pair).isFlagSet('known')
  if (!known) await take(c.env, `password ${accountHash}`, 'password', ACCOUNT_LIMITS)
  return async () => {
    await Promise.all([
      c.env.LIMITS.getByName(`network ${network}`).refund('password', NETWORK_LIMITS),
      c.env.LIMITS.getByName(pair).clear('password'),
      c.env.LIMITS.getByName(pair).setFlag('known', Date.now() + TRUSTED_MS),
      known || c.env.LIMITS.getByName(`password ${accountHash}`).refund('password', ACCOUNT_LIMITS),
    ])
  }
}

/**
 * Resets the wrong-password counters of an account, for this network and over all networks, after its owner has used a link from a mail.
 */
export async function resetPasswordAttempts(c: Call, account: string): Promise<void> {
  const accountHash = await hash(account.toLowerCase())
  await Promise.all([
    c.env.LIMITS.getByName(`password ${accountHash}`).clear('password'),
    c.env.LIMITS.getByName(`password ${accountHash} ${c.var.network}`).clear('password'),
  ])
}

/** Call this before sending a mail that anybody can request. Throws `too_many_requests`, so that nobody can flood a mailbox. */
export async function countMailRequest(c: Call, to: string): Promise<void> {
  const addressHash = await hash(to.toLowerCase())
  await take(c.env, `mail ${addressHash} ${c.var.network}`, 'mail', EVENTS.mailFromNetwork.person)
  await take(c.env, `mail ${addressHash}`, 'mail', EVENTS.mail.person)
}
