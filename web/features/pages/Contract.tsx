import { Trans, useLingui } from '@lingui/react/macro'
import { boot } from '../../lib/page-data.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import css from './pages.module.css'

/** Where the escrow contract is, to copy, and to look at where an explorer knows the chain. */
export function Contract() {
  const { t } = useLingui()
  if (!boot.config) return null
  const { orderBook, explorer, chainId } = boot.config
  return (
    <p className={css.contract}>
      <span className="small mute">
        <Trans>Escrow contract, chain {chainId}</Trans>
      </span>
      <code>{explorer ? <a href={`${explorer}/address/${orderBook}`}>{orderBook}</a> : orderBook}</code>
      <CopyButton text={orderBook} label={t`Copy the contract’s address`} bare />
    </p>
  )
}
