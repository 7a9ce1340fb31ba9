import { createStore } from './store.ts'

export interface Note {
  text: string
  look: 'good' | 'info' | 'bad'
  /** A button. A press on it also closes the message. */
  action?: { label: string; run: () => void } | undefined
}

const SHOWN_MS = 6000
/** The messages on screen, oldest first; at most three. */
export const notes = createStore<Note[]>([])
/** Removes a message from the screen. */
export const dropNote = (gone: Note): void => notes.set(notes.get().filter((note) => note !== gone))

/** Shows a short message at the edge of the screen. It replaces a message with the same text. An error stays until it is closed. */
export function toast(text: string, look: Note['look'] = 'good', action?: Note['action']): void {
  const note = { text, look, action }
  notes.set([
    ...notes
      .get()
      .filter((old) => old.text !== text)
      .slice(-2),
    note,
  ])
  if (look !== 'bad') setTimeout(dropNote, SHOWN_MS, note)
}
