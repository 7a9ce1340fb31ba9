import type { Message } from '../../workers/chat/messages.schema.ts'
import type { OfferAnswer, OfferTerms } from '../../workers/chat/offers.schema.ts'
import { chat, orders } from '../lib/api.ts'

/** Sends an offer. `counters` is the id of the offer that it replaces. Requests with the same client id store one offer. */
export const sendOffer = async (roomId: string, clientId: string, terms: OfferTerms, counters?: string): Promise<Message> => {
  const message = { mimeType: 'offer' as const, text: terms, counters }
  return (await (await chat.sendMessage.$post({ json: { roomId, clientId, message } })).json()).message
}

/** Changes the terms of an own offer. `edits` is the number of its changes that the sender has seen. */
export const changeOffer = async (roomId: string, messageId: string, terms: OfferTerms, edits: number): Promise<Message> => {
  const message = { mimeType: 'offer' as const, text: terms }
  return (await (await chat.sendMessage.$post({ json: { roomId, type: 'edit', messageId, message, edits } })).json()).message
}

/** Accepts the terms of a buyer, declines an offer, or withdraws an own one. */
export const answerOffer = async (roomId: string, messageId: string, answer: OfferAnswer, edits: number): Promise<Message> =>
  (await (await chat.answerOffer.$post({ json: { roomId, messageId, answer, edits } })).json()).message

/** Shows an order in the offer that it has paid for. The server also does this by itself, so an error needs no notice. */
export const acceptCustomOrder = (orderId: string, { roomId, messageId }: { roomId: string; messageId: string }): Promise<unknown> =>
  orders.acceptCustomOrder.$post({ json: { orderId, roomId, messageId } })
