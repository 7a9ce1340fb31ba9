import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useDates } from '../../lib/dates.ts'
import { findToken } from '../../lib/find-token.ts'
import { cachedFormat, formatNumber } from '../../lib/format.ts'
import { config } from '../../lib/page-data.ts'
import { decimalText } from '../../lib/token-format.ts'
import { figuresQuery } from '../../queries/figures.ts'
import css from './Escrow.module.css'

/** An amount for reading: two decimals, of ETH four. */
function formatRounded({ token, amount }: { token: string; amount: string }): string | null {
  const known = findToken(token)
  if (!known) return null
  const digits = known.decimals === 6 ? 2 : 4
  const format = cachedFormat(`rounded${digits}`, (at) => new Intl.NumberFormat(at, { maximumFractionDigits: digits }))
  return `${format.format(decimalText(amount, known.decimals) as Intl.StringNumericLiteral)}\u00a0${known.symbol}`
}

const formatShare = (share: number) =>
  cachedFormat('share', (at) => new Intl.NumberFormat(at, { style: 'percent', maximumFractionDigits: 1 })).format(share)

/** What the contract has done so far, counted from its events. Nothing until the first order is completed. */
export function MarketFigures() {
  const { t } = useLingui()
  const { formatDate } = useDates()
  const { data } = useQuery(figuresQuery)
  const figures = data?.figures
  if (!figures?.completed) return null
  const { explorer, orderBook } = config()
  const paid = figures.paidOut.map(formatRounded).filter((text) => text !== null)
  const facts: [label: string, value: string][] = [
    [t`orders completed`, formatNumber(figures.completed)],
    [t`paid out to sellers`, paid.join(' + ')],
    [t`of deliveries were disputed`, formatShare(figures.delivered ? figures.disputed / figures.delivered : 0)],
  ]
  return (
    <>
      <dl className={css.figures}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="small mute">
        <Trans>Counted from the events of the escrow contract. As of {formatDate(figures.at, 'dayTime')}.</Trans>{' '}
        {explorer && (
          <a href={`${explorer}/address/${orderBook}`}>
            <Trans>See the contract</Trans>
          </a>
        )}
      </p>
    </>
  )
}
