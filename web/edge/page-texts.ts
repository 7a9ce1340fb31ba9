/** The title and description of a page in search results and link previews. The product's name follows the title. */
interface PageText {
  title: string
  description: string
}

/** A catalog of the edge: the texts of pages without a listing or member. */
export type PageTexts = Record<
  'home' | 'news' | 'trending' | 'faq' | 'privacy' | 'terms' | 'about' | 'notice' | 'confirm' | 'reset' | 'lost',
  PageText
>
