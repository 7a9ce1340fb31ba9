import { Trans, useLingui } from '@lingui/react/macro'
import { pageData } from '../../lib/page-data.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import css from './pages.module.css'

/** The address of the escrow contract, to copy, with a link to an explorer if the chain has one. */
export function Contract() {
  const { t } = useLingui()
  const { config } = pageData()
  if (!config) return null
  const { orderBook, explorer, chainId } = config
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
