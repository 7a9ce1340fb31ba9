import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { Post, SavedPost } from '../../../workers/creators/posts.schema.ts'
import { type DraftState, type PostDraft, readPostDraft, storePostDraft } from '../../lib/post-drafts.ts'
import { useLoadPost, useSavePost } from '../../queries/edit-posts.ts'
import { savedBefore } from '../../queries/send-post.ts'
import { toast } from '../../ui/toast.ts'
import { checkPost, draftOf, type PostFault } from './post-draft.ts'
import { RULE_TEXTS } from './rule-texts.ts'

/** What the dialog about saving shows; null without a dialog. `newer` is the post as it was saved elsewhere. */
export type Saving =
  | { at: 'sending' | 'saving' }
  | { at: 'saved'; saved: SavedPost; isNew: boolean }
  | { at: 'changed'; newer: Post }
  | { at: 'failed'; error: unknown }
  | null

/** The draft, and where it comes from. */
interface Edited extends DraftState {
  /** Whether it has changes that are not saved. */
  isTouched: boolean
  /** Raised when the whole draft is replaced, so that fields that hold their own text begin again. */
  epoch: number
}

/** The draft of a post. Each change is stored on the device at once, until the post is saved. */
function useDraft(post: Post | null, userId: number) {
  const { t } = useLingui()
  const key = post?.pid ?? ''
  const start = (from: Post | null) => ({ draft: draftOf(from), version: from?.version ?? 0, token: crypto.randomUUID() as string })
  const [edited, setEdited] = useState<Edited>(() => {
    const stored = readPostDraft(userId, key)
    return { ...start(post), ...stored, isTouched: stored !== null, epoch: 0 }
  })
  const [isStored, setStored] = useState(true)
  const { draft, version, token, isTouched } = edited
  useEffect(() => {
    setStored(storePostDraft(userId, key, isTouched ? { version, token, draft } : null))
  }, [userId, key, isTouched, version, token, draft])
  const replace = (next: Omit<Edited, 'epoch'>) => setEdited((old) => ({ ...next, epoch: old.epoch + 1 }))
  /** Replaces the draft, with an undo. */
  const replaceWithUndo = (next: Omit<Edited, 'epoch'>, text: string) => {
    const before = edited
    replace(next)
    toast(text, 'info', { label: t`Undo`, run: () => replace(before) })
  }
  return {
    ...edited,
    isStored,
    change: (fields: Partial<PostDraft>) => setEdited((old) => ({ ...old, draft: { ...old.draft, ...fields }, isTouched: true })),
    /** Forgets the draft on the device, because it was saved. */
    finish: () => {
      storePostDraft(userId, key, null)
      setEdited((old) => ({ ...old, isTouched: false }))
    },
    /** Discards the changes. */
    discard: () => replaceWithUndo({ ...start(post), isTouched: false }, t`Your changes were discarded.`),
    /** Takes what was saved elsewhere in place of the draft. */
    takeNewer: (newer: Post) => replaceWithUndo({ ...start(newer), token, isTouched: false }, t`The newer post is in the editor now.`),
    /** The draft now follows a newer save, over which it may then be saved. */
    follow: (newer: number) => setEdited((old) => ({ ...old, version: newer })),
  }
}

/** The texts of the faults of a draft, once it was checked. */
function useFaults() {
  const { i18n } = useLingui()
  const [faults, setFaults] = useState<PostFault[]>([])
  const errorOf = (field: PostFault['field']): string | null => {
    const fault = faults.find((one) => one.field === field)
    return fault ? i18n._(RULE_TEXTS[fault.rule] ?? RULE_TEXTS.other!) : null
  }
  return { errorOf, faults, setFaults }
}

interface EditorInput {
  name: string
  post: Post | null
  userId: number
  /** How many files are being uploaded. */
  sending: number
  /** Moves the focus to a field that is marked. */
  onFault: () => void
  onDraftSaved: () => void
}

/** The editor of a post. `save` saves it as a draft, or publishes it, unless files are being sent or a field is wrong. */
export function usePostEditor({ name, post, userId, sending, onFault, onDraftSaved }: EditorInput) {
  const draft = useDraft(post, userId)
  const { errorOf, faults, setFaults } = useFaults()
  const [saving, setSaving] = useState<Saving>(null)
  const { mutateAsync, isPending } = useSavePost()
  const load = useLoadPost(name)
  const pid = post?.pid ?? null

  const showFailure = async (error: unknown) => {
    const before = savedBefore(error)
    const newer = before && (await load(before.pid).catch(() => null))
    setSaving(newer ? { at: 'changed', newer } : { at: 'failed', error })
  }
  const save = (isDraft: boolean) => {
    if (isPending) return
    if (sending > 0) return setSaving({ at: 'sending' })
    const { draft: edited, version, token } = draft
    const { body, faults: found } = checkPost(edited, { name, pid, version: pid === null ? 0 : version }, isDraft)
    setFaults(found)
    if (!body) return onFault()
    setSaving({ at: 'saving' })
    // If its answer is lost, the next attempt with this draft may replace what this one saved.
    if (pid === null && version === 0) draft.follow(1)
    const save = { request: body, token, replaces: version }
    // Not as callbacks of the mutation: a post that becomes a draft leaves the list with its editor, and they would not be called any more.
    mutateAsync(save).then(
      (saved) => {
        draft.finish()
        if (isDraft) onDraftSaved()
        else setSaving({ at: 'saved', saved, isNew: !post || post.draft })
      },
      (error) => void showFailure(error),
    )
  }
  const change = (fields: Partial<PostDraft>) => {
    // What was wrong is checked again with the next save.
    if (faults.length) setFaults(faults.filter(({ field }) => field !== 'post' && !(field in fields)))
    draft.change(fields)
  }
  return { ...draft, change, errorOf, hasFaults: faults.length > 0, saving, setSaving, save }
}
