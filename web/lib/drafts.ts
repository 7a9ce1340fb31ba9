import { store } from './storage.ts'
import { isRecent, readList } from './stored-json.ts'

/** The text that a member has written in a room but not sent. It is stored on the device only. */
interface Draft {
  userId: number
  roomId: string
  text: string
  /** UTC seconds. */
  at: number
}

const KEY = 'warren.drafts'
const SAMPLE: Draft = { userId: 0, roomId: '', text: '', at: 0 }
/** How many drafts are stored, and for how long (seconds). */
const MOST = 30
const MAX_AGE = 30 * 86_400

const readDrafts = () => readList(KEY, SAMPLE).filter(({ at }) => isRecent(at, MAX_AGE))

/** The draft of a member in a room; '' if there is none. Other members do not see it. */
export const draftIn = (userId: number, roomId: string): string =>
  readDrafts().find((draft) => draft.userId === userId && draft.roomId === roomId)?.text ?? ''

/** Stores the draft of a member in a room; an empty one is forgotten. */
export function rememberDraft(userId: number, roomId: string, text: string): void {
  const others = readDrafts().filter((draft) => draft.userId !== userId || draft.roomId !== roomId)
  const all = text.trim() ? [{ userId, roomId, text, at: Math.floor(Date.now() / 1000) }, ...others] : others
  store(KEY, all.length ? JSON.stringify(all.slice(0, MOST)) : null)
}

/** Forgets all, also at a logout: the next person at this device may be another one. */
export const clearDrafts = (): boolean => store(KEY, null)
