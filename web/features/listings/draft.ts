import { safeParse } from 'valibot'
import { LIMITS, parseUsd, type Seller } from '../../../workers/listings/fields.schema.ts'
import {
  DEFAULT_OPTION,
  type Service,
  type ServiceDraft,
  type ServiceRule,
  serviceBody,
  serviceRules,
} from '../../../workers/listings/services.schema.ts'
import type { Media } from '../../../workers/uploads/media.schema.ts'
import { decimalText } from '../../format.ts'

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

/** A service while it is written. `token` makes publishing it twice the same as once. */
export interface Draft {
  token: string
  title: string
  category: string
  descriptionPreview: string
  description: string
  media: Media[]
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
    price: decimalText(BigInt(price), 6),
    delivery: String(delivery),
    revisions: String(revisions),
    hourly,
    description,
    features: '',
  }
}

export const emptyDraft = (titles?: readonly string[]): Draft => ({
  token: crypto.randomUUID(),
  title: '',
  category: '',
  descriptionPreview: '',
  description: '',
  media: [],
  plans: [newPlan([], titles)],
})

/** A listing as its form begins. */
export const draftOf = (service: Service): Draft => ({
  token: crypto.randomUUID(),
  title: service.title,
  category: service.category,
  descriptionPreview: service.descriptionPreview,
  description: service.description,
  media: service.media,
  plans: Object.entries(service.options).map(([title, plan]) => ({
    key: crypto.randomUUID(),
    title,
    price: decimalText(BigInt(plan.price), 6),
    delivery: String(plan.delivery),
    revisions: String(plan.revisions),
    hourly: plan.hourly,
    description: plan.description,
    features: plan.features.join('\n'),
  })),
})

// What is no number is sent as none that passes: the rule about it then says what is wanted.
const whole = (text: string, otherwise: number) =>
  /^\d{1,6}$/.test(text.normalize('NFKC').trim()) ? Number(text.normalize('NFKC')) : otherwise

/** What is sent for a draft. */
export const bodyOf = (draft: Draft, id?: number, enabled = true): ServiceDraft => ({
  id,
  enabled,
  category: draft.category as ServiceDraft['category'],
  title: draft.title,
  descriptionPreview: draft.descriptionPreview,
  description: draft.description,
  options: Object.fromEntries(
    draft.plans.map((plan) => [
      plan.title,
      {
        price: parseUsd(plan.price) ?? 0,
        delivery: whole(plan.delivery, 0),
        revisions: whole(plan.revisions, 0),
        hourly: plan.hourly,
        description: plan.description,
        features: plan.features
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean),
      },
    ]),
  ),
  media: draft.media.map((media) => media.id),
})

/** A rule of the service, or one about its shape. */
export type DraftFault = { field: string; rule: ServiceRule | 'too_long' | 'too_many' | 'titles' | 'unknown' }

/** Everything wrong with a draft, in the order it is to be told; none: the server will take it as it is. */
export function faultsOf(draft: Draft, seller: Seller): DraftFault[] {
  const titles = draft.plans.map((plan) => plan.title.trim())
  // Two plans of one name would become one before anybody could tell.
  const named: DraftFault[] =
    titles.includes('') || new Set(titles).size < titles.length || titles.some((title) => [...title].length > LIMITS.optionTitle)
      ? [{ field: 'options', rule: 'titles' }]
      : []
  const parsed = safeParse(serviceBody, bodyOf(draft))
  if (parsed.success) return [...serviceRules(parsed.output, seller), ...named]
  const shape = parsed.issues.map(({ path, message }) => ({
    field: path?.map(({ key }) => String(key)).join('.') ?? '',
    rule: message as DraftFault['rule'],
  }))
  return [...shape.filter(({ rule }) => rule !== 'titles'), ...named]
}

const place = (userId: number, id?: number) => `draft/services/${userId}/${id ?? 'new'}`

/** What was being written when the page was left, or null. A draft of a listing that was changed since is not kept. */
export function keptDraft(userId: number, id?: number, since?: number): Draft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(place(userId, id)) ?? 'null') as { since?: number; draft: Draft } | null
    return kept && kept.since === since ? kept.draft : null
  } catch {
    return null
  }
}

/** Keeps a draft over a reload or a crash; null forgets it. */
export function keepDraft(userId: number, id: number | undefined, since: number | undefined, draft: Draft | null): void {
  try {
    if (draft) localStorage.setItem(place(userId, id), JSON.stringify({ since, draft }))
    else localStorage.removeItem(place(userId, id))
  } catch {
    // A full or forbidden storage costs the safety net, not the form.
  }
}
