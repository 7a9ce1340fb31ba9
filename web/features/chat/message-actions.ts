import type { Message, Reaction } from '../../../workers/chat/messages.schema.ts'
import type { OfferActions } from './use-offers.ts'

/** What a member can do with a message. The same object until a field changes, so that bubbles are not rendered again. */
export interface MessageActions {
  /** Whether messages can still be sent in the room. Otherwise messages can only be copied, and own ones deleted. */
  canWrite: boolean
  reply: (message: Message) => void
  edit: (message: Message) => void
  /** Asks before the message is deleted. */
  remove: (message: Message) => void
  /** Opens the dialog that reports the message to the team. */
  report: (message: Message) => void
  react: (message: Message, emoji: Reaction['emoji'], isOn: boolean) => void
  offers: OfferActions
}
