import type { ListType } from '../../lib/paths.ts'
import type { CardFilter } from '../../queries/listing-cards.ts'

/** The filter of `?show=` in the address of a tab: `online`, `local`, `local-JP`, `local-JP-1850147` or `mine`; for any other, all listings. */
export function filterOf(show: string, me: number | undefined): CardFilter {
  const [what, country, city] = show.split('-')
  if (what === 'local') return { local: 'true', country, city }
  return what === 'mine' ? { userId: me } : what === 'online' ? { local: 'false' } : {}
}

/** The type of listing that the button of a tab posts; for a filter of one type of service, that type. */
export function postOf(tab: ListType, show: string): ListType | 'freelance' | 'locals' {
  const { local } = filterOf(show, undefined)
  return tab !== 'services' || !local ? tab : local === 'true' ? 'locals' : 'freelance'
}
