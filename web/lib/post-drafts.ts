import type { Media } from '../../workers/uploads/media.schema.ts'
import { store } from './storage.ts'
import { isRecent, readList } from './stored-json.ts'

/** What somebody has typed in the editor of a post. */
export interface PostDraft {
  /** HTML of the editor. */
  content: string
  link: string
  media: Media[]
}

/** What is stored with a draft on this device. */
export interface DraftState {
  /** The version that the draft replaces; 0 for a new post that was not sent yet. */
  version: number
  /** The idempotency key of a new post. */
  token: string
  draft: PostDraft
}

/** A draft on this device. */
interface StoredDraft extends PostDraft, Omit<DraftState, 'draft' | 'token'> {
  userId: number
  /** '' for a new post. */
  pid: string
  /** Earlier drafts have none. */
  token?: string
  /** UTC seconds. */
  at: number
}

const KEY = 'warren.postDrafts'
const SAMPLE: StoredDraft = { userId: 0, pid: '', version: 0, content: '', link: '', media: [], at: 0 }
/** How many drafts are stored, and for how long (seconds). */
const MOST = 20
const MAX_AGE = 90 * 86_400

const isFile = (file: Partial<Media> | null) => typeof file?.id === 'string' && (file.kind === 'image' || file.kind === 'video')

const readAll = () => readList(KEY, SAMPLE).filter(({ at }) => isRecent(at, MAX_AGE))

/** The draft that a member has left on this device for a post; null without one. */
export function readPostDraft(userId: number, pid: string): DraftState | null {
  const found = readAll().find((one) => one.userId === userId && one.pid === pid)
  if (!found) return null
  const { version, token, content, link, media } = found
  return { version, token: typeof token === 'string' ? token : crypto.randomUUID(), draft: { content, link, media: media.filter(isFile) } }
}

/** Stores the draft of a post on this device; null deletes it. Returns whether the browser did so. */
export function storePostDraft(userId: number, pid: string, stored: DraftState | null): boolean {
  const others = readAll().filter((one) => one.userId !== userId || one.pid !== pid)
  const mine = stored && { ...stored.draft, userId, pid, version: stored.version, token: stored.token, at: Math.floor(Date.now() / 1000) }
  const all = mine ? [mine, ...others] : others
  return store(KEY, all.length ? JSON.stringify(all.slice(0, MOST)) : null)
}

/** Forgets all, also at a logout: the next person at this device may be another one. */
export const clearPostDrafts = (): void => void store(KEY, null)
