import type { JobType } from '../../workers/listings/jobs.schema.ts'
import type { Period } from '../../workers/listings/money.schema.ts'

/** The title and description of a page in search results and link previews. The product's name follows the title. */
interface PageText {
  title: string
  description: string
}

/** Texts in the pictures of link previews. */
interface PictureLabels {
  kinds: Record<'services' | 'jobs' | 'events', string>
  /** A price of a service: the cheapest of its plans if there are several. */
  price: (price: string, isHourly: boolean, isCheapest: boolean) => string
  free: string
  pay: Record<Period, (sum: string) => string>
  bidsFrom: (price: string) => string
  contracts: Record<JobType, string>
  remote: string
  online: string
}

/** A catalog of the edge: the texts of pages without a listing or member, and the description of a member who has not written one. */
export type PageTexts = Record<
  | 'home'
  | 'services'
  | 'jobs'
  | 'events'
  | 'news'
  | 'trending'
  | 'sharedList'
  | 'faq'
  | 'privacy'
  | 'terms'
  | 'about'
  | 'notice'
  | 'offline'
  | 'confirm'
  | 'reset'
  | 'lost',
  PageText
> & { describePerson: (name: string) => string; picture: PictureLabels }
