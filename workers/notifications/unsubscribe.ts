import { eq, sql } from 'drizzle-orm'
import type { Database } from '../shared/db.ts'
import { users } from '../shared/tables.ts'
import type { NotificationsEnv } from './env.ts'
import { MAIL_TOPICS, type MailTopic, type Switch } from './settings.schema.ts'

type KeyEnv = Pick<NotificationsEnv, 'UNSUBSCRIBE_KEY'>

const HMAC = { name: 'HMAC', hash: 'SHA-256' }
const keyOf = ({ UNSUBSCRIBE_KEY }: KeyEnv) =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(UNSUBSCRIBE_KEY), HMAC, false, ['sign', 'verify'])
/** What a link in a mail may do: turn off the mails of one topic to one member, as long as they have this address. */
export interface Link {
  userId: number
  topic: MailTopic
  email: string
}
const signedText = ({ userId, topic, email }: Link) => new TextEncoder().encode(`unsubscribe ${userId} ${topic} ${email}`)

/** The token of a link that turns off the mails of a topic. It does not expire: a mail may be read years later. */
export async function unsubscribeToken(env: KeyEnv, link: Link): Promise<string> {
  const signature = await crypto.subtle.sign(HMAC, await keyOf(env), signedText(link))
  return `${link.userId}.${link.topic}.${Buffer.from(signature).toString('base64url')}`
}

/** The member and the topic of a token; null if it is not ours, or was sent to an address that the member no longer has. */
export async function readUnsubscribeToken(env: KeyEnv, db: Database, token: string): Promise<Pick<Link, 'userId' | 'topic'> | null> {
  const [id, name, signature] = token.split('.') as [string, string, string]
  const topic = MAIL_TOPICS.find((one) => one === name)
  const userId = Number(id)
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!topic || !user?.email) return null
  const text = signedText({ userId, topic, email: user.email })
  return (await crypto.subtle.verify(HMAC, await keyOf(env), Buffer.from(signature, 'base64url'), text)) ? { userId, topic } : null
}

/** Turns off one topic in one channel, and changes nothing else. Safe to repeat; a deleted account gets no settings. */
export async function turnOff(db: Database, userId: number, one: Switch): Promise<void> {
  // As in notify.ts: a list that cannot be read counts as empty.
  const off = sql.raw(`iif(json_valid(notification_settings.off), notification_settings.off, '[]')`)
  await db.run(sql`insert into notification_settings (user_id, off)
    select id, json_array(${one}) from users where id = ${userId} and deleted_at is null
    on conflict (user_id) do update set off = json_insert(${off}, '$[#]', ${one})
    where not exists (select 1 from json_each(${off}) where value = ${one})`)
}
