import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { type Invoice, type PaidOutBy, usdAmounts } from '../../../workers/orders/invoices.schema.ts'
import { brand } from '../../brand.ts'
import { formatDate, formatRange } from '../../lib/dates.ts'
import { formatUsd } from '../../lib/format.ts'
import { config } from '../../lib/page-data.ts'
import { memberName } from '../../ui/member-name.ts'
import { tokenColumn, usdColumn } from './amount-column.ts'

/** A line of an invoice. `href` leads to a block explorer; there is none in the local world. */
export interface Fact {
  label: string
  value: string
  href?: string | undefined
}

/** What an invoice says, in the page's language, for the page and the PDF file. */
export interface InvoiceContent {
  title: string
  /** Why the invoice is void; null if it is valid. */
  warning: string | null
  dates: Fact[]
  parties: { label: string; name: string; wallet: Fact }[]
  item: { title: string; detail: string; amount: string; usd: string }
  sums: { label: string; amount: string; usd: string; isTotal: boolean }[]
  facts: Fact[]
  notes: string[]
}

const CHAIN_NAMES: Record<number, string> = { 8453: 'Base', 84532: 'Base Sepolia' }

const PAID_OUT_BY: Record<PaidOutBy, MessageDescriptor> = {
  release: msg`The buyer released the payment`,
  timeout: msg`Released after the 14-day period`,
  agreement: msg`Buyer and seller agreed in a dispute`,
  decision: msg`An arbitrator decided a dispute`,
  settlement: msg`A dispute was settled after its time limit`,
}

/** A time in UTC, with its zone: an invoice has the same date for both parties, wherever they are. */
const utcTime = (seconds: number): string => `${formatDate(seconds, 'beginYear', 'UTC')} UTC`

const explorerLink = (path: string): string | undefined => {
  const { explorer } = config()
  return explorer ? `${explorer}/${path}` : undefined
}
const transaction = (label: string, hash: string): Fact => ({ label, value: hash, href: explorerLink(`tx/${hash}`) })
const account = (label: string, address: string): Fact => ({ label, value: address, href: explorerLink(`address/${address}`) })

/** What was bought, besides the title. */
function detailOf({ plan, hours, event }: Invoice): string {
  const time = event && `${formatRange(event.start, event.end, 'UTC')} UTC`
  return [plan, hours && t`${hours} h`, time].filter(Boolean).join(', ')
}

export function invoiceContent(invoice: Invoice): InvoiceContent {
  const { number, seller, buyer, token, rate, price, refund, total } = invoice
  const usd = usdAmounts(invoice)
  const column = tokenColumn([price, refund, total].map((units) => [token, units]))
  const amount = (units: string) => column(token, units)
  const dollars = usdColumn([usd.price, usd.refund, usd.total])
  const refunds =
    refund === '0' ? [] : [{ label: t`Refund to the buyer`, amount: `−${amount(refund)}`, usd: `−${dollars(usd.refund)}`, isTotal: false }]
  const quotedAt = rate ? utcTime(rate.at) : ''
  const etherPrice = rate ? formatUsd(rate.priceUsd) : ''
  const chainName = CHAIN_NAMES[invoice.chainId]
  return {
    title: t`Invoice ${number}`,
    warning: invoice.isVoid ? t`This invoice is void: the network has removed the payout of this order.` : null,
    dates: [
      { label: t`Date of payout`, value: utcTime(invoice.paidOutAt) },
      { label: t`Issued`, value: utcTime(invoice.issuedAt) },
    ],
    parties: [
      {
        label: t({ message: 'Seller', context: 'invoice' }),
        name: memberName(seller.name, seller.wallet),
        wallet: account(t`Wallet`, seller.wallet),
      },
      { label: t`Buyer`, name: memberName(buyer.name, buyer.wallet), wallet: account(t`Wallet`, buyer.wallet) },
    ],
    item: { title: invoice.title || t`Order`, detail: detailOf(invoice), amount: amount(price), usd: dollars(usd.price) },
    sums: [...refunds, { label: t`Total, paid`, amount: amount(total), usd: dollars(usd.total), isTotal: true }],
    facts: [
      { label: t`Reason for the payout`, value: i18n._(PAID_OUT_BY[invoice.paidOutBy]) },
      ...(rate ? [{ label: t`Rate of the quote`, value: t`1 ETH = ${etherPrice}, ${quotedAt}, from Coinbase and Kraken` }] : []),
      { label: t`Network`, value: chainName ? `${chainName} (${invoice.chainId})` : String(invoice.chainId) },
      account(t`Escrow contract`, invoice.contract),
      { label: t`Order number`, value: invoice.orderNumber },
      { label: t`Date of payment`, value: utcTime(invoice.paidAt) },
      transaction(t`Transaction of the payment`, invoice.paymentHash),
      transaction(t`Transaction of the payout`, invoice.payoutHash),
    ],
    notes: [
      t`The seller issues this invoice to the buyer. ${brand.name} made it from the order and the blockchain.`,
      rate ? t`Amounts in US dollars are at the rate of the quote.` : t`One token counts as one US dollar.`,
      t`No tax is stated separately.`,
    ],
  }
}
