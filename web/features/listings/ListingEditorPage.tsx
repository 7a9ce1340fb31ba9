import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import type { Service } from '../../../workers/listings/services.schema.ts'
import { ApiError, listings } from '../../api.ts'
import { errorText } from '../../errors.ts'
import { loadCatalog } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import type { PageProps } from '../../routes.tsx'
import { useGate } from '../../shell/dialogs.tsx'
import { useTitle } from '../../shell/title.ts'
import { useViewer, type Viewer } from '../../shell/viewer.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/Toast.tsx'
import { bodyOf, type Draft, type DraftFault, draftOf, emptyDraft, keepDraft, keptDraft } from './draft.ts'
import { EditorForm } from './EditorForm.tsx'
import css from './ListingEditorPage.module.css'
import { serviceQuery, useToggle } from './queries.ts'
import { RULE_TEXTS } from './rule-texts.ts'

const NameDialog = lazy(() =>
  Promise.all([import('../profile/NameDialog.tsx'), loadCatalog('profile'), loadCatalog('uploads')]).then(([module]) => module),
)

/** How long the good news stands before the page it is about opens (ms). */
const REDIRECT_MS = 1000

/** Controls of the form that are told to be wrong: fields, the pictures and the main description. */
const MARKED = 'form :is([aria-invalid=true], [data-wrong] input, [data-wrong] [contenteditable=true])'

/** `/list/` and `/list/services/:id?` */
export default function ListingEditorPage({ params }: PageProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const gate = useGate()
  const id = /^[1-9]\d{0,9}$/.test(params.id ?? '') ? Number(params.id) : undefined
  useTitle(id ? t`Edit your service` : t`Post a service`)
  const { data, error, refetch, isFetching } = useQuery({ ...serviceQuery(id ?? 0), enabled: id !== undefined && Boolean(viewer) })

  // Login, then the terms; this page stays, and goes on by itself afterwards.
  const allowed = viewer?.creator === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: the door is opened once for each person who comes to it
  useEffect(() => {
    if (viewer !== undefined && !allowed) gate(() => {})
  }, [viewer === undefined, allowed])

  if (viewer === undefined || (id && !data && !error && viewer)) return <Waiting />
  if (!viewer || !allowed)
    return (
      <div className="wrap">
        <h1 className="unseen">
          <Trans>Post a service</Trans>
        </h1>
        <EmptyState
          drawing="search"
          title={<Trans>Say what you do well</Trans>}
          text={<Trans>Log in and accept the terms to publish. It costs nothing until somebody pays you.</Trans>}
        >
          <Button look="primary" onClick={() => gate(() => {})}>
            {viewer ? <Trans>Read the terms</Trans> : <Trans>Log in</Trans>}
          </Button>
        </EmptyState>
      </div>
    )
  if (id && error && !data)
    return error instanceof ApiError && error.status === 404 ? (
      <NotYours />
    ) : (
      <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />
    )
  if (data && data.poster.userId !== viewer.user_id) return <NotYours />
  return <Editor key={id ?? 'new'} viewer={viewer} service={id ? data : undefined} />
}

type Saving =
  | { at: 'saving' }
  | { at: 'done'; text: ReactNode }
  | { at: 'failed'; error: unknown }
  | { at: 'fault'; fault: DraftFault }
  | null

