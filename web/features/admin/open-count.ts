import { MAX_PANEL_COUNT, type Panel } from '../../../workers/creators/panel.schema.ts'
import { formatNumber } from '../../lib/format.ts'

/** A number of open things. The highest one stands for more, so it has a plus sign. */
export const formatCount = (count: number): string =>
  count < MAX_PANEL_COUNT ? formatNumber(count) : `${formatNumber(MAX_PANEL_COUNT - 1)}+`

/** How many things are reported or asked for, of those that the viewer may decide. Suspended members wait for nothing. */
export function countReports({ platform, orderBook }: Panel): number {
  const { posts = 0, listings = 0, members = 0 } = platform ?? {}
  const { messages = 0, reviews = 0, sponsors = 0 } = orderBook ?? {}
  return Math.min(posts + listings + members + messages + reviews + sponsors, MAX_PANEL_COUNT)
}
