import type { ListingsRpc } from '../listings/index.ts'
import type { NotificationsRpc } from '../notifications/index.ts'
import type { ChainEnv } from '../shared/env.ts'
import type { LimitsEnv } from '../shared/limits.ts'
import type { UploadsRpc } from '../uploads/index.ts'

/**
 * Bindings of the creators worker. `UPLOADS` stores the pictures of link previews; `NOTIFICATIONS` notifies members and the team;
 * `LISTINGS` has the search index, and hides reported listings and those of suspended members.
 */
export interface CreatorsEnv extends ChainEnv, LimitsEnv {
  UPLOADS: Pick<Service<UploadsRpc>, 'addLinkedPicture'>
  LISTINGS: Pick<Service<ListingsRpc>, 'reindexPerson' | 'hideListing' | 'followSuspension'>
  NOTIFICATIONS: Pick<Service<NotificationsRpc>, 'notify' | 'mailTeam'>
  /** DNS over HTTPS in its JSON format. */
  DNS_URL: string
  /** Where the local world and the tests serve the pages of all sites; missing in production. */
  LINKED_SITES?: string
}
