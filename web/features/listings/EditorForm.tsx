import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { LIMITS, parseUsd } from '../../../workers/listings/fields.schema.ts'
import { htmlText } from '../../../workers/listings/richtext.schema.ts'
import type { ServiceCard as Card, Service } from '../../../workers/listings/services.schema.ts'
import { categoryLabel, FREELANCE } from '../../../workers/listings/taxonomy.schema.ts'
import { characters, cleanLine } from '../../../workers/listings/text.schema.ts'
import { pictureOf } from '../../../workers/uploads/media.schema.ts'
import type { Viewer } from '../../shell/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Count, FieldError, Select, TextArea, TextField } from '../../ui/Field.tsx'
import { ServiceCard } from '../../ui/ServiceCard.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { MediaUploader } from '../uploads/MediaUploader.tsx'
import { type Draft, type DraftFault, faultsOf, keepDraft } from './draft.ts'
import css from './EditorForm.module.css'
import { PlanFields } from './PlanFields.tsx'
import { RULE_TEXTS } from './rule-texts.ts'

const RichEditor = lazy(() => import('./RichEditor.tsx'))

/** The form of a service. `onSave` gets a draft nothing is wrong with; `onFault` the first thing that is. */
export function EditorForm({
  viewer,
  service,
  start,
  onSave,
  onFault,
  saving,
}: {
  viewer: Viewer
  service?: Service
  start: Draft
  onSave: (draft: Draft) => void
  onFault: (fault: DraftFault) => void
  saving: boolean
}) {
  const { t, i18n } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(start)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [late, setLate] = useState(false)
  const set = (change: Partial<Draft>) => setDraft((old) => ({ ...old, ...change }))
  const descriptionId = useId()

  // Every change is kept, so that a reload or a crash loses nothing.
  useEffect(() => {
    if (draft !== start) keepDraft(viewer.user_id, service?.id, service?.updatedAt, draft)
  }, [draft, start, viewer.user_id, service])

  const seller = { name: viewer.name, wallet: viewer.accounts[0] ?? null }
  const settled = useDeferredValue(draft)
  const faults = tried ? faultsOf(settled, seller) : []
  const errorOf = (field: string) => {
    // A fault of a list's entry is told at the list; the plans tell theirs one by one.
    const fault = faults.find((one) => one.field === field || (field !== 'options' && one.field.startsWith(`${field}.`)))
    return fault ? i18n._(RULE_TEXTS[fault.rule]) : null
  }

  const save = () => {
    setTried(true)
    if (busy) return setLate(true)
    const [fault] = faultsOf(draft, seller)
    if (!fault) return onSave(draft)
    onFault(fault)
    // Once the page shows it: the first marked field is where to go on.
    requestAnimationFrame(() => form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' }))
  }

  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <div className={css.fields}>
        <Part title={<Trans>The card</Trans>} text={<Trans>What people see first, on the home page and in search.</Trans>}>
          <TextField
            label={<Trans>Title</Trans>}
            value={draft.title}
            error={errorOf('title')}
            hint={<Count now={characters(draft.title)} of={LIMITS.title} />}
            placeholder={t`Logo and identity for small studios`}
            onChange={(event) => set({ title: event.target.value })}
          />
          <Select
            label={<Trans>Category</Trans>}
            value={draft.category}
            error={errorOf('category')}
            options={[['', t`Choose a category`], ...FREELANCE.map((one) => [one.id, one[i18n.locale === 'ja' ? 'ja' : 'en']] as const)]}
            onChange={(event) => set({ category: event.target.value })}
          />
          <TextArea
            label={<Trans>Card description</Trans>}
            rows={2}
            value={draft.descriptionPreview}
            error={errorOf('descriptionPreview')}
            hint={<Count now={characters(draft.descriptionPreview)} of={LIMITS.descriptionPreview} />}
            onChange={(event) => set({ descriptionPreview: event.target.value })}
          />
        </Part>
        <Part title={<Trans>Pictures</Trans>} text={<Trans>The first one is the cover. Show the work, not your tools.</Trans>}>
          <MediaUploader
            value={draft.media}
            onChange={(media) => set({ media })}
            max={LIMITS.media}
            error={errorOf('media')}
            onBusy={setBusy}
          />
        </Part>
        <Part
          title={<Trans>Main description</Trans>}
          text={<Trans>At least 100 characters: what you do, how it goes, and what people keep.</Trans>}
        >
          <div className={css.rich}>
            <Suspense fallback={<Skeleton width="100%" height={274} />}>
              <RichEditor
                html={start.description}
                label={t`Main description`}
                error={errorOf('description') !== null}
                describedBy={descriptionId}
                onChange={(description) => set({ description })}
              />
            </Suspense>
            <Count now={characters(cleanLine(htmlText(settled.description)))} of={LIMITS.description} />
            {errorOf('description') && <FieldError id={descriptionId}>{errorOf('description')}</FieldError>}
          </div>
        </Part>
        <Part
          title={<Trans>Plans</Trans>}
          text={<Trans>One to three ways to buy it. Payment is held in escrow until the buyer releases it.</Trans>}
        >
          <PlanFields plans={draft.plans} onChange={(plans) => set({ plans })} errorOf={errorOf} />
        </Part>
        {errorOf('seller') && <FieldError>{errorOf('seller')}</FieldError>}
        {busy && late && (
          <p role="status" className={css.late}>
            <Trans>Your files are still on their way. Save when they have arrived.</Trans>
          </p>
        )}
        <div className={css.save}>
          <p className="small mute">
            <Trans>Your draft is kept on this device while you write.</Trans>
          </p>
          <Button look="primary" type="submit" busy={saving}>
            {service ? <Trans>Save changes</Trans> : <Trans>Publish</Trans>}
          </Button>
        </div>
      </div>
      <aside className={css.preview} aria-label={t`Preview`}>
        <p className={css.label}>
          <Trans>How it will look</Trans>
        </p>
        <div inert>
          <ServiceCard card={cardOf(settled, viewer, t`Your title stands here`)} />
        </div>
      </aside>
    </form>
  )
}

function Part({ title, text, children }: { title: ReactNode; text: ReactNode; children: ReactNode }) {
  return (
    <section className={css.part}>
      <header>
        <h2>{title}</h2>
        <p className="mute">{text}</p>
      </header>
      <div className={css.inside}>{children}</div>
    </section>
  )
}

/** The draft as the grid would show it. */
function cardOf(draft: Draft, viewer: Viewer, title: string): Card {
  const prices = draft.plans.map((plan) => ({ price: parseUsd(plan.price) ?? 0, hourly: plan.hourly }))
  const cheapest = prices.reduce((least, one) => (one.price < least.price ? one : least), prices[0]!)
  return {
    id: 0,
    listType: 'services',
    lang: '',
    category: draft.category,
    categoryLabel: categoryLabel('services', draft.category),
    place: null,
    title: draft.title.trim() || title,
    descriptionPreview: draft.descriptionPreview,
    ...cheapest,
    picture: draft.media.find((media) => pictureOf(media) !== null) ?? null,
    poster: { userId: viewer.user_id, name: viewer.name ?? '…', title: '', image: viewer.image, country: null },
    rating: null,
    enabled: true,
    createdAt: 0,
  }
}
