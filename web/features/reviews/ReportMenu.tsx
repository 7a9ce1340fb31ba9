import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { ReportedThing } from '../../queries/report-thing.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useViewer } from '../../session/viewer.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'
import ReportThingDialog from './ReportThingDialog.tsx'

/**
 * The menu of a listing, a member or the page of a creator, from which it can be reported. It opens when it is mounted: until then its place
 * is a plain button with the same `label`.
 */
export default function ReportMenu({ thing, label }: { thing: ReportedThing; label: string }) {
  const viewer = useViewer()
  const [isReporting, setReporting] = useState(false)
  const report = () => setReporting(true)
  return (
    <>
      <Menu label={label} button={<Icon name="more" />} startOpen>
        <button type="button" onClick={() => (viewer ? report() : openDialog('login', report))}>
          <Icon name="flag" />
          {thing.kind === 'person' ? (
            <Trans>Report this member</Trans>
          ) : thing.kind === 'page' ? (
            <Trans>Report this page</Trans>
          ) : (
            <Trans>Report this listing</Trans>
          )}
        </button>
      </Menu>
      {isReporting && <ReportThingDialog thing={thing} onClose={() => setReporting(false)} />}
    </>
  )
}
