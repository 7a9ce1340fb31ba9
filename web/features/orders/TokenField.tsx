import { Trans } from '@lingui/react/macro'
import { zeroAddress } from 'viem'
import type { PaymentToken } from '../../../contracts/addresses.ts'
import { config } from '../../lib/page-data.ts'
import { formatTokenNumber } from '../../lib/token-format.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import css from './TokenField.module.css'
import type { useTerms } from './use-terms.ts'

type Terms = ReturnType<typeof useTerms>

/** The token to pay with: the price in each, and the account's balance. */
export function TokenField({ terms, disabled }: { terms: Terms; disabled: boolean }) {
  const { token, setToken, account, hasEthPrice } = terms
  // The chosen token stays chosen: its quote may still be valid, or its error says why there is none.
  const isOff = (address: string) => address === zeroAddress && address !== token && !hasEthPrice
  return (
    <fieldset className={css.tokens} disabled={disabled}>
      <legend className="unseen">
        <Trans>Pay with</Trans>
      </legend>
      {config().tokens.map((one) => (
        <label key={one.address} className={css.token}>
          <input
            type="radio"
            name="token"
            checked={token === one.address}
            disabled={isOff(one.address)}
            onChange={() => setToken(one.address)}
          />
          <b>{one.symbol}</b>
          <span className={`num ${css.price}`}>{isOff(one.address) ? <Trans>No price</Trans> : <Price terms={terms} token={one} />}</span>
          {account !== null && (
            <span className="small mute num">
              <Balance terms={terms} token={one} />
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}

/**
 * The price in a token: that of the quote, else the one at the current rate, which for ETH changes until there is a quote. Nothing while
 * the entered amount cannot be used.
 */
function Price({ terms: { terms, prices, custom }, token }: { terms: Terms; token: PaymentToken }) {
  if (custom.fault) return null
  if (terms?.token === token.address) return formatTokenNumber(terms.amount, token.decimals)
  const estimate = prices[token.address]
  if (estimate === undefined || estimate === null) return <Skeleton width={72} />
  const amount = formatTokenNumber(estimate, token.decimals)
  return token.address === zeroAddress ? <Trans>about {amount}</Trans> : amount
}

function Balance({ terms: { balances, hasBalanceError }, token: { address, decimals } }: { terms: Terms; token: PaymentToken }) {
  if (!balances) return hasBalanceError ? <Trans>Balance unknown</Trans> : <Skeleton width={110} />
  const balance = shortBalance(balances[address] ?? 0n, decimals)
  return <Trans>Balance {balance}</Trans>
}

/** A balance without its symbol, rounded down to two decimals, for ETH to four. */
function shortBalance(amount: bigint, decimals: number): string {
  const unit = 10n ** BigInt(decimals > 6 ? decimals - 4 : 4)
  return formatTokenNumber(amount - (amount % unit), decimals)
}
