import { useLingui } from '@lingui/react/macro'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { SettingsFrame } from './SettingsFrame.tsx'

const AuditLog = lazyComponent(() => import('./AuditLog.tsx'), ['admin', 'orders', 'wallet'])

/** `/admin/log`: what admins have done, for admins of the OrderBook and of the Platform contract. */
export default function AuditLogPage() {
  const { t } = useLingui()
  return (
    <SettingsFrame page="log" title={t`Audit log`}>
      {(settings, userId) => <AuditLog key={userId} settings={settings} />}
    </SettingsFrame>
  )
}
