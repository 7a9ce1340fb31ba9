import type { Media } from '../uploads/media.schema.ts'
import type { Application } from './applications.schema.ts'
import type { City } from './cities.schema.ts'
import type { Label } from './taxonomy/category.schema.ts'
import type { ListKind } from './taxonomy.schema.ts'

/** The user who posted a listing. */
export interface Poster {
  userId: number
  name: string
  title: string
  image: string | null
  /** ISO 3166 code from the profile, or null. */
  country: string | null
}

/** The location of a local listing: an ISO 3166 country code and a city of that country. */
export interface Place {
  country: string
  city: City
}

/** The fields of a card of any type. */
export interface CardBase {
  id: number
  lang: string
  category: string
  /** Name of the category, so that pages can show cards without loading the taxonomy. */
  categoryLabel: Label
  title: string
  descriptionPreview: string
  /** Micro-USD. */
  price: number
  /** Null for an online listing. */
  place: Place | null
  picture: Media | null
  /** Number of pictures, including posters of videos. */
  pictures: number
  poster: Poster
  /** Mean rating (1 to 5) and number of the visible reviews; null without any. */
  rating: { mean: number; count: number } | null
  enabled: boolean
  createdAt: number
}

/** The additional fields of a listing page of any type. */
export interface ListingBase {
  /** The kind that the listing was posted as. */
  type: ListKind
  subCategory: string
  subCategoryLabel: Label | null
  /** The owner's payout wallet; '' for a job or free event without one. */
  account: string
  /** Sanitized HTML. */
  description: string
  media: Media[]
  updatedAt: number
  /** Whether the team has hidden it after a report. Only its owner can read it then. */
  hidden: boolean
}

/** The additional fields of a listing that accepts applications. */
export interface AcceptsApplications {
  /** The viewer's application, null without one. */
  application: Application | null
  /** Number of applications without an answer; null for everybody except the owner. */
  waiting: number | null
}
