import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import type { Seller } from '../../../workers/listings/fields.schema.ts'
import type { Listing } from '../../../workers/listings/listings.schema.ts'
import { countryOf } from '../../../workers/shared/countries.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { type ListType, paths } from '../../lib/paths.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { isPublished, refreshListing, type SavedListing } from '../../queries/save-listing.ts'
import type { UploadStatus } from '../../queries/upload/use-uploads.ts'
import { useDialogOpen } from '../../session/dialogs.ts'
import type { Viewer } from '../../session/viewer.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { afterDialogs } from '../../ui/back.ts'
import { FieldError } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { type Draft, type DraftFault, type Kind, readDraft, storeDraft } from './draft.ts'
import css from './EditorForm.module.css'
import { KindField } from './KindField.tsx'
import { EDITOR_TEXTS } from './kind-texts.ts'
import page from './ListingEditorPage.module.css'
import { PublishControls } from './PublishControls.tsx'
import { publish } from './publish.ts'
import { RULE_TEXTS } from './rule-texts.ts'
import { SavingDialog } from './SavingDialog.tsx'
import { allFiles, beforeSaving, type Saving } from './saving.ts'
import { type TextHelper, useTextHelp } from './use-text-help.ts'

const NameDialog = lazyComponent(() => import('../profile/NameDialog.tsx'), ['profile', 'uploads'])

/** How long the success message stays before the listing's page opens (ms). */
const REDIRECT_MS = 1000

/** Controls marked as invalid: fields, the pictures and the main description. */
const MARKED = ':is([aria-invalid=true], [data-wrong] input, [data-wrong] [contenteditable=true])'

/** The control that an error text belongs to, or else the first invalid one. */
function markedBy(form: HTMLFormElement, text: string): HTMLElement | null {
  const told = [...form.querySelectorAll('[role=alert]')].find((one) => one.textContent === text)
  const tied = told?.id ? form.querySelector<HTMLElement>(`[aria-describedby~="${CSS.escape(told.id)}"]`) : null
  return tied ?? told?.closest('[data-wrong]')?.querySelector<HTMLElement>('input') ?? form.querySelector<HTMLElement>(MARKED)
}

/** Whether buyers pay on Warren: always for services, optionally for events. */
const isPaid = (listType: ListType, draft: Draft & { paid?: boolean }) => listType === 'services' || (listType === 'events' && draft.paid)

/** Sorts faults by the position of their texts in the form; those without a text come last. */
function inFormOrder(form: HTMLFormElement | null, faults: DraftFault[], textOf: (fault: DraftFault) => string): DraftFault[] {
  const shown = [...(form?.querySelectorAll('[role=alert]') ?? [])].map(({ textContent }) => textContent)
  const place = (fault: DraftFault) => shown.indexOf(textOf(fault)) + 1 || Number.POSITIVE_INFINITY
  return faults.toSorted((a, b) => (place(a) < place(b) ? -1 : Number(place(a) > place(b))))
}

/** What differs between services, jobs and events. */
export interface Editing<D extends Draft, L extends Listing> {
  listType: ListType
  empty: (kind: Kind) => D
  draftOf: (listing: L) => D
  /** Finds the faults of a draft, in the order to show them. */
  faultsOf: (draft: D, seller: Seller) => DraftFault[]
  /** Publishes the draft, or with an id saves it. */
  send: (draft: D, id: number | undefined, options: { headers: { 'idempotency-key': string } }) => Promise<SavedListing>
}

/** What the fields of a form get. `start` is the draft the form opened with. */
export interface Form<D extends Draft = Draft> {
  draft: D
  start: D
  set: (change: Partial<D>) => void
  /** The error text of a field. */
  errorOf: (field: string) => string | null
  /** Must be called with the upload status of a part of the form, whenever it changes. */
  setUploadStatus: (part: 'media' | 'description', status: UploadStatus) => void
  help: TextHelper
}

/** `listing` is missing for a new one, whose kind is `kind`. */
export interface EditorProps<L extends Listing> {
  viewer: Viewer
  listing?: L
  /** Null: the kind of the stored draft, or else a freelance service. */
  kind: Kind | null
}

