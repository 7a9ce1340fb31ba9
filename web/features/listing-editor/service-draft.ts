import { safeParse } from 'valibot'
import { LIMITS, parseUsd, type Seller, usdText } from '../../../workers/listings/fields.schema.ts'
import {
  DEFAULT_OPTION,
  type Service,
  type ServiceDraft as ServiceBody,
  type ServiceProduct,
  serviceBody,
  serviceRules,
} from '../../../workers/listings/services.schema.ts'
import { bodyFields, type Draft, type DraftFault, emptyFields, faultsOfParsed, fieldsOf, type Kind, wholeOf } from './draft.ts'

/** A plan while it is written: numbers as typed, features one a line. `key` stays when the title changes. */
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

/** A service while it is written. */
export interface ServiceDraft extends Draft {
  plans: PlanDraft[]
}

const PLAN_TITLES = ['Basic', 'Standard', 'Premium'] as const

/** A further plan, under a name that is still free. */
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

/** A service as its form begins. */
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

/** What is sent for a draft. */
export const serviceBodyOf = (draft: ServiceDraft, id?: number): ServiceBody => ({
  ...bodyFields(draft, id),
  options: Object.fromEntries(
    draft.plans.map((plan) => [
      plan.title,
      {
        price: parseUsd(plan.price) ?? 0,
        delivery: wholeOf(plan.delivery, 0),
        revisions: wholeOf(plan.revisions, 0),
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

/** Everything wrong with a draft, in the order it is to be told; none: the server will take it as it is. */
export function serviceFaults(draft: ServiceDraft, seller: Seller): DraftFault[] {
  const titles = draft.plans.map((plan) => plan.title.trim())
  // Two plans of one name would become one before anybody could tell.
  const named: DraftFault[] =
    titles.includes('') || new Set(titles).size < titles.length || titles.some((title) => [...title].length > LIMITS.optionTitle)
      ? [{ field: 'options', rule: 'titles' }]
      : []
  const parsed = safeParse(serviceBody, serviceBodyOf(draft))
  const faults = faultsOfParsed<ServiceProduct>(parsed, (product) => serviceRules(product, seller))
  return [...faults.filter(({ rule }) => rule !== 'titles'), ...named]
}
