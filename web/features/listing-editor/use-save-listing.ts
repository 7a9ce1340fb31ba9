import { useLingui } from '@lingui/react/macro'
import { type RefObject, useCallback, useDeferredValue, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import type { Listing } from '../../../workers/listings/listings.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { paths } from '../../lib/paths.ts'
import { isPublished, refreshListing } from '../../queries/save-listing.ts'
import type { UploadStatus } from '../../queries/upload/use-uploads.ts'
import { afterDialogs } from '../../ui/back.ts'
import type { Draft, DraftFault } from './draft.ts'
import type { Editing, EditorProps, Form } from './editor-types.ts'
import { findInvalidControl, inFormOrder } from './form-faults.ts'
import { publish } from './publish.ts'
import { RULE_TEXTS } from './rule-texts.ts'
import { allFiles, beforeSaving, type Saving } from './saving.ts'

/** How long the success message stays before the listing's page opens (ms). */
const REDIRECT_MS = 1000

interface SaveOptions<D extends Draft, L extends Listing> {
  editing: Editing<D, L>
  viewer: EditorProps<L>['viewer']
  listing: L | undefined
  draft: D
  form: RefObject<HTMLFormElement | null>
  /** Called once the listing is saved. */
  onSaved: () => void
  /** Called when the viewer needs a name to publish. */
  onNameMissing: () => void
}

/** Saves a draft: looks for faults, waits for files that are being sent, then calls the server. `state` is what the dialog shows. */
export function useSaveListing<D extends Draft, L extends Listing>(options: SaveOptions<D, L>) {
  const { form, onNameMissing } = options
  const [state, setState] = useState<Saving>(null)
  const [parts, setParts] = useState<Record<string, UploadStatus>>({})
  const setUploadStatus = useCallback<Form['setUploadStatus']>((part, status) => setParts((old) => ({ ...old, [part]: status })), [])
  const files = allFiles(parts)
  const faults = useFaults(options)
  const call = useSaveCall(options)

  async function save(without = false) {
    // Renders the error texts now, because which fault comes first depends on their positions.
    flushSync(() => faults.show(null))
    const before = beforeSaving(inFormOrder(form.current, faults.find(), faults.textOf), files, without)
    setState(before ?? { at: 'saving' })
    if (before) return
    try {
      await call()
      setState({ at: 'done' })
    } catch (error) {
      const isRule = error instanceof ApiError && (error.code === 'listing_rule' || error.code === 'template_text')
      const fault = isRule ? (error.details as DraftFault) : null
      if (error instanceof ApiError && error.code === 'profile_required') onNameMissing()
      faults.show(fault)
      setState(fault ? { at: 'fault', fault } : { at: 'failed', error })
    }
  }

  // Continues once the files are uploaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: saves the draft as it is when the last file is uploaded
  useEffect(() => {
    if (state?.at === 'waiting' && !files.sending) void save()
  }, [state, files.sending])

  /**
   * Closes the dialog, then focuses the fault. It waits until the dialog's history entry is gone, because going back restores the scroll
   * position.
   */
  const focusFault = () => {
    const fault = state?.at === 'fault' ? state.fault : null
    const hasFailedFiles = state?.at === 'lacking'
    setState(null)
    if (fault?.rule === 'profile_required') return onNameMissing()
    afterDialogs(() => {
      if (hasFailedFiles) form.current?.querySelector<HTMLElement>('[data-failed] button')?.focus()
      else if (form.current && fault) findInvalidControl(form.current, faults.textOf(fault))?.focus()
    })
  }
  return { state, setState, save, focusFault, setUploadStatus, errorOf: faults.errorOf, faults: faults.list }
}

/** The faults of a draft, shown from the first attempt to save. `show` also sets a fault that only the server could find. */
function useFaults<D extends Draft, L extends Listing>({ editing, viewer, draft }: SaveOptions<D, L>) {
  const { i18n } = useLingui()
  const [isShown, setShown] = useState(false)
  const [refused, setRefused] = useState<DraftFault | null>(null)
  const seller = { name: viewer.name, wallet: viewer.payout }
  const settled = useDeferredValue(draft)
  const list = isShown ? editing.faultsOf(settled, seller) : []
  const textOf = ({ rule }: DraftFault) => i18n._(RULE_TEXTS[rule] ?? RULE_TEXTS.too_long)
  const errorOf = (field: string) => {
    // A fault of one entry (`media.2`) is also shown at the list (`media`), except for plans, which show their own faults.
    const fault = (list.length || !refused ? list : [refused]).find(
      (one) => one.field === field || (field !== 'options' && one.field.startsWith(`${field}.`)),
    )
    return fault ? textOf(fault) : null
  }
  const show = (fault: DraftFault | null) => {
    setShown(true)
    setRefused(fault)
  }
  return { list, textOf, errorOf, show, find: () => editing.faultsOf(draft, seller) }
}

/** The call that saves the draft, and then opens the listing's page. */
function useSaveCall<D extends Draft, L extends Listing>({ editing, listing, draft, onSaved }: SaveOptions<D, L>) {
  const [, navigate] = useLocation()
  const { listType } = editing
  return async () => {
    // Every attempt with this draft has the same key, also after a reload.
    const options = { headers: { 'idempotency-key': draft.token } }
    // The switch may have changed the cached state since the draft was read.
    const enabled = listing ? isPublished(listType, listing.id) : draft.enabled
    const send = (id: number | undefined) => editing.send({ ...draft, enabled }, id, options)
    const { id } = listing ? await send(listing.id) : { id: await publish(send) }
    onSaved()
    await refreshListing(listType, id)
    setTimeout(() => navigate(paths.listing(id, draft.title, listType)), REDIRECT_MS)
  }
}
