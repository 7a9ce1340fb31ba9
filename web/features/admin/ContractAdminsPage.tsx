import { useLingui } from '@lingui/react/macro'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { SettingsFrame } from './SettingsFrame.tsx'

const ContractAdmins = lazyComponent(() => import('./ContractAdmins.tsx'), ['admin', 'orders', 'wallet'])

/** `/admin/admins`: the admins of each contract, for admins of the OrderBook and of the Platform contract. */
export default function ContractAdminsPage() {
  const { t } = useLingui()
  return (
    <SettingsFrame page="admins" title={t`Admins`}>
      {(settings, userId) => <ContractAdmins key={userId} settings={settings} />}
    </SettingsFrame>
  )
}
