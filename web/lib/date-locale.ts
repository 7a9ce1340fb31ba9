/** The region of a language tag: `GB` of `en-GB`, `TW` of `zh-Hant-TW`; undefined without one. */
const regionOf = (tag: string | undefined) => /-([a-z]{2}|\d{3})(?:-|$)/i.exec(tag ?? '')?.[1]

/**
 * The locale for dates: the page's language with the reader's region. `en-GB` has 22 Nov and 18:30, `en-US` has Nov 22 and 6:30 PM. Of the
 * tags of the browser's first language, the first with a region counts. Without one, it is the region of most speakers of that language.
 * `tags` are well-formed language tags, most wanted first.
 */
export function dateLocale(language: string, tags: readonly string[]): string {
  const first = tags[0] ?? language
  const region =
    tags
      .filter((tag) => tag.slice(0, 2) === first.slice(0, 2))
      .map(regionOf)
      .find(Boolean) ?? new Intl.Locale(first).maximize().region
  return region ? `${language}-${region}` : language
}
