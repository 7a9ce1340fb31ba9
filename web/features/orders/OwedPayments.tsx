import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import type { Order, OwedPayment, Role } from '../../../workers/orders/orders.schema.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { owedQuery } from '../../queries/owed.ts'
import { withdrawalSubject } from '../../queries/pending-transactions.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { shortAddress } from '../../ui/member-name.ts'
import { useOpenRequest } from '../../wallet/open-requests.ts'
import css from './OwedPayments.module.css'
import { tokenAmount } from './token-amount.ts'

const WithdrawDialog = lazyComponent(() => import('./WithdrawDialog.tsx'), ['orders', 'wallet'])
const WithdrawalPending = lazyComponent(() => import('./WithdrawalPending.tsx'), ['orders', 'wallet'])

/** The payments of an order that could not be sent to the viewer's wallet. Nothing if every payment of this order was sent. */
export function OwedOfOrder({ order, role }: { order: Order; role: Role }) {
  if (!order.owedTo.includes(role)) return null
  return (
    <OwedPayments
      isShown={({ contract, wallet, token }) => contract === order.contract && wallet === order[role] && token === order.token}
    />
  )
}

/**
 * The payments that could not be sent to the viewer's wallets, each with a button to withdraw it. Nothing if there are none. `isShown`
 * leaves out others.
 */
export function OwedPayments({ isShown }: { isShown?: (payment: OwedPayment) => boolean }) {
  const id = useId()
  const { data: all, error, isFetching, refetch } = useQuery(owedQuery)
  const data = isShown ? all?.filter(isShown) : all
  const [withdrawn, setWithdrawn] = useState<OwedPayment | null>(null)
  usePrefetch(data?.length, WithdrawDialog)
  if (error && !all) {
    return (
      <p className={`small mute ${css.unknown}`} role="status">
        <Trans>We could not check whether a payment is waiting for you.</Trans>
        <Button small onClick={() => refetch()} busy={isFetching}>
          <Trans>Try again</Trans>
        </Button>
      </p>
    )
  }
  return (
    <>
      {data && data.length > 0 && (
        <section className={css.card} aria-labelledby={id}>
          <h2 id={id}>
            <Icon name="wallet" />
            <Plural value={data.length} one="A payment is waiting for you" other="# payments are waiting for you" />
          </h2>
          <p>
            <Trans>
              A payment could not be sent to your wallet, so the contract keeps it for you. Withdraw it to any address. There is no
              deadline.
            </Trans>
          </p>
          <ul>
            {data.map((payment) => (
              <Payment
                key={`${payment.contract} ${payment.wallet} ${payment.token}`}
                payment={payment}
                onWithdraw={() => setWithdrawn(payment)}
              />
            ))}
          </ul>
        </section>
      )}
      {withdrawn && (
        <Suspense fallback={null}>
          <WithdrawDialog payment={withdrawn} onClose={() => setWithdrawn(null)} />
        </Suspense>
      )}
    </>
  )
}

function Payment({ payment, onWithdraw }: { payment: OwedPayment; onWithdraw: () => void }) {
  const { t } = useLingui()
  const isSent = useOpenRequest(withdrawalSubject(payment), [payment.wallet])?.isSent
  const amount = tokenAmount(payment.amount, payment.token)
  const short = shortAddress(payment.wallet)
  return (
    <li>
      <span>
        <b className="num">{amount}</b>{' '}
        <span className="small mute" title={payment.wallet}>
          {payment.by === 'marketplace' ? <Trans>owed to {short} from offers and sales of NFTs</Trans> : <Trans>owed to {short}</Trans>}
        </span>
      </span>
      {isSent ? (
        <Suspense fallback={null}>
          <WithdrawalPending payment={payment} />
        </Suspense>
      ) : (
        <Button look="primary" aria-label={t`Withdraw ${amount} owed to ${short}`} onClick={onWithdraw}>
          <Trans context="money">Withdraw</Trans>
        </Button>
      )}
    </li>
  )
}
