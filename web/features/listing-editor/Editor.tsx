import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useDeferredValue, useRef, useState } from 'react'
import type { Listing } from '../../../workers/listings/listings.schema.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { type ListType, paths } from '../../lib/paths.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { useDialogOpen } from '../../session/dialogs.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Switch } from '../../ui/Switch.tsx'
import type { Draft } from './draft.ts'
import css from './EditorForm.module.css'
import type { Editing, EditorProps, Form } from './editor-types.ts'
import { KindField } from './KindField.tsx'
import { EDITOR_TEXTS } from './kind-texts.ts'
import page from './ListingEditorPage.module.css'
import { PublishControls } from './PublishControls.tsx'
import { SavingDialog } from './SavingDialog.tsx'
import { useDraftStorage } from './use-draft-storage.ts'
import { useSaveListing } from './use-save-listing.ts'
import { useTextHelp } from './use-text-help.ts'

const NameDialog = lazyComponent(() => import('../profile/NameDialog.tsx'), ['profile', 'uploads'])

/** Whether buyers pay on Warren: always for services, optionally for events. */
const isPaid = (listType: ListType, draft: Draft & { paid?: boolean }) => listType === 'services' || (listType === 'events' && draft.paid)

/**
 * The page to create or edit a listing of any kind: header, form with a stored draft, faults, saving and the result. `fields` renders
 * the fields of the form, `preview` the card of the listing as others will see it.
 */
export function Editor<D extends Draft, L extends Listing>({
  editing,
  fields,
  preview,
  ...props
}: EditorProps<L> & { editing: Editing<D, L>; fields: (form: Form<D>) => ReactNode; preview: (draft: D) => ReactNode }) {
  const { viewer, listing } = props
  const { listType } = editing
  usePrefetch(true, NameDialog)
  const otherDialog = useDialogOpen()
  const { form, start, draft, settled, set, help, forget, naming, setNaming, saving } = useEditor(editing, props)
  const { state, setState, save, focusFault, setUploadStatus, errorOf, faults } = saving
  return (
    <div className={`wrap ${page.page}`}>
      <Header listType={listType} listing={listing} />
      {listing && <PublishControls listing={listing} onGone={forget} />}
      {!viewer.payout && isPaid(listType, draft) && <WalletNotice />}
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
          <SaveBar isNew={!listing} isPublished={draft.enabled} isSaving={state?.at === 'saving'} />
        </div>
        <Preview>{preview(settled)}</Preview>
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
          texts={EDITOR_TEXTS[listType]}
          isNew={!listing}
          onClose={() => setState(null)}
          onMend={focusFault}
          onWithout={() => save(true)}
        />
      )}
    </div>
  )
}

/** The draft of the form, the generation of its texts, and saving it. */
function useEditor<D extends Draft, L extends Listing>(editing: Editing<D, L>, props: EditorProps<L>) {
  const { viewer, listing } = props
  const { listType } = editing
  const form = useRef<HTMLFormElement>(null)
  const [naming, setNaming] = useState(viewer.name === null)
  const { start, draft, change, forget } = useDraftStorage(editing, props)
  const settled = useDeferredValue(draft)
  const set = (changes: Partial<D>) => {
    help.heard(changes)
    change(changes)
  }
  const { title, descriptionPreview, description } = draft
  const help = useTextHelp({
    title,
    listType,
    values: { descriptionPreview, description },
    before: start.proposed,
    write: (texts, proposed) => set({ ...texts, proposed } as Partial<D>),
  })
  const saving = useSaveListing({
    editing,
    viewer,
    listing,
    draft,
    form,
    onSaved: forget,
    onNameMissing: () => setNaming(true),
  })
  return { form, start, draft, settled, set, help, forget, naming, setNaming, saving }
}

/** The title of the page, and links to the viewer's listings and to this listing as members see it. */
function Header({ listType, listing }: { listType: ListType; listing: Listing | undefined }) {
  const { i18n } = useLingui()
  const texts = EDITOR_TEXTS[listType]
  return (
    <header className={page.head}>
      <div>
        <h1>{i18n._(listing ? texts.edit : texts.post)}</h1>
        <p className="mute">
          {listType === 'services' ? (
            <Trans>It takes a few minutes. Posting is free; the platform fee is due only when an order is completed.</Trans>
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
  )
}

/** Says that a wallet must be linked before the listing can be published. */
function WalletNotice() {
  return (
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
  )
}

function SaveBar({ isNew, isPublished, isSaving }: { isNew: boolean; isPublished: boolean; isSaving: boolean }) {
  return (
    <div className={css.save} data-bottom="always">
      <p className="small mute">
        <Trans>Your draft is saved on this device.</Trans>
      </p>
      <Button look="primary" type="submit" busy={isSaving}>
        {!isNew ? <Trans>Save changes</Trans> : isPublished ? <Trans>Publish</Trans> : <Trans>Save</Trans>}
      </Button>
    </div>
  )
}

function Preview({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return (
    <aside className={css.preview} aria-label={t`Preview`}>
      <p className={css.label}>
        <Trans>How it will look</Trans>
      </p>
      <div inert className={css.shown}>
        {children}
      </div>
    </aside>
  )
}
