import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Order, Role } from '../../../workers/orders/orders.schema.ts'

interface Amount {
  label: MessageDescriptor
  /** The token's smallest units, decimal text. */
  amount: string
}

/**
 * The amounts of an order in a list: what the buyer paid and, once the order has ended, what was refunded and what the seller received.
 * Amounts of zero are left out.
 */
export function cardAmounts({ price, outcome }: Pick<Order, 'price' | 'outcome'>, role: Role): [Amount, ...Amount[]] {
  const { toBuyer = '0', toSeller = '0' } = outcome ?? {}
  const later = [
    { label: msg`Refunded`, amount: toBuyer },
    { label: msg`Received`, amount: role === 'seller' ? toSeller : '0' },
  ]
  return [{ label: msg({ message: 'Paid', context: 'order' }), amount: price }, ...later.filter(({ amount }) => amount !== '0')]
}
