import type { MessageFile } from '../../workers/uploads/message-files.schema.ts'
import { clearApplicationDraft } from './application-draft.ts'
import { clearFolioDrafts } from './folio-drafts.ts'
import { clearPostDrafts } from './post-drafts.ts'
import { store } from './storage.ts'
import { isRecent, readList } from './stored-json.ts'

/**
 * What a member has started in a room but not sent. It is stored on the device only. Of the message that it answers only the number is
 * stored: its words would stay on the device if their author deletes them.
 */
interface Draft {
  userId: number
  roomId: string
  /** Empty if only a reply was started. */
  text: string
  /** The `seq` of the message that it answers. */
  replySeq?: number
  /** UTC seconds. */
  at: number
}

const KEY = 'warren.drafts'
const SAMPLE: Draft = { userId: 0, roomId: '', text: '', at: 0 }
/** How many drafts are stored, and for how long (seconds). */
const MOST = 30
const MAX_AGE = 30 * 86_400

const readDrafts = () => readList(KEY, SAMPLE).filter(({ at }) => isRecent(at, MAX_AGE))

const findDraft = (userId: number, roomId: string) => readDrafts().find((draft) => draft.userId === userId && draft.roomId === roomId)

/** The draft of a member in a room; '' if there is none. Other members do not see it. */
export const draftIn = (userId: number, roomId: string): string => findDraft(userId, roomId)?.text ?? ''

/** The `seq` of the message that the draft of a member in a room answers, if there is one. */
export const draftReplyIn = (userId: number, roomId: string): number | undefined => findDraft(userId, roomId)?.replySeq

/** The drafts of a member that have a text, by the ids of their rooms. */
export const draftsOf = (userId: number): Map<string, string> =>
  new Map(readDrafts().flatMap((draft) => (draft.userId === userId && draft.text.trim() ? [[draft.roomId, draft.text]] : [])))

function writeDraft(userId: number, roomId: string, change: Partial<Pick<Draft, 'text' | 'replySeq'>>): void {
  const before = findDraft(userId, roomId)
  const others = readDrafts().filter((draft) => draft.userId !== userId || draft.roomId !== roomId)
  const { text, replySeq } = { text: '', replySeq: undefined, ...before, ...change }
  const isEmpty = !text.trim() && replySeq === undefined
  const all = isEmpty ? others : [{ userId, roomId, text, replySeq, at: Math.floor(Date.now() / 1000) }, ...others]
  store(KEY, all.length ? JSON.stringify(all.slice(0, MOST)) : null)
}

/** Stores the text of a member's draft in a room; an empty one is forgotten. */
export const rememberDraft = (userId: number, roomId: string, text: string): void => writeDraft(userId, roomId, { text })

/** Stores which message a member's draft in a room answers; undefined for none. */
export const rememberDraftReply = (userId: number, roomId: string, replySeq: number | undefined): void =>
  writeDraft(userId, roomId, { replySeq })

/** A file that a member has uploaded for a message in a room but not sent. */
interface DraftFile extends MessageFile {
  userId: number
  roomId: string
  /** UTC seconds. */
  at: number
}

const FILES_KEY = 'warren.draftFiles'
const FILE_SAMPLE = { userId: 0, roomId: '', at: 0, id: '', name: '', mimeType: '', size: 0 }
/** How many files are stored, and for how long (seconds): the server deletes unused files after a day. */
const MOST_FILES = 100
const MAX_FILE_AGE = 86_400

const readFiles = () => readList(FILES_KEY, FILE_SAMPLE as DraftFile).filter(({ at }) => isRecent(at, MAX_FILE_AGE))
const isIn = (userId: number, roomId: string) => (one: DraftFile) => one.userId === userId && one.roomId === roomId

/** The uploaded files of a member's draft in a room. The server may have deleted them since. */
export const draftFilesIn = (userId: number, roomId: string): MessageFile[] =>
  readFiles()
    .filter(isIn(userId, roomId))
    .map(({ userId: _, roomId: __, at: ___, ...file }) => file)

/** Stores the uploaded files of a member's draft in a room, instead of those before. */
export function rememberDraftFiles(userId: number, roomId: string, files: readonly MessageFile[]): void {
  const stored = readFiles()
  const isHere = isIn(userId, roomId)
  const at = Math.floor(Date.now() / 1000)
  const here = files.map((file) => ({ ...file, userId, roomId, at: stored.find(({ id }) => id === file.id)?.at ?? at }))
  const all = [...here, ...stored.filter((one) => !isHere(one))]
  store(FILES_KEY, all.length ? JSON.stringify(all.slice(0, MOST_FILES)) : null)
}

/** Forgets all, also at a logout: the next person at this device may be another one. */
export function clearDrafts(): void {
  store(KEY, null)
  store(FILES_KEY, null)
  clearApplicationDraft()
  clearFolioDrafts()
  clearPostDrafts()
}
