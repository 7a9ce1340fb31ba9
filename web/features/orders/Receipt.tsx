import { Trans, useLingui } from '@lingui/react/macro'
import { type Order, type Role, statusOf } from '../../../workers/orders/orders.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { shortAddress } from '../../ui/member-name.ts'
import { chain } from '../../wallet/config.ts'
import { ExplorerLink } from './ExplorerLink.tsx'
import { otherName } from './order-labels.ts'
import css from './Receipt.module.css'
import { Outcome } from './Split.tsx'
import { Sums, UndecidedSums } from './Sums.tsx'
import { tokenAmount } from './token-amount.ts'

interface ReceiptProps {
  order: Order
  role: Role
}

/**
 * Shown above the order right after the payment: what was paid, and links to the conversation and the order. `onOpenRoom` shows the
 * conversation on phones.
 */
export function NewReceipt({ onOpenRoom, ...receipt }: ReceiptProps & { onOpenRoom: () => void }) {
  const { t } = useLingui()
  const amount = tokenAmount(receipt.order.price, receipt.order.token)
  return (
    <section className={css.fresh} aria-label={t`Receipt`}>
      <h2 className={css.title}>
        <Icon name="check" />
        <Trans>You paid {amount} into escrow</Trans>
      </h2>
      <Receipt {...receipt} />
      <div className={css.chat}>
        <Button icon="chat" wide onClick={onOpenRoom}>
          <Trans>Open the conversation</Trans>
        </Button>
      </div>
    </section>
  )
}

/** The receipt of an order's payment: who gets what of it, and in closed details the contract and the transaction. */
export function Receipt({ order, role }: ReceiptProps) {
  const { t } = useLingui()
  const paid = order.history.find(({ name }) => name === 'NewOrder')
  const other = otherName(order, role)
  return (
    <>
      {order.outcome ? (
        <Outcome order={order} role={role} outcome={order.outcome} />
      ) : statusOf(order) === 'disputed' ? (
        <UndecidedSums order={order} />
      ) : (
        <Sums {...order} fixed="paid" isPlace={order.event !== null} />
      )}
      <dl className={css.facts}>
        <dt>{role === 'buyer' ? <Trans context="receipt">Paid to</Trans> : <Trans context="receipt">Paid by</Trans>}</dt>
        <dd>
          <bdi>{other}</bdi>
        </dd>
        {paid && (
          <>
            <dt>
              <Trans>Time</Trans>
            </dt>
            <dd className="num">{formatDate(paid.at, 'dayTime')}</dd>
          </>
        )}
      </dl>
      <details className={css.technical}>
        <summary>
          <Trans>Technical details</Trans>
        </summary>
        <dl className={css.facts}>
          <dt>{role === 'buyer' ? <Trans context="receipt">Paid to</Trans> : <Trans context="receipt">Paid by</Trans>}</dt>
          <dd>
            <Account address={role === 'buyer' ? order.seller : order.buyer} />
          </dd>
          <dt>
            <Trans>Held by the escrow contract</Trans>
          </dt>
          <dd>
            <Account address={order.contract} />
          </dd>
          <dt>
            <Trans>Network</Trans>
          </dt>
          <dd>{chain().name}</dd>
          {paid && (
            <>
              <dt className={css.hash}>
                <Trans>Transaction</Trans>
              </dt>
              <dd className={css.hash}>
                <ExplorerLink to={`tx/${paid.transactionHash}`} className={css.link}>
                  <code>{paid.transactionHash}</code>
                </ExplorerLink>
                <CopyButton text={paid.transactionHash} label={t`Copy the transaction’s hash`} bare />
              </dd>
            </>
          )}
        </dl>
      </details>
    </>
  )
}

const Account = ({ address }: { address: string }) => (
  <ExplorerLink to={`address/${address}`} className={css.link}>
    <span className={`num ${css.account}`}>{shortAddress(address)}</span>
  </ExplorerLink>
)
