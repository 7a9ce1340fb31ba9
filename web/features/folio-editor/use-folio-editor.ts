import { useLingui } from '@lingui/react/macro'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Folio } from '../../../workers/creators/folios.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useReloadFolio, useSaveFolio } from '../../queries/edit-folio.ts'
import { toast } from '../../ui/toast.ts'
import { faultsOfFiles, readMissingFiles } from './draft-files.ts'
import { checkDraft, draftOf, type FolioDraft, type FolioFault, onDraftGone, readFolioDraft, storeFolioDraft } from './folio-draft.ts'
import { RULE_TEXTS } from './rule-texts.ts'
import { useLostFiles } from './use-lost-files.ts'

/** What the dialog about saving shows; null without a dialog. */
export type Saving = { at: 'sending' | 'saving' | 'saved' | 'changed' } | { at: 'failed'; error: unknown } | null

/** The draft, and where it comes from. */
interface Edited {
  draft: FolioDraft
  /** The version that the draft started with. */
  version: number
  /** Whether it has changes that are not saved. */
  isTouched: boolean
  /** Raised when the whole draft is replaced, so that fields that hold their own text begin again. */
  epoch: number
}

/** The draft on this device if there is one; else what is saved. */
function beginWith(folio: Folio, userId: number): Edited {
  const saved = draftOf(folio)
  const stored = readFolioDraft(userId, saved)
  return { draft: saved, version: folio.version, ...stored, isTouched: stored !== null, epoch: 0 }
}

/**
 * The draft of the viewer's page. Each change is stored on the device at once. `isBehind`: the page was saved elsewhere since the draft was
 * started, so saving it now would be refused.
 */
function useDraft(folio: Folio, userId: number) {
  const { t } = useLingui()
  const [edited, setEdited] = useState(() => beginWith(folio, userId))
  const [isStored, setStored] = useState(true)
  const { draft, version, isTouched } = edited
  useEffect(() => {
    const save = () => setStored(storeFolioDraft(userId, isTouched ? { version, draft } : null))
    save()
    return isTouched ? onDraftGone(userId, save) : undefined
  }, [userId, isTouched, version, draft])

  const replace = (next: Omit<Edited, 'epoch'>) => setEdited((old) => ({ ...next, epoch: old.epoch + 1 }))
  const lost = useLostFiles(draft, folio, (update) => setEdited((old) => ({ ...old, draft: update(old.draft), epoch: old.epoch + 1 })))
  const takeSaved = () => replace({ draft: draftOf(folio), version: folio.version, isTouched: false })
  const isBehind = folio.version > version
  // Without changes there is nothing to lose: the newer save is shown.
  if (isBehind && !isTouched) takeSaved()

  /** Replaces the draft, with an undo. */
  const replaceWithUndo = (next: Omit<Edited, 'epoch'>, text: string) => {
    const before = edited
    replace(next)
    toast(text, 'info', { label: t`Undo`, run: () => replace(before) })
  }
  return {
    ...edited,
    ...lost,
    isStored,
    isBehind,
    change: (update: (draft: FolioDraft) => FolioDraft) => setEdited((old) => ({ ...old, draft: update(old.draft), isTouched: true })),
    /** The draft now follows a version: that of its own save, or a newer one of elsewhere, over which it may then be saved. */
    follow: (newer: number, isSaved: boolean) => setEdited((old) => ({ ...old, version: newer, isTouched: !isSaved })),
    /** Discards the draft. */
    discard: (text: string) => replaceWithUndo({ draft: draftOf(folio), version: folio.version, isTouched: false }, text),
    /** Makes the content of a save the draft: of the current one without changes, of an earlier one as a change. */
    goBackTo(save: Folio, text: string) {
      const isTouched = save.version !== folio.version
      replaceWithUndo({ draft: draftOf(save), version: isTouched ? version : folio.version, isTouched }, text)
    },
  }
}

/** The text of the fault of a field, once the draft was checked. */
function useFaults(draft: FolioDraft, name: string) {
  const { i18n } = useLingui()
  const [isShown, setShown] = useState(false)
  /** Files that the server has refused. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const settled = useDeferredValue(draft)
  const faults = useMemo(
    () => [...(isShown ? checkDraft(settled, name, 0).faults : []), ...faultsOfFiles(settled, gone)],
    [isShown, gone, settled, name],
  )
  const textOf = ({ rule }: FolioFault) => i18n._(RULE_TEXTS[rule] ?? RULE_TEXTS.other!)
  const errorOf = (field: string): string | null => {
    const fault = faults.find((one) => one.field === field)
    return fault ? textOf(fault) : null
  }
  return { errorOf, count: faults.length, show: setShown, showGone: setGone }
}

/**
 * The editor of the viewer's page. `publish` saves the draft, unless files are being sent (`sending`), a field is wrong, or the page was
 * saved elsewhere. `onFault` gets the first fault.
 */
export function useFolioEditor(folio: Folio, userId: number, sending: number, onFault: (fault: FolioFault) => void) {
  const draft = useDraft(folio, userId)
  const faults = useFaults(draft.draft, folio.name)
  const [saving, setSaving] = useState<Saving>(null)
  const save = useSaveFolio(folio.name)
  const reload = useReloadFolio(folio.name)
  // While an own save is being loaded again, the draft is not behind it.
  const isBehind = draft.isBehind && !save.isPending

  const publish = () => {
    if (save.isPending) return
    if (sending > 0) return setSaving({ at: 'sending' })
    if (isBehind) return setSaving({ at: 'changed' })
    const { body, faults: found } = checkDraft(draft.draft, folio.name, draft.version)
    faults.show(found.length > 0)
    if (!body) return onFault(found[0]!)
    setSaving({ at: 'saving' })
    save.mutate(body, {
      onSuccess: ({ version }) => {
        draft.follow(version, true)
        setSaving({ at: 'saved' })
      },
      onError: (error) => {
        const isChanged = error instanceof ApiError && error.code === 'folio_changed'
        if (isChanged) void reload()
        const gone = new Set(error instanceof ApiError && error.code === 'media_not_yours' ? readMissingFiles(error.details) : [])
        faults.showGone(gone)
        const [fault] = faultsOfFiles(draft.draft, gone)
        setSaving(isChanged ? { at: 'changed' } : fault ? null : { at: 'failed', error })
        if (fault) onFault(fault)
      },
    })
  }
  return { ...draft, isBehind, errorOf: faults.errorOf, faults: faults.count, saving, setSaving, publish }
}
