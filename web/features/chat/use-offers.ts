import { useMemo, useState } from 'react'
import type { Message } from '../../../workers/chat/messages.schema.ts'
import type { OfferAnswer } from '../../../workers/chat/offers.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { answerOffer } from '../../queries/offers.ts'
import { toast } from '../../ui/toast.ts'
import type { OpenRoom } from './use-room.ts'

/** What the viewer is doing with an offer in a dialog: writing a new one, changing or countering one, or paying one. */
export type OfferTask = { type: 'new' } | { type: 'change' | 'counter' | 'pay'; message: Message }

/** What a member can do with the offers of a room. */
export interface OfferActions {
  /** Opens a dialog. */
  open: (task: OfferTask) => void
  /** Resolves once the answer is stored, or its error was shown. */
  answer: (message: Message, answer: OfferAnswer) => Promise<void>
}

/** The dialog about an offer that is open in a room, and the actions on offers. */
export function useOffers(roomId: string, { show }: Pick<OpenRoom, 'show'>) {
  const [task, setTask] = useState<OfferTask | null>(null)
  const actions = useMemo(
    (): OfferActions => ({
      open: setTask,
      answer: ({ id, edits = 0 }, answer) =>
        answerOffer(roomId, id, answer, edits).then(show, (error: unknown) => toast(errorText(error), 'bad')),
    }),
    [roomId, show],
  )
  return { task, actions, close: () => setTask(null) }
}
