import type { ChatRpc } from '../chat/index.ts'
import type { LimitsEnv } from '../shared/limits.ts'
import type { TextModelEnv } from './text-model.ts'

/** Bindings of the listings worker. `CHAT` notifies applicants and listing owners. */
export interface ListingsEnv extends TextModelEnv, LimitsEnv {
  CHAT: Pick<Service<ChatRpc>, 'notify'>
}
