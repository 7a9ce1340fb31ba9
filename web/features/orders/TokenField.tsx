import { Trans } from '@lingui/react/macro'
import { zeroAddress } from 'viem'
import { config } from '../../lib/page-data.ts'
import { formatTokenNumber } from '../../lib/token-format.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import css from './PurchaseDialog.module.css'
import type { useTerms } from './use-terms.ts'

/** The token to pay with, and the account's balance of each. */
export function TokenField({ terms, disabled }: { terms: ReturnType<typeof useTerms>; disabled: boolean }) {
  const { token, setToken, account, balances, hasEthPrice } = terms
  // The chosen token stays chosen: its quote may still be valid, or its error says why there is none.
  const isOff = (address: string) => address === zeroAddress && address !== token && !hasEthPrice
  return (
    <fieldset className={css.tokens} disabled={disabled}>
      <legend className="unseen">
        <Trans>Pay with</Trans>
      </legend>
      {config().tokens.map(({ symbol, address, decimals }) => (
        <label key={address} className={css.token}>
          <input type="radio" name="token" checked={token === address} disabled={isOff(address)} onChange={() => setToken(address)} />
          <b>{symbol}</b>
          <span className="small mute num">
            {isOff(address) ? (
              <Trans>No price</Trans>
            ) : balances ? (
              shortBalance(balances[address] ?? 0n, decimals)
            ) : account !== null ? (
              <Skeleton width={64} />
            ) : null}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** A balance without its symbol, rounded down to two decimals, for ETH to four. */
function shortBalance(amount: bigint, decimals: number): string {
  const unit = 10n ** BigInt(decimals > 6 ? decimals - 4 : 4)
  return formatTokenNumber(amount - (amount % unit), decimals)
}
