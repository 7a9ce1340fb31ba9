import { Trans, useLingui } from '@lingui/react/macro'
import { LIMITS } from '../../../workers/listings/fields.schema.ts'
import { parseUsd } from '../../../workers/shared/usd.schema.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { TextArea, TextField } from '../../ui/Field.tsx'
import { Switch } from '../../ui/Switch.tsx'
import css from './EditorForm.module.css'
import { SellerReceives } from './SellerReceives.tsx'
import { newPlan, type PlanDraft } from './service-draft.ts'

/** One to three plans. `errorOf` takes a path such as `options.Basic.price`. */
export function PlanFields({
  plans,
  onChange,
  errorOf,
}: {
  plans: PlanDraft[]
  onChange: (plans: PlanDraft[]) => void
  errorOf: (field: string) => string | null
}) {
  const { t } = useLingui()
  return (
    <>
      {plans.map((plan, i) => (
        <PlanFieldset
          key={plan.key}
          plan={plan}
          number={i + 1}
          set={(change) => onChange(plans.map((one) => (one === plan ? { ...one, ...change } : one)))}
          onRemove={plans.length > 1 ? () => onChange(plans.filter((one) => one !== plan)) : undefined}
          titleError={i === 0 ? errorOf('options') : null}
          errorOf={(field) => errorOf(`options.${plan.title}.${field}`)}
        />
      ))}
      {plans.length < LIMITS.options && (
        <div>
          <Button icon="plus" onClick={() => onChange([...plans, newPlan(plans, [t`Basic`, t`Standard`, t`Premium`])])}>
            <Trans>Add a plan</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

function PlanFieldset({
  plan,
  number,
  set,
  onRemove,
  titleError,
  errorOf,
}: {
  plan: PlanDraft
  number: number
  set: (change: Partial<PlanDraft>) => void
  onRemove: (() => void) | undefined
  titleError: string | null
  errorOf: (field: string) => string | null
}) {
  const { t } = useLingui()
  const price = parseUsd(plan.price)
  return (
    <fieldset className={css.plan}>
      <legend>
        <Trans>Plan {number}</Trans>
      </legend>
      {onRemove && (
        <div className={css.drop}>
          <IconButton icon="trash" label={t`Remove plan ${number}`} onClick={onRemove} />
        </div>
      )}
      <TextField
        label={<Trans>Name</Trans>}
        value={plan.title}
        maxLength={LIMITS.optionTitle}
        error={titleError}
        onChange={(event) => set({ title: event.target.value })}
      />
      <div className={css.pair}>
        <TextField
          label={plan.hourly ? <Trans>Price per hour</Trans> : <Trans>Price</Trans>}
          before="$"
          inputMode="decimal"
          value={plan.price}
          error={errorOf('price')}
          hint={price ? <SellerReceives price={price} /> : undefined}
          onChange={(event) => set({ price: event.target.value })}
        />
        <DaysField value={plan.delivery} onChange={(delivery) => set({ delivery })} error={errorOf('delivery')} />
      </div>
      <TextArea
        label={<Trans>What’s included</Trans>}
        rows={2}
        value={plan.description}
        maxLength={LIMITS.optionDescription}
        error={errorOf('description')}
        placeholder={t`One logo design, with files for the web.`}
        onChange={(event) => set({ description: event.target.value })}
      />
      <TextArea
        label={<Trans>Features, one per line</Trans>}
        rows={3}
        value={plan.features}
        error={errorOf('features')}
        onChange={(event) => set({ features: event.target.value })}
      />
      <div className={css.pair}>
        <TextField
          label={<Trans>Revisions</Trans>}
          inputMode="numeric"
          value={plan.revisions}
          onChange={(event) => set({ revisions: event.target.value.replace(/\D/g, '').slice(0, 2) })}
        />
        <div className={css.hourly}>
          <Switch label={<Trans>Hourly price</Trans>} checked={plan.hourly} onChange={(hourly) => set({ hourly })} />
        </div>
      </div>
    </fieldset>
  )
}

/** The days of delivery: typed, or changed by one with the buttons. */
function DaysField({ value, onChange, error }: { value: string; onChange: (days: string) => void; error: string | null }) {
  const { t } = useLingui()
  const step = (by: number) => onChange(String(Math.min(LIMITS.deliveryDays, Math.max(1, (Number.parseInt(value, 10) || 0) + by))))
  return (
    <div className={css.days}>
      <TextField
        label={<Trans>Delivery in days</Trans>}
        inputMode="numeric"
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      <IconButton icon="minus" label={t`Remove one day`} look="quiet" onClick={() => step(-1)} />
      <IconButton icon="plus" label={t`Add one day`} look="quiet" onClick={() => step(1)} />
    </div>
  )
}
