import { useLingui } from '@lingui/react/macro'
import { Button, IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import './icons.ts'
import css from './ToastList.module.css'
import type { Note } from './toast.ts'

const ICONS = { good: 'check', info: 'info', bad: 'warning' } as const

/** The visible toasts. A popover, so that they lie above dialogs. */
export default function ToastList({ notes, onClose }: { notes: Note[]; onClose: (note: Note) => void }) {
  const { t } = useLingui()
  return (
    <section
      aria-label={t`Notices`}
      className={css.toasts}
      popover="manual"
      ref={(element) => {
        // Shown again for every change, so that it lies above a dialog that opened meanwhile.
        if (element?.matches(':popover-open')) element.hidePopover()
        element?.showPopover()
      }}
    >
      {notes.map((note) => (
        <div key={note.text} className={css[note.look]} role={note.look === 'bad' ? 'alert' : 'status'}>
          <Icon name={ICONS[note.look]} />
          <p>{note.text}</p>
          {note.action && (
            <Button
              small
              look="ghost"
              onClick={() => {
                onClose(note)
                note.action?.run()
              }}
            >
              {note.action.label}
            </Button>
          )}
          <IconButton icon="close" label={t`Close`} onClick={() => onClose(note)} />
        </div>
      ))}
    </section>
  )
}
