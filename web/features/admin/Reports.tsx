import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Panel } from '../../../workers/creators/panel.schema.ts'
import { adminPaths } from '../../lib/admin-paths.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { ConversationReports, HiddenMessages } from './ConversationReports.tsx'
import { formatCount } from './open-count.ts'
import { PostReports } from './PostReports.tsx'
import css from './Reports.module.css'
import { ReviewReports } from './ReviewReports.tsx'
import { firstOpen, REPORT_TABS, type ReportTab, tabsOf } from './report-tabs.ts'
import { Sponsorships } from './Sponsorships.tsx'
import { SuspendedMembers } from './SuspendedMembers.tsx'

/** What members have reported, and the requests to sponsor, in one tab per kind. The address has the tab. */
export default function Reports({ panel }: { panel: Panel }) {
  const { t } = useLingui()
  const [path, navigate] = useLocation()
  const asked = new URLSearchParams(useSearch()).get('kind')
  const tabs = tabsOf(panel)
  const isKnown = tabs.some(([tab]) => tab === asked)
  const tab = isKnown ? (asked as ReportTab) : firstOpen(panel)
  // From now on the tab stays, also when its last report is decided. While another page is loaded, the address is already that one.
  const isHere = path === adminPaths.reports
  useEffect(() => {
    if (isHere && !isKnown) navigate(adminPaths.reportsOf(tab), { replace: true })
  }, [isHere, isKnown, tab, navigate])
  const names: Record<ReportTab, string> = {
    messages: t`Messages`,
    reviews: t`Reviews`,
    posts: t`Posts`,
    listings: t({ message: 'Listings', context: 'reports' }),
    members: t({ message: 'Members', context: 'people of this site' }),
    sponsors: t`Sponsors`,
    suspended: t({ message: 'Suspended', context: 'members' }),
  }
  const { isPlatformAdmin, isOrderBookAdmin } = panel
  return (
    <Tabs
      label={t`Reports by kind`}
      tabs={tabs.map(([key, count]) => [
        key,
        <span key={key} className={css.tab}>
          {names[key]}
          {count !== null && count > 0 && <span className="num">{formatCount(count)}</span>}
        </span>,
      ])}
      value={tab}
      onChange={(key) => navigate(adminPaths.reportsOf(key))}
    >
      <div className={css.parts}>
        {isPlatformAdmin && isOrderBookAdmin && (
          <p className="small mute">
            {REPORT_TABS[tab] === 'Platform' ? (
              <Trans>For admins of the Platform contract</Trans>
            ) : (
              <Trans>For admins of the OrderBook contract</Trans>
            )}
          </p>
        )}
        <Part key={tab} tab={tab} canSanction={isPlatformAdmin} />
      </div>
    </Tabs>
  )
}

function Part({ tab, canSanction }: { tab: ReportTab; canSanction: boolean }) {
  if (tab === 'sponsors') return <Sponsorships />
  if (tab === 'suspended') return <SuspendedMembers />
  if (tab === 'messages')
    return (
      <>
        <ConversationReports canSanction={canSanction} />
        <HiddenMessages canSanction={canSanction} />
      </>
    )
  if (tab === 'reviews')
    return (
      <>
        <ReviewReports list="open" canSanction={canSanction} />
        <ReviewReports list="hidden" canSanction={canSanction} />
      </>
    )
  return (
    <>
      <PostReports list="open" part={tab} />
      <PostReports list="hidden" part={tab} />
    </>
  )
}
