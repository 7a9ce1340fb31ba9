import { useLingui } from '@lingui/react/macro'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { SettingsFrame } from './SettingsFrame.tsx'

const Fees = lazyComponent(() => import('./Fees.tsx'), ['admin', 'orders', 'wallet'])

/** `/admin/fees`: the fees of sellers, for admins of the OrderBook and of the Platform contract. */
export default function FeesPage() {
  const { t } = useLingui()
  return (
    <SettingsFrame page="fees" title={t`Fees`}>
      {(settings, userId) => <Fees key={userId} settings={settings} />}
    </SettingsFrame>
  )
}
