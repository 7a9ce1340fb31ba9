import { expect, it } from 'vitest'
import type { Order, Role } from '../../../workers/orders/orders.schema.ts'
import { cardAmounts } from './card-amounts.ts'

const amounts = (outcome: Order['outcome'], role: Role) =>
  cardAmounts({ price: '120', outcome }, role).map(({ label, amount }) => `${label.message} ${amount}`)

const PAID = { toBuyer: '0', toSeller: '108', toTreasury: '12' }
const DIVIDED = { toBuyer: '60', toSeller: '54', toTreasury: '6' }
const REFUNDED = { toBuyer: '120', toSeller: '0', toTreasury: '0' }

it.each<[string, Order['outcome'], Role, string[]]>([
  ['an open order', null, 'buyer', ['Paid 120']],
  ['an open order', null, 'seller', ['Paid 120']],
  ['an order that was paid out', PAID, 'buyer', ['Paid 120']],
  ['an order that was paid out', PAID, 'seller', ['Paid 120', 'Received 108']],
  ['an order that was divided in a dispute', DIVIDED, 'buyer', ['Paid 120', 'Refunded 60']],
  ['an order that was divided in a dispute', DIVIDED, 'seller', ['Paid 120', 'Refunded 60', 'Received 54']],
  ['an order that was refunded', REFUNDED, 'buyer', ['Paid 120', 'Refunded 120']],
  ['an order that was refunded', REFUNDED, 'seller', ['Paid 120', 'Refunded 120']],
])('the card of %s (%o) shows to the %s: %o', (_order, outcome, role, shown) => expect(amounts(outcome, role)).toEqual(shown))
