import { Suspense } from 'react'
import { later } from '../later.ts'
import { createStore } from './store.ts'

export interface Note {
  id: number
  text: string
  look: 'good' | 'bad'
}

const ToastList = later(() => import('./ToastList.tsx'))

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
