/** A name in every app language. */
export interface Label {
  en: string
  ja: string
}

/** A category: its id (stored and in URLs, so never changed), its names, and its sub-categories: id -> [English, Japanese]. */
export interface Category extends Label {
  id: string
  subs: Record<string, readonly [en: string, ja: string]>
}