function Editor({ viewer, service }: { viewer: Viewer; service?: Service }) {
  const { t, i18n } = useLingui()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [start] = useState<Draft>(
    () =>
      keptDraft(viewer.user_id, service?.id, service?.updatedAt) ??
      (service ? draftOf(service) : emptyDraft([t`Basic`, t`Standard`, t`Premium`])),
  )
  const [state, setState] = useState<Saving>(null)
  const [naming, setNaming] = useState(viewer.name === null)

  async function save(draft: Draft) {
    setState({ at: 'saving' })
    try {
      // The server's word on whether it is on offer is newer than this page's.
      const enabled = service ? (client.getQueryData(serviceQuery(service.id).queryKey)?.enabled ?? true) : true
      const send = async (id?: number) => {
        const headers = { 'idempotency-key': draft.token }
        return (await listings.addService.$post({ json: { product: bodyOf(draft, id, enabled) } }, { headers })).json()
      }
      const { id, created } = await send(service?.id)
      // An earlier try did arrive, though its answer was lost: what was changed since goes after it.
      if (!service && !created) await send(id)
      keepDraft(viewer.user_id, service?.id, service?.updatedAt, null)
      await client.invalidateQueries({ queryKey: ['listings'] })
      client.removeQueries({ queryKey: serviceQuery(id).queryKey })
      setState({ at: 'done', text: service ? <Trans>Your service was updated.</Trans> : <Trans>Your service was added.</Trans> })
      setTimeout(() => navigate(paths.listing(id, draft.title)), REDIRECT_MS)
    } catch (error) {
      const details = error instanceof ApiError && error.code === 'listing_rule' ? (error.details as DraftFault) : null
      if (error instanceof ApiError && error.code === 'profile_required') setNaming(true)
      setState(details ? { at: 'fault', fault: details } : { at: 'failed', error })
    }
  }

  const close = () => setState(null)
  /** The first thing that is marked may stand far above the button that was pressed. */
  const mend = () => {
    flushSync(close)
    document.querySelector<HTMLElement>(MARKED)?.focus()
  }
  return (
    <div className={`wrap ${css.page}`}>
      <header className={css.head}>
        <div>
          <h1>{service ? <Trans>Edit your service</Trans> : <Trans>Post a service</Trans>}</h1>
          <p className="mute">
            <Trans>A few minutes of your time. Nothing is charged, ever, until somebody pays you.</Trans>
          </p>
        </div>
        <div className={css.acts}>
          <ButtonLink icon="list" href={paths.search('userId')}>
            <Trans>My listings</Trans>
          </ButtonLink>
          {service && (
            <ButtonLink icon="eye" href={paths.listing(service.id, service.title)}>
              <Trans>View as member</Trans>
            </ButtonLink>
          )}
        </div>
      </header>
      {service && <Standing service={service} />}
      <EditorForm
        viewer={viewer}
        service={service}
        start={start}
        saving={state?.at === 'saving'}
        onSave={save}
        onFault={(fault) => (fault.rule === 'profile_required' ? setNaming(true) : setState({ at: 'fault', fault }))}
      />
      {naming && (
        <Suspense fallback={null}>
          <NameDialog viewer={viewer} onClose={() => setNaming(false)} onSaved={() => setNaming(false)} />
        </Suspense>
      )}
      {state?.at === 'fault' && (
        <Dialog title={i18n._(RULE_TEXTS[state.fault.rule] ?? RULE_TEXTS.too_long)} onClose={mend}>
          <p>
            <Trans>The field is marked. Nothing you wrote is lost.</Trans>
          </p>
          <Button look="primary" wide onClick={mend}>
            <Trans>Back to the form</Trans>
          </Button>
        </Dialog>
      )}
      {(state?.at === 'saving' || state?.at === 'done') && (
        <Dialog title={state.at === 'done' ? state.text : <Trans>Saving your service</Trans>} onClose={close} locked>
          <p className={css.wait} role="status">
            {state.at === 'saving' && <Spinner />}
            {state.at === 'done' ? <Trans>Opening its page…</Trans> : <Trans>One moment…</Trans>}
          </p>
        </Dialog>
      )}
      {state?.at === 'failed' && (
        <Dialog title={<Trans>It could not be saved</Trans>} onClose={close}>
          <p>{errorText(state.error)}</p>
          <p className="mute">
            <Trans>Your draft is kept on this device. Trying again will not publish it twice.</Trans>
          </p>
          <Button look="primary" wide onClick={close}>
            <Trans>Back to the form</Trans>
          </Button>
        </Dialog>
      )}
    </div>
  )
}

/** Whether it is on offer, at once, and the way to take it down for good. */
function Standing({ service }: { service: Service }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const toggle = useToggle(service.id)
  const [asking, setAsking] = useState(false)
  const [removing, setRemoving] = useState(false)
  const remove = async () => {
    setRemoving(true)
    try {
      await listings.deleteListing.$post({ json: { id: service.id, listType: 'services' } })
      client.removeQueries({ queryKey: serviceQuery(service.id).queryKey })
      await client.invalidateQueries({ queryKey: ['listings'] })
      navigate(paths.search('userId'))
    } catch (error) {
      toast(errorText(error), 'bad')
      setRemoving(false)
    }
  }
  return (
    <div className={css.standing}>
      <Switch
        label={service.enabled ? <Trans>On offer: everybody can find and order it</Trans> : <Trans>Hidden: only you can see it</Trans>}
        checked={service.enabled}
        disabled={toggle.isPending}
        onChange={(enabled) => toggle.mutate(enabled, { onError: (error) => toast(errorText(error), 'bad') })}
      />
      <Button look="danger" icon="trash" small onClick={() => setAsking(true)}>
        <Trans>Delete</Trans>
      </Button>
      {asking && (
        <Dialog title={<Trans>Delete this service?</Trans>} onClose={() => setAsking(false)}>
          <p>
            <Trans>It disappears for everybody, for good. Orders already placed go on as agreed.</Trans>
          </p>
          <div className={css.acts}>
            <Button look="danger" onClick={remove} busy={removing}>
              <Trans>Delete it</Trans>
            </Button>
            <Button onClick={() => setAsking(false)}>
              <Trans>Keep it</Trans>
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  )
}

function NotYours() {
  return (
    <div className="wrap">
      <h1 className="unseen">
        <Trans>Edit your service</Trans>
      </h1>
      <EmptyState
        drawing="lost"
        title={<Trans>This listing is not yours to edit</Trans>}
        text={<Trans>It was taken down, or belongs to somebody else. Your own are one step away.</Trans>}
      >
        <ButtonLink look="primary" href={paths.search('userId')}>
          <Trans>My listings</Trans>
        </ButtonLink>
      </EmptyState>
    </div>
  )
}

function Waiting() {
  const { t } = useLingui()
  return (
    <div className={`wrap ${css.page}`} role="status" aria-label={t`Loading`}>
      <div className={css.head}>
        <Skeleton width="min(320px, 70%)" height={36} />
      </div>
      <div className={css.shape}>
        <Skeleton width="100%" height={46} />
        <Skeleton width="100%" height={46} />
        <Skeleton width="100%" height={90} />
        <Skeleton width="100%" height={220} />
      </div>
    </div>
  )
}
