import { safeParse } from 'valibot'
import { LIMITS, type Seller } from '../../../workers/listings/fields.schema.ts'
import {
  DEFAULT_OPTION,
  type Service,
  type ServiceDraft as ServiceBody,
  type ServiceProduct,
  serviceBody,
  serviceRules,
} from '../../../workers/listings/services.schema.ts'
import { characters } from '../../../workers/shared/text.schema.ts'
import { parseUsd, usdText } from '../../../workers/shared/usd.schema.ts'
import { bodyFields, type Draft, type DraftFault, emptyFields, faultsOfParsed, fieldsOf, type Kind, parseWhole } from './draft.ts'

/** The draft of a plan: numbers as typed, one feature per line. `key` stays the same when the title changes. */
export interface PlanDraft {
  key: string
  title: string
  price: string
  delivery: string
  revisions: string
  hourly: boolean
  description: string
  features: string
}

export interface ServiceDraft extends Draft {
  plans: PlanDraft[]
}

const PLAN_TITLES = ['Basic', 'Standard', 'Premium'] as const

/** A new plan with the first of `titles` that no other plan has; '' if all are used. */
export function newPlan(others: PlanDraft[], titles: readonly string[] = PLAN_TITLES): PlanDraft {
  const { price, delivery, revisions, hourly, description } = DEFAULT_OPTION
  const title = titles.find((name) => others.every((plan) => plan.title.trim() !== name)) ?? ''
  return {
    key: crypto.randomUUID(),
    title,
    price: usdText(price),
    delivery: String(delivery),
    revisions: String(revisions),
    hourly,
    description,
    features: '',
  }
}

export const emptyService = (kind: Kind = 'FREELANCE', titles?: readonly string[]): ServiceDraft => ({
  ...emptyFields(kind),
  plans: [newPlan([], titles)],
})

/** The draft of an existing service. */
export const serviceDraftOf = (service: Service): ServiceDraft => ({
  ...fieldsOf(service),
  plans: Object.entries(service.options).map(([title, plan]) => ({
    key: crypto.randomUUID(),
    title,
    price: usdText(plan.price),
    delivery: String(plan.delivery),
    revisions: String(plan.revisions),
    hourly: plan.hourly,
    description: plan.description,
    features: plan.features.join('\n'),
  })),
})

/** The body to send for a draft. */
export const serviceBodyOf = (draft: ServiceDraft, id?: number): ServiceBody => ({
  ...bodyFields(draft, id),
  options: Object.fromEntries(
    draft.plans.map((plan) => [
      plan.title,
      {
        price: parseUsd(plan.price) ?? 0,
        delivery: parseWhole(plan.delivery, 0),
        revisions: parseWhole(plan.revisions, 0),
        hourly: plan.hourly,
        description: plan.description,
        features: plan.features
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean),
      },
    ]),
  ),
})

/** Finds the faults of a draft, in the order to show them; none if the server will accept it. */
export function serviceFaults(draft: ServiceDraft, seller: Seller): DraftFault[] {
  const titles = draft.plans.map((plan) => plan.title.trim())
  // Plans with the same name would be merged before a rule could find them.
  const named: DraftFault[] =
    titles.includes('') || new Set(titles).size < titles.length || titles.some((title) => characters(title) > LIMITS.optionTitle)
      ? [{ field: 'options', rule: 'titles' }]
      : []
  const parsed = safeParse(serviceBody, serviceBodyOf(draft))
  const faults = faultsOfParsed<ServiceProduct>(parsed, (product) => serviceRules(product, seller))
  return [...faults.filter(({ rule }) => rule !== 'titles'), ...named]
}
