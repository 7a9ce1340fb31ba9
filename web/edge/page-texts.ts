/** How a page is called in search results and link previews. `title` stands before the product's name. */
interface PageText {
  title: string
  description: string
}

/** A catalog of the edge: the texts of the pages that are the same for everybody. Listings and people bring their own. */
export type PageTexts = Record<
  'home' | 'news' | 'trending' | 'faq' | 'privacy' | 'terms' | 'about' | 'notice' | 'confirm' | 'reset' | 'lost',
  PageText
>
