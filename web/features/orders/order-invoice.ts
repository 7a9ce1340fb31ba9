import type { Order } from '../../../workers/orders/orders.schema.ts'

/** Whether an order gets an invoice: it was paid by its quote, and a part of the price went to the seller. */
export const hasInvoice = ({ terms, outcome }: Pick<Order, 'terms' | 'outcome'>): boolean =>
  terms === 'ok' && outcome !== null && outcome.toSeller !== '0'
