import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Carrots } from '../../../workers/auth/carrots.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { ErrorState } from '../../lib/ErrorState.tsx'
import { errorText } from '../../lib/errors.ts'
import { formatNumber } from '../../lib/format.ts'
import { LoadError } from '../../lib/LoadError.tsx'
import { carrotHistoryQuery, carrotsQuery, useClaimCarrots } from '../../queries/carrots.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Carrot } from './Carrot.tsx'
import css from './CarrotDialog.module.css'

/** The viewer's carrots: their number, the ones to claim today, and the history. */
export default function CarrotDialog({ onClose }: { onClose: () => void }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(carrotsQuery)
  return (
    <Dialog
      title={<Trans>Your carrots</Trans>}
      subtitle={<Trans>Loyalty points, not money. You can claim ten new ones every day.</Trans>}
      onClose={onClose}
    >
      {isPending ? (
        <>
          <Skeleton width="100%" height={84} />
          <Skeleton width="100%" height={44} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />
      ) : (
        <Balance {...data} />
      )}
      <History />
    </Dialog>
  )
}

/** The face in the text, which must not be split at a line break. */
const FACE = ':-<'

function Balance({ carrots, claimable, nextAt }: Carrots) {
  const { t } = useLingui()
  const [before, after] = t`No carrots left :-< , please check later`.split(FACE)
  const claim = useClaimCarrots()
  const claimed = claim.data ?? 0
  const time = formatDate(nextAt, 'dayTime')
  return (
    <>
      <p className={css.balance}>
        <Carrot size={56} />
        <b className="num">{formatNumber(carrots)}</b>
        <span>
          <Trans>Your balance</Trans>
        </span>
      </p>
      {claimable > 0 ? (
        <div className={css.banner}>
          <p>
            <Plural value={claimable} one="# carrot is ready for you." other="# carrots are ready for you." />
          </p>
          <Button look="primary" busy={claim.isPending} onClick={() => claim.mutate()}>
            <Plural value={claimable} one="Claim # carrot" other="Claim # carrots" />
          </Button>
        </div>
      ) : (
        <div className={css.later}>
          <Button wide disabled>
            <span>
              {before}
              <span className={css.together}>{FACE}</span>
              {after}
            </span>
          </Button>
          <p>
            <Trans>You can claim the next ones from {time}, your time.</Trans>
          </p>
        </div>
      )}
      {claim.isError && <FieldError>{errorText(claim.error)}</FieldError>}
      <p className="unseen" role="status">
        {claimed > 0 && <Plural value={claimed} one="# carrot claimed." other="# carrots claimed." />}
      </p>
    </>
  )
}

function History() {
  const { t } = useLingui()
  const query = useInfiniteQuery(carrotHistoryQuery)
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  const reasons: Record<string, string> = { daily: t`Daily carrots` }
  return (
    <section className={css.history}>
      <h3>
        <Trans>History</Trans>
      </h3>
      {isPending ? (
        <Skeleton width="100%" height={66} />
      ) : error && !entries.length ? (
        <LoadError query={query} />
      ) : !entries.length ? (
        <p>
          <Trans>No carrots yet. Claim your first ones above.</Trans>
        </p>
      ) : (
        <>
          <ul>
            {entries.map(({ id, amount, reason, at }) => (
              <li key={id}>
                <span>
                  {reasons[reason] ?? reason}
                  <time className="small mute" dateTime={new Date(at * 1000).toISOString()}>
                    {formatDate(at)}
                  </time>
                </span>
                <b className="num" data-gain={amount > 0}>
                  {amount > 0 ? '+' : '−'}
                  {formatNumber(Math.abs(amount))}
                </b>
              </li>
            ))}
          </ul>
          {hasNextPage && (
            <Button small busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
              <Trans>Show more</Trans>
            </Button>
          )}
        </>
      )}
    </section>
  )
}
