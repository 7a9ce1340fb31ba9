import type { Panel } from '../../../workers/creators/panel.schema.ts'

/** The parts of the page of reports, by the contract whose admins see them. */
export const REPORT_TABS = {
  messages: 'OrderBook',
  reviews: 'OrderBook',
  posts: 'Platform',
  listings: 'Platform',
  members: 'Platform',
  sponsors: 'OrderBook',
  suspended: 'Platform',
} as const
export type ReportTab = keyof typeof REPORT_TABS

/** The parts that are for the viewer, with the number of what is open in each; null if it could not be counted. */
export function tabsOf({ isPlatformAdmin, isOrderBookAdmin, platform, orderBook }: Panel): [tab: ReportTab, count: number | null][] {
  const counts: Partial<Record<ReportTab, number>> = { ...platform, ...orderBook }
  return (Object.keys(REPORT_TABS) as ReportTab[])
    .filter((tab) => (REPORT_TABS[tab] === 'Platform' ? isPlatformAdmin : isOrderBookAdmin))
    .map((tab) => [tab, counts[tab] ?? null])
}

/** The first part with something to decide; the first one if nothing is open. */
export const firstOpen = (panel: Panel): ReportTab => {
  const tabs = tabsOf(panel)
  return (tabs.find(([tab, count]) => count && tab !== 'suspended') ?? tabs[0]!)[0]
}
