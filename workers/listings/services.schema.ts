import type { Media } from '../uploads/media.schema.ts'

export const LIST_TYPES = ['services', 'jobs', 'events'] as const
export type ListType = (typeof LIST_TYPES)[number]

/** A plan of a service; `price` in micro-USD (an hour's price when hourly), `delivery` in whole days 1-365. */
export interface ServiceOption {
  price: number
  delivery: number
  description: string
  features: string[]
  hourly: boolean
  revisions: number
}

/** Who offers a listing. */
export interface Poster {
  userId: number
  name: string
  title: string
  image: string | null
  /** ISO 3166 code from the profile, or null. */
  country: string | null
}

/** A service as a card shows it; `price` is its cheapest plan in micro-USD. */
export interface ServiceCard {
  id: number
  listType: ListType
  lang: string
  category: string
  title: string
  descriptionPreview: string
  price: number
  hourly: boolean
  picture: Media | null
  poster: Poster
  /** Mean of 1-5 and how many paid orders it comes from; null without any. */
  rating: { mean: number; count: number } | null
  createdAt: number
}

/** A service whole, as getListing answers it. */
export interface Service extends ServiceCard {
  subCategory: string
  /** The seller's payout wallet. */
  account: string
  /** Sanitised HTML. */
  description: string
  /** Plan title -> plan, in the seller's order. */
  options: Record<string, ServiceOption>
  media: Media[]
  enabled: boolean
  updatedAt: number
}
