import type { ChatRpc } from '../chat/index.ts'
import type { LimitsEnv } from '../shared/limits.ts'
import type { WriterEnv } from './writer.ts'

/** What the listings worker is given. `CHAT` pushes to the windows of who applies and who is applied to. */
export interface ListingsEnv extends WriterEnv, LimitsEnv {
  CHAT: Pick<Service<ChatRpc>, 'notify'>
}
