import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Invoice, InvoicePage } from '../../workers/orders/invoices.schema.ts'
import type { Role } from '../../workers/orders/orders.schema.ts'
import { orders } from '../lib/api.ts'
import { ApiError } from '../lib/api-error.ts'
import { keys } from '../lib/query-keys.ts'

/** How often to ask for an invoice that is not issued yet (ms). */
const POLL_MS = 10_000

/** The invoice of an order; null if the viewer gets none. With `isComing`, the query repeats until the invoice is issued. */
export const invoiceQuery = (orderId: string, isComing = false) =>
  queryOptions({
    queryKey: keys.invoice(orderId),
    queryFn: async (): Promise<Invoice | null> => {
      try {
        return await (await orders.getInvoice.$get({ query: { orderId } })).json()
      } catch (error) {
        if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return null
        throw error
      }
    },
    refetchInterval: ({ state }) => isComing && !state.data && POLL_MS,
  })

const readPage = async (role: Role, year: number, cursor?: string): Promise<InvoicePage> =>
  (await orders.getInvoices.$get({ query: { role, year: String(year), cursor } })).json()

/** The time of the viewer's first invoice in a role (UTC seconds); null without one. */
export const firstInvoiceQuery = (role: Role) =>
  queryOptions({ queryKey: keys.firstInvoice(role), queryFn: async () => (await readPage(role, new Date().getUTCFullYear())).since })

/** All invoices of the viewer in a role and a UTC year, in the order of their payouts. */
async function readYear(role: Role, year: number): Promise<Invoice[]> {
  const all: Invoice[] = []
  let cursor: string | undefined
  do {
    const page = await readPage(role, year, cursor)
    all.push(...page.invoices)
    cursor = page.next ?? undefined
  } while (cursor)
  return all
}

/** Reads the invoices of a year and gives them to `save`. */
export const useSaveStatement = (save: (invoices: Invoice[], format: 'csv' | 'pdf') => Promise<void>) =>
  useMutation({
    mutationFn: async ({ role, year, format }: { role: Role; year: number; format: 'csv' | 'pdf' }) =>
      save(await readYear(role, year), format),
  })

/** Saves a document that is made in the browser. */
export const useSaveDocument = (save: () => Promise<void>) => useMutation({ mutationFn: save })
