import { Suspense } from 'react'
import { later } from '../lib/lazy-component.ts'
import { createStore } from './store.ts'

export interface Note {
  text: string
  look: 'good' | 'info' | 'bad'
}

export const ToastList = later(() => import('./ToastList.tsx'))

const SHOWN_MS = 6000
const notes = createStore<Note[]>([])
const drop = (gone: Note) => notes.set(notes.get().filter((note) => note !== gone))

/** Says something short at the edge of the screen, once. Bad news stays until it is closed. */
export function toast(text: string, look: Note['look'] = 'good'): void {
  const note = { text, look }
  notes.set([
    ...notes
      .get()
      .filter((old) => old.text !== text)
      .slice(-2),
    note,
  ])
  if (look !== 'bad') setTimeout(drop, SHOWN_MS, note)
}

/** Where toasts appear; stands once in the shell. Their drawing is loaded with the first. */
export function Toasts() {
  const shown = notes.use()
  if (!shown.length) return null
  return (
    <Suspense fallback={null}>
      <ToastList notes={shown} onClose={drop} />
    </Suspense>
  )
}
