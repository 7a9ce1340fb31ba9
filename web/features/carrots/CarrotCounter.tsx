import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../lib/format.ts'
import { nearDialog, openDialog } from '../../shell/dialogs.tsx'
import { Carrot } from './Carrot.tsx'
import css from './CarrotCounter.module.css'
import { carrotsQuery } from './queries.ts'

/** One's carrots in the bar, for signed-in people. A dot says that there are some to claim; a press opens where that is done. */
export function CarrotCounter() {
  const { data } = useQuery(carrotsQuery)
  const { carrots = 0, claimable = 0 } = data ?? {}
  return (
    <button
      type="button"
      className={css.counter}
      aria-haspopup="dialog"
      data-claimable={claimable > 0}
      {...nearDialog('carrots')}
      onClick={() => openDialog('carrots')}
    >
      <Carrot />
      <b className="num" aria-hidden="true">
        {data && formatNumber(carrots)}
      </b>
      {data ? (
        <span className="unseen">
          <Plural value={carrots} one="# carrot" other="# carrots" />
          {claimable > 0 && (
            <>
              {', '}
              <Plural value={claimable} one="# to claim" other="# to claim" />
            </>
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
