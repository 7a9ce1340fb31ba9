import { useLingui } from '@lingui/react/macro'
import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { createStore } from './store.ts'
import css from './Toast.module.css'

interface Note {
  id: number
  text: string
  look: 'good' | 'bad'
}

const SHOWN_MS = 6000
const notes = createStore<Note[]>([])
let count = 0
const drop = (id: number) => notes.set(notes.get().filter((note) => note.id !== id))

/** Says something short at the edge of the screen. Bad news stays until it is closed. */
export function toast(text: string, look: Note['look'] = 'good'): void {
  const id = ++count
  notes.set([...notes.get().slice(-2), { id, text, look }])
  if (look === 'good') setTimeout(drop, SHOWN_MS, id)
}

/** Where toasts appear; stands once in the shell. Above dialogs, because it is a popover itself. */
export function Toasts() {
  const { t } = useLingui()
  const shown = notes.use()
  return (
    <section
      aria-live="polite"
      aria-label={t`Notices`}
      className={css.toasts}
      popover="manual"
      ref={(element) => {
        // Shown anew each time, so that it lies above a dialog opened meanwhile.
        if (element?.matches(':popover-open')) element.hidePopover()
        if (shown.length) element?.showPopover()
      }}
    >
      {shown.map(({ id, text, look }) => (
        <div key={id} className={css[look]}>
          <Icon name={look === 'good' ? 'check' : 'warning'} />
          <p>{text}</p>
          <IconButton icon="close" label={t`Close`} onClick={() => drop(id)} />
        </div>
      ))}
    </section>
  )
}
