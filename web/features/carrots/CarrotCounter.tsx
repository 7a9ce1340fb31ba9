import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../lib/format.ts'
import { useIsHydrated } from '../../lib/use-is-hydrated.ts'
import { carrotsQuery } from '../../queries/carrots.ts'
import { openDialog } from '../../session/dialogs.ts'
import { Carrot } from './Carrot.tsx'
import css from './CarrotCounter.module.css'

/** The viewer's carrots, in the top bar. A dot shows that some can be claimed. A press opens the dialog. */
export function CarrotCounter({ prefetch }: { prefetch: { onPointerEnter: () => void; onFocus: () => void } }) {
  const isHydrated = useIsHydrated()
  const known = useQuery(carrotsQuery).data
  // The server's HTML has no number, and the answer may arrive before the browser has taken that HTML over.
  const data = isHydrated ? known : undefined
  const { carrots = 0, claimable = 0 } = data ?? {}
  const toClaim = formatNumber(claimable)
  return (
    <button
      type="button"
      className={css.counter}
      aria-haspopup="dialog"
      data-claimable={claimable > 0}
      {...prefetch}
      onClick={() => openDialog('carrots')}
    >
      <span className={css.face}>
        <Carrot />
        <b className="num" aria-hidden="true">
          {data && formatNumber(carrots)}
        </b>
      </span>
      {data ? (
        <span className="unseen">
          {claimable > 0 ? (
            <Trans>
              <Plural value={carrots} one="# carrot" other="# carrots" />, {toClaim} to claim
            </Trans>
          ) : (
            <Plural value={carrots} one="# carrot" other="# carrots" />
          )}
        </span>
      ) : (
        <span className="unseen">
          <Trans>Carrots</Trans>
        </span>
      )}
    </button>
  )
}
