import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { type Message, summaryOf } from '../../../workers/chat/messages.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import css from './DeleteMessageDialog.module.css'

/** Asks before a message is deleted. */
export default function DeleteMessageDialog({
  message,
  onDelete,
  onClose,
}: {
  message: Message
  onDelete: (message: Message) => Promise<void>
  onClose: () => void
}) {
  const [isDeleting, setDeleting] = useState(false)
  const remove = async () => {
    setDeleting(true)
    try {
      await onDelete(message)
      onClose()
    } catch (error) {
      toast(errorText(error), 'bad')
      setDeleting(false)
    }
  }
  return (
    <Dialog
      plain
      title={<Trans>Delete this message?</Trans>}
      onClose={onClose}
      foot={
        <Button look="danger" wide busy={isDeleting} onClick={remove}>
          <Trans>Delete message</Trans>
        </Button>
      }
    >
      {!message.isHidden && (
        <blockquote className={css.text} dir="auto">
          {summaryOf(message.message)}
        </blockquote>
      )}
      <p>
        {message.offer ? (
          <Trans>Its text is deleted for everyone in this conversation, and nobody can accept the offer any more.</Trans>
        ) : message.message.files ? (
          <Trans>Its text and files are deleted for everyone in this conversation. They see that you deleted a message.</Trans>
        ) : (
          <Trans>Its text is deleted for everyone in this conversation. They see that you deleted a message.</Trans>
        )}
      </p>
    </Dialog>
  )
}
