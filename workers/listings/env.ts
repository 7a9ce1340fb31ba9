import type { ChatRpc } from '../chat/index.ts'
import type { AreaEnv } from '../shared/env.ts'

/** What the listings worker is given. `CHAT` pushes to the windows of who applies and who is applied to. */
export interface ListingsEnv extends AreaEnv {
  CHAT: Pick<Service<ChatRpc>, 'notify'>
}
