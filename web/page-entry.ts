/** A page of the app, for browser and edge. */
export interface PageEntry {
  /** The source file in `features/` whose default export is the page. It is also the name of the page. */
  source: string
  /** Its addresses. `:name` is a parameter, `:name(pattern)` a parameter that must match the pattern; a final `?` makes it optional. */
  paths: readonly string[]
  /** The catalogs it needs besides those of the base, the controls and its feature, by the names of {@link catalogFolder}. */
  catalogs?: readonly string[]
  /** The page that most visitors open first. Its code and texts are in the app's first files, and it uses no controls. */
  isFirst?: boolean
  /**
   * `hero`: the page begins with a picture below the top bar. `room`: the page fills the screen, without footer. `own`: the page begins with
   * a picture, and has a header, a main part and a footer of its own, without top bar, sidebar and footer.
   */
  frame?: 'hero' | 'room' | 'own'
  /** Whether navigation between its addresses keeps the scroll position. */
  keepsScroll?: boolean
  /** Whether its content depends on its visitor. The edge renders the other pages, and keeps those of guests. */
  isPersonal?: boolean
  /** Whether it needs a login. A guest who closes the login dialog is sent to the home page. */
  isGated?: boolean
  /** Whether it exists only in the local world. */
  isLocal?: boolean
}

/** The page that most visitors open first. The others are listed in pages.ts. */
export const FIRST_PAGE = {
  source: 'home/HomePage',
  paths: ['/', '/:type(services|jobs|events)', '/login'],
  isFirst: true,
  frame: 'hero',
  keepsScroll: true,
} as const satisfies PageEntry

/** The folder of the catalog of a feature or layer, relative to web/. */
export const catalogFolder = (name: string): string =>
  name === 'ui' || name === 'wallet' ? `${name}/locales` : name === 'shell' ? 'shell/lazy/locales' : `features/${name}/locales`

/** The names of all catalogs that a page needs besides the base. A local page has none of its own. */
export const catalogsOf = ({ source, catalogs = [], isFirst, isLocal }: PageEntry): string[] =>
  isFirst ? [] : ['ui', ...catalogs, ...(isLocal ? [] : [source.split('/')[0]!])]

/** The regular expression of a path in `paths`. The address may end with a slash. */
function patternOf(path: string): RegExp {
  const segments = path.split('/').map((segment) => {
    const [, name, form = '[^/]+', optional] = /^:(\w+)(?:\((.+)\))?(\?)?$/.exec(segment) ?? []
    if (!name) return segment && `/${segment}`
    return optional ? `(?:/(?<${name}>${form}))?` : `/(?<${name}>${form})`
  })
  return new RegExp(`^${segments.join('')}/?$`)
}

/** A page and its encoded parameters. */
export interface PageMatch<P extends PageEntry = PageEntry> {
  page: P
  params: Record<string, string | undefined>
}

/** Makes a function that returns the page at an encoded path, or null if there is none. */
export function pageMatcher<P extends PageEntry>(pages: readonly P[]): (pathname: string) => PageMatch<P> | null {
  const patterns = pages.flatMap((page) => page.paths.map((path) => ({ page, pattern: patternOf(path) })))
  return (pathname) => {
    for (const { page, pattern } of patterns) {
      const match = pattern.exec(pathname)
      if (match) return { page, params: { ...match.groups } }
    }
    return null
  }
}
