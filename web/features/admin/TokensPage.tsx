import { useLingui } from '@lingui/react/macro'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { SettingsFrame } from './SettingsFrame.tsx'

const Tokens = lazyComponent(() => import('./Tokens.tsx'), ['admin', 'orders', 'wallet'])

/** `/admin/tokens`: the tokens that can be paid with, for admins of the OrderBook and of the Platform contract. */
export default function TokensPage() {
  const { t } = useLingui()
  return (
    <SettingsFrame page="tokens" title={t`Payable tokens`}>
      {(settings, userId) => <Tokens key={userId} settings={settings} />}
    </SettingsFrame>
  )
}
