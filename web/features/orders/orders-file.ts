import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { type Order, role as roleOf, statusOf } from '../../../workers/orders/orders.schema.ts'
import { findToken } from '../../lib/find-token.ts'
import { paths } from '../../lib/paths.ts'
import { saveFile } from '../../lib/save-file.ts'
import { decimalText } from '../../lib/token-format.ts'
import { csvFile } from './csv.ts'
import { isoTime } from './iso-time.ts'
import { otherName, STATUS_LABELS } from './order-labels.ts'

/**
 * The columns of the file, in the language of the page. Amounts are exact and have no grouping, so that a spreadsheet reads them as
 * numbers.
 */
const columns = (): [title: string, value: (order: Order, me: number) => string][] => {
  const amount = (units: string | undefined, { token }: Order) =>
    units === undefined ? '' : decimalText(units, findToken(token)?.decimals ?? 0)
  const role = (order: Order, me: number) => roleOf(order, me) ?? 'buyer'
  return [
    [t`Order number`, ({ order_id }) => order_id],
    [t`Paid at (UTC)`, ({ date }) => isoTime(date)],
    [t`Status`, (order) => i18n._(STATUS_LABELS[statusOf(order)].label)],
    [t`Status since (UTC)`, ({ statusAt }) => isoTime(statusAt)],
    [t`Service`, ({ title }) => title],
    [t`Plan`, ({ plan }) => plan],
    [t`Your role`, (order, me) => (role(order, me) === 'buyer' ? t`buyer` : t`seller`)],
    [t`Other party`, (order, me) => otherName(order, role(order, me))],
    [t`Wallet of the other party`, (order, me) => (role(order, me) === 'buyer' ? order.seller : order.buyer)],
    [t`Token`, ({ token }) => findToken(token)?.symbol ?? token],
    [t`Price`, (order) => amount(order.price, order)],
    [t`Refund to the buyer`, (order) => amount(order.outcome?.toBuyer, order)],
    [t`Paid to the seller`, (order) => amount(order.outcome?.toSeller, order)],
    [t`Fees`, (order) => amount(order.outcome?.toTreasury, order)],
    [t`Transaction of the payment`, ({ history }) => history[0]?.transactionHash ?? ''],
    [t`Link`, ({ id, room }) => location.origin + paths.order(id, room)],
  ]
}

/** Saves the orders of the user `me` as a CSV file. */
export function saveOrders(orders: Order[], me: number): void {
  const shown = columns()
  const rows = orders.map((order) => shown.map(([, value]) => value(order, me)))
  saveFile(csvFile([shown.map(([title]) => title), ...rows]), `warren-orders-${isoTime(Date.now() / 1000).slice(0, 10)}.csv`)
}
