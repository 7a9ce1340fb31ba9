import { useLingui } from '@lingui/react/macro'
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { excerptOf, isDeleted, type Message } from '../../../workers/chat/messages.schema.ts'
import type { MessageFile } from '../../../workers/uploads/message-files.schema.ts'
import { draftReplyIn, rememberDraftReply } from '../../lib/drafts.ts'
import { errorText } from '../../lib/errors.ts'
import { fetchMessages } from '../../queries/chat.ts'
import { toast } from '../../ui/toast.ts'
import type { Subject } from './Composer.tsx'
import type { MessageActions } from './message-actions.ts'
import type { OfferActions } from './use-offers.ts'
import type { OpenRoom } from './use-room.ts'

/**
 * What the text of the composer is for, if not a new message. A reply is kept with the draft of the room, so it is there again when the
 * room is opened later.
 */
function useSubject(room: OpenRoom, roomId: string, me: number) {
  const [subject, setSubject] = useState<Subject | null>(null)
  const choose = useCallback(
    (next: Subject | null) => {
      setSubject(next)
      rememberDraftReply(me, roomId, next?.type === 'reply' ? next.message.seq : undefined)
    },
    [me, roomId],
  )
  const restore = useEffectEvent(async (seq: number) => {
    const isIt = (message: Message) => message.seq === seq && !isDeleted(message.message)
    const loaded = room.state.messages.find(isIt) ?? (await fetchMessages(roomId, { around: seq })).messages.find(isIt)
    if (loaded) setSubject((chosen) => chosen ?? { type: 'reply', message: loaded })
    else rememberDraftReply(me, roomId, undefined)
  })
  const isOpened = room.query.data !== undefined
  useEffect(() => {
    const seq = isOpened ? draftReplyIn(me, roomId) : undefined
    // Without a connection, the reply is restored with the next visit.
    if (seq !== undefined) restore(seq).catch(() => {})
  }, [isOpened, me, roomId])
  return [subject, choose] as const
}

/**
 * What the viewer is doing with a message: answering it, editing it (both with the field of the composer), or about to delete it.
 * `canWrite`: whether messages can still be sent. `onReport`: opens the dialog that reports a message; always the same function.
 */
export function useMessageActions(
  room: OpenRoom,
  roomId: string,
  me: number,
  canWrite: boolean,
  offers: OfferActions,
  field: RefObject<HTMLTextAreaElement | null>,
  onReport: (seq: number) => void,
) {
  const { t } = useLingui()
  const [chosen, setSubject] = useSubject(room, roomId, me)
  const [deleting, setDeleting] = useState<Message | null>(null)
  const { change } = room
  const { messages } = room.state
  // An answered message may have been changed meanwhile. An edit keeps the text that its author has seen.
  const subject: Subject | null =
    chosen?.type === 'reply' ? { type: 'reply', message: messages.find(({ id }) => id === chosen.message.id) ?? chosen.message } : chosen

  const actions = useMemo(
    (): MessageActions => ({
      canWrite,
      reply: (message) => setSubject({ type: 'reply', message }),
      edit: (message) => setSubject({ type: 'edit', message }),
      remove: setDeleting,
      offers,
      report: ({ seq }) => onReport(seq),
      react: ({ id }, emoji, isOn) =>
        void change({ type: 'react', messageId: id, emoji, isOn }).catch((error: unknown) => toast(errorText(error), 'bad')),
    }),
    [canWrite, change, offers, onReport, setSubject],
  )

  const wasChosen = useRef(false)
  // Afterwards too, because the field of an edit is another one. Not on touch devices, whose keyboard would open again.
  useEffect(() => {
    if (chosen || (wasChosen.current && matchMedia('(pointer: fine)').matches)) field.current?.focus()
    wasChosen.current = chosen !== null
  }, [chosen, field])

  return {
    actions,
    subject,
    deleting,
    cancel: () => setSubject(null),
    stopDeleting: () => setDeleting(null),
    /** Sends a message. Returns false, and keeps the subject, if too many messages are waiting. */
    send(text: string, files?: MessageFile[]): boolean {
      const isTaken = room.send(text, subject ? excerptOf(subject.message) : undefined, files)
      if (isTaken) setSubject(null)
      else toast(t`Too many messages are waiting to be sent. Write more when the connection is back.`, 'bad')
      return isTaken
    },
    /** Saves the new text of the edited message. Resolves with whether that worked. */
    async edit(text: string): Promise<boolean> {
      const { id, edits = 0 } = subject!.message
      try {
        await change({ type: 'edit', messageId: id, text, edits })
      } catch (error) {
        toast(errorText(error), 'bad')
        return false
      }
      setSubject(null)
      return true
    },
    editLast() {
      const last = messages.findLast(({ user_id, message, offer }) => user_id === me && !isDeleted(message) && !offer)
      if (last) actions.edit(last)
    },
  }
}
