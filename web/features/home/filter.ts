import type { CardFilter } from '../../lib/card-filter.ts'
import type { ListType } from '../../lib/paths.ts'

/** Parses `?show=` of a tab: `online`, `local`, `local-JP`, `local-JP-1850147` or `mine`. Any other value is ignored. */
export function filterOf(show: string, me: number | undefined): CardFilter {
  const [what, country, city] = show.split('-')
  if (what === 'local') return { local: 'true', country, city }
  return what === 'mine' ? { userId: me } : what === 'online' ? { local: 'false' } : {}
}

/** The type of listing that the button of a tab posts. On the tab of services, the filter may select one of their two types. */
export function postOf(tab: ListType, show: string): ListType | 'freelance' | 'locals' {
  const { local } = filterOf(show, undefined)
  return tab !== 'services' || !local ? tab : local === 'true' ? 'locals' : 'freelance'
}