/**
 * The page to create or edit a listing of any kind: header, form with its stored draft, faults, saving and its result. `fields` draws the
 * form, `preview` the listing as others will see it.
 */
export function Editor<D extends Draft, L extends Listing>({
  editing,
  viewer,
  listing,
  kind,
  fields,
  preview,
}: EditorProps<L> & { editing: Editing<D, L>; fields: (form: Form<D>) => ReactNode; preview: (draft: D) => ReactNode }) {
  const { t, i18n } = useLingui()
  const { listType } = editing
  const texts = EDITOR_TEXTS[listType]
  usePrefetch(true, NameDialog)
  const [, navigate] = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const [start] = useState<D>(() => {
    const fresh = listing ? editing.draftOf(listing) : { ...editing.empty(kind ?? 'FREELANCE'), country: countryOf(viewer.geoIp) }
    const kept = readDraft<D>(viewer.user_id, listType, listing?.id, listing?.updatedAt)
    // The stored draft of another kind has other categories.
    const other = kind && kept?.kind && !listing && kept.kind !== kind ? { kind, category: '', subCategory: '', local: fresh.local } : {}
    return { ...fresh, ...kept, ...other }
  })
  const [draft, setDraft] = useState(start)
  const [tried, setTried] = useState(false)
  const [parts, setParts] = useState<Record<string, UploadStatus>>({})
  const files = allFiles(parts)
  const setUploadStatus = useCallback<Form['setUploadStatus']>((part, now) => setParts((old) => ({ ...old, [part]: now })), [])
  const [state, setState] = useState<Saving>(null)
  /** A fault found by the server; shown until the next attempt to save. */
  const [refused, setRefused] = useState<DraftFault | null>(null)
  const [naming, setNaming] = useState(viewer.name === null)
  const otherDialog = useDialogOpen()
  const set = (change: Partial<D>) => {
    help.heard(change)
    setDraft((old) => ({ ...old, ...change }))
  }
  const { title, descriptionPreview, description } = draft
  const help = useTextHelp({
    title,
    listType,
    values: { descriptionPreview, description },
    before: start.proposed,
    write: (texts, proposed) => set({ ...texts, proposed } as Partial<D>),
  })
  const keep = (kept: D | null) => storeDraft(viewer.user_id, listType, listing?.id, listing?.updatedAt, kept)

  // Every change is stored. A published or deleted listing has no draft any more.
  const over = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the draft is anything to keep
  useEffect(() => {
    if (draft !== start && !over.current) keep(draft)
  }, [draft, start])
  const forget = () => {
    over.current = true
    keep(null)
  }

  const seller = { name: viewer.name, wallet: viewer.payout }
  const settled = useDeferredValue(draft)
  const faults = tried ? editing.faultsOf(settled, seller) : []
  const textOf = ({ rule }: DraftFault) => i18n._(RULE_TEXTS[rule] ?? RULE_TEXTS.too_long)
  const errorOf = (field: string) => {
    // A fault in an entry of a list is shown at the list; plans show theirs themselves.
    const fault = (faults.length || !refused ? faults : [refused]).find(
      (one) => one.field === field || (field !== 'options' && one.field.startsWith(`${field}.`)),
    )
    return fault ? textOf(fault) : null
  }

  async function save(without = false) {
    // Rendered now, because the positions of the error texts decide which fault comes first.
    flushSync(() => {
      setTried(true)
      setRefused(null)
    })
    const before = beforeSaving(inFormOrder(form.current, editing.faultsOf(draft, seller), textOf), files, without)
    setState(before ?? { at: 'saving' })
    if (before) return
    try {
      // The same key for every attempt with this draft, also after a reload.
      const options = { headers: { 'idempotency-key': draft.token } }
      // The cached state is newer than this page's: the switch may have changed it.
      const enabled = listing ? isPublished(listType, listing.id) : draft.enabled
      const sent = { ...draft, enabled }
      const send = (id: number | undefined) => editing.send(sent, id, options)
      const { id } = listing ? await send(listing.id) : { id: await publish(send) }
      forget()
      await refreshListing(listType, id)
      setState({ at: 'done' })
      setTimeout(() => navigate(paths.listing(id, draft.title, listType)), REDIRECT_MS)
    } catch (error) {
      const broken = error instanceof ApiError && (error.code === 'listing_rule' || error.code === 'template_text')
      const details = broken ? (error.details as DraftFault) : null
      if (error instanceof ApiError && error.code === 'profile_required') setNaming(true)
      setRefused(details)
      setState(details ? { at: 'fault', fault: details } : { at: 'failed', error })
    }
  }

  // Continues once the files have arrived.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the draft as it is once the last file has arrived
  useEffect(() => {
    if (state?.at === 'waiting' && !files.sending) void save()
  }, [state, files.sending])

  /**
   * Focuses the fault, which may be far above the button. Waits until the dialog's entry has left the history, because going back restores
   * the scroll position.
   */
  const mend = () => {
    const fault = state?.at === 'fault' ? state.fault : null
    const lacking = state?.at === 'lacking'
    setState(null)
    if (fault?.rule === 'profile_required') return setNaming(true)
    afterDialogs(() => {
      if (lacking) form.current?.querySelector<HTMLElement>('[data-failed] button')?.focus()
      else if (form.current && fault) markedBy(form.current, textOf(fault))?.focus()
    })
  }
  return (
    <div className={`wrap ${page.page}`}>
      <header className={page.head}>
        <div>
          <h1>{i18n._(listing ? texts.edit : texts.post)}</h1>
          <p className="mute">
            {listType === 'services' ? (
              <Trans>It takes a few minutes and costs nothing until you are paid.</Trans>
            ) : (
              <Trans>It takes a few minutes and costs nothing.</Trans>
            )}
          </p>
        </div>
        <div className={page.acts}>
          <ButtonLink icon="list" href={paths.search('userId')}>
            <Trans>My listings</Trans>
          </ButtonLink>
          {listing && (
            <ButtonLink icon="eye" href={paths.asMember(listing.id, listing.title, listType)}>
              <Trans>View as member</Trans>
            </ButtonLink>
          )}
        </div>
      </header>
      {listing && <PublishControls listing={listing} onGone={forget} />}
      {!viewer.payout && isPaid(listType, draft) && (
        <div className={page.wallet}>
          <Notice>
            <p>
              <Trans>To publish this, link a wallet to receive payments. Your draft is kept meanwhile.</Trans>
            </p>
            <ButtonLink href={paths.settings()}>
              <Trans>Open the settings</Trans>
            </ButtonLink>
          </Notice>
        </div>
      )}
      <form
        ref={form}
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div className={css.fields}>
          <KindField
            viewer={viewer}
            draft={draft}
            touched={draft !== start}
            listType={listType}
            id={listing?.id}
            set={(change) => set(change as Partial<D>)}
            errorOf={errorOf}
          />
          {fields({ draft, start, set, errorOf, setUploadStatus, help })}
          {!listing && (
            <Switch
              label={<Trans>Publish immediately</Trans>}
              checked={draft.enabled}
              onChange={(enabled) => set({ enabled } as Partial<D>)}
            />
          )}
          {errorOf('seller') && <FieldError>{errorOf('seller')}</FieldError>}
          <div className={css.save} data-bottom="always">
            <p className="small mute">
              <Trans>Your draft is saved on this device.</Trans>
            </p>
            <Button look="primary" type="submit" busy={state?.at === 'saving'}>
              {listing ? <Trans>Save changes</Trans> : <Trans>Publish</Trans>}
            </Button>
          </div>
        </div>
        <aside className={css.preview} aria-label={t`Preview`}>
          <p className={css.label}>
            <Trans>How it will look</Trans>
          </p>
          <div inert className={css.shown}>
            {preview(settled)}
          </div>
        </aside>
      </form>
      {naming && !otherDialog && (
        <Suspense>
          <NameDialog viewer={viewer} onClose={() => setNaming(false)} onSaved={() => setNaming(false)} />
        </Suspense>
      )}
      {state && (
        <SavingDialog
          state={state}
          marked={new Set(faults.map(({ field }) => field)).size}
          texts={texts}
          isNew={!listing}
          onClose={() => setState(null)}
          onMend={mend}
          onWithout={() => save(true)}
        />
      )}
    </div>
  )
}
