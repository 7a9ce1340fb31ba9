import type { ChatRpc } from '../chat/index.ts'
import type { AreaEnv } from '../shared/env.ts'
import type { LimitsEnv } from '../shared/limits.ts'
import type { MailEnv } from '../shared/mail.ts'

/** Bindings of the notifications worker. `CHAT` pushes to the inbox sockets of members, and says who has unread messages. */
export interface NotificationsEnv extends AreaEnv, LimitsEnv, MailEnv {
  CHAT: Pick<Service<ChatRpc>, 'notify' | 'claimDigests' | 'endDigests' | 'turnOffDigest' | 'claimMessagePushes'>
  /** A secret of 32 characters or more. It signs the links in mails by which members turn off a topic. */
  UNSUBSCRIBE_KEY: string
  /** A secret: the private key that identifies us to push services, as a JWK of P-256 (RFC 8292). */
  VAPID_KEY: string
  /** Origin of the local push service; missing in production. */
  PUSH_SERVICE?: string
}
