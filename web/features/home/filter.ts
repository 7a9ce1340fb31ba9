import type { ListType } from '../../lib/paths.ts'
import type { CardFilter } from '../../queries/listing-cards.ts'

/** What `?show=` in the address of a tab asks for: `online`, `local`, `local-JP`, `local-JP-1850147`, `mine`; anything else for all. */
export function filterOf(show: string, me: number | undefined): CardFilter {
  const [what, country, city] = show.split('-')
  if (what === 'local') return { local: 'true', country, city }
  return what === 'mine' ? { userId: me } : what === 'online' ? { local: 'false' } : {}
}

/** What somebody who looks at these would post: who looks at one type of services posts one of that type. */
export function postOf(tab: ListType, show: string): ListType | 'freelance' | 'locals' {
  const { local } = filterOf(show, undefined)
  return tab !== 'services' || !local ? tab : local === 'true' ? 'locals' : 'freelance'
}
