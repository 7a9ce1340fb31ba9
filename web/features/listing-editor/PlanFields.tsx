import { Trans, useLingui } from '@lingui/react/macro'
import { LIMITS, parseUsd } from '../../../workers/listings/fields.schema.ts'
import { formatUsd } from '../../lib/format.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { TextArea, TextField } from '../../ui/Field.tsx'
import { Switch } from '../../ui/Switch.tsx'
import css from './EditorForm.module.css'
import { newPlan, type PlanDraft } from './service-draft.ts'

/** One to three plans. `errorOf(title, field)` is the error text of a plan's field. */
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
  const set = (key: string, change: Partial<PlanDraft>) => onChange(plans.map((plan) => (plan.key === key ? { ...plan, ...change } : plan)))
  const step = (text: string, by: number) => String(Math.min(LIMITS.deliveryDays, Math.max(1, (Number.parseInt(text, 10) || 0) + by)))

  return (
    <>
      {plans.map((plan, i) => {
        const error = (field: string) => errorOf(`options.${plan.title}.${field}`)
        const price = parseUsd(plan.price)
        return (
          <fieldset key={plan.key} className={css.plan}>
            <legend>
              <Trans>Plan {i + 1}</Trans>
            </legend>
            {plans.length > 1 && (
              <div className={css.drop}>
                <IconButton
                  icon="trash"
                  label={t`Remove plan ${i + 1}`}
                  onClick={() => onChange(plans.filter(({ key }) => key !== plan.key))}
                />
              </div>
            )}
            <TextField
              label={<Trans>Name</Trans>}
              value={plan.title}
              maxLength={LIMITS.optionTitle}
              error={i === 0 ? errorOf('options') : null}
              onChange={(event) => set(plan.key, { title: event.target.value })}
            />
            <div className={css.pair}>
              <TextField
                label={plan.hourly ? <Trans>Price per hour</Trans> : <Trans>Price</Trans>}
                before="$"
                inputMode="decimal"
                value={plan.price}
                error={error('price')}
                hint={price ? <Trans>You receive {formatUsd(price - Math.floor(price / 10))} after the fee of 10%.</Trans> : undefined}
                onChange={(event) => set(plan.key, { price: event.target.value })}
              />
              <div className={css.days}>
                <TextField
                  label={<Trans>Delivery in days</Trans>}
                  inputMode="numeric"
                  value={plan.delivery}
                  error={error('delivery')}
                  onChange={(event) => set(plan.key, { delivery: event.target.value })}
                />
                <IconButton
                  icon="minus"
                  label={t`One day less`}
                  look="quiet"
                  onClick={() => set(plan.key, { delivery: step(plan.delivery, -1) })}
                />
                <IconButton
                  icon="plus"
                  label={t`One day more`}
                  look="quiet"
                  onClick={() => set(plan.key, { delivery: step(plan.delivery, 1) })}
                />
              </div>
            </div>
            <TextArea
              label={<Trans>What’s included</Trans>}
              rows={2}
              value={plan.description}
              maxLength={LIMITS.optionDescription}
              error={error('description')}
              placeholder={t`One logo design, with files for the web.`}
              onChange={(event) => set(plan.key, { description: event.target.value })}
            />
            <TextArea
              label={<Trans>Features, one per line</Trans>}
              rows={3}
              value={plan.features}
              error={error('features')}
              onChange={(event) => set(plan.key, { features: event.target.value })}
            />
            <div className={css.pair}>
              <TextField
                label={<Trans>Revisions</Trans>}
                inputMode="numeric"
                value={plan.revisions}
                onChange={(event) => set(plan.key, { revisions: event.target.value.replace(/\D/g, '').slice(0, 2) })}
              />
              <div className={css.hourly}>
                <Switch label={<Trans>Hourly price</Trans>} checked={plan.hourly} onChange={(hourly) => set(plan.key, { hourly })} />
              </div>
            </div>
          </fieldset>
        )
      })}
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
