import { useLingui } from '@lingui/react/macro'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { SettingsFrame } from './SettingsFrame.tsx'

const Treasury = lazyComponent(() => import('./Treasury.tsx'), ['admin', 'orders', 'wallet'])

/** `/admin/treasury`: the fees that contracts hold, for admins of the OrderBook and of the Platform contract. */
export default function TreasuryPage() {
  const { t } = useLingui()
  return (
    <SettingsFrame page="treasury" title={t`Withdrawals`}>
      {(settings, userId) => <Treasury key={userId} settings={settings} />}
    </SettingsFrame>
  )
}
