/** The title and description of a page in search results and link previews. The product's name follows the title. */
interface PageText {
  title: string
  description: string
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
> & { describePerson: (name: string) => string }
