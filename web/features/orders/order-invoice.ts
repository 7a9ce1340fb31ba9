import type { Order } from '../../../workers/orders/orders.schema.ts'

/** Whether an order gets an invoice: its payment matches its quote, and the seller received a part of the price. */
export const hasInvoice = ({ terms, outcome }: Pick<Order, 'terms' | 'outcome'>): boolean =>
  terms === 'ok' && outcome !== null && outcome.toSeller !== '0'
