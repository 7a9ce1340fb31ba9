import { t } from '@lingui/core/macro'
import { type Invoice, type StatementSum, sumInvoices, usdAmounts } from '../../../workers/orders/invoices.schema.ts'
import type { Role } from '../../../workers/orders/orders.schema.ts'
import { brand } from '../../brand.ts'
import { formatDate } from '../../lib/dates.ts'
import { findToken } from '../../lib/find-token.ts'
import { formatNumber } from '../../lib/format.ts'
import { locale } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { makePdf, type PdfNode, pdfText } from '../../lib/pdf.ts'
import { saveFile } from '../../lib/save-file.ts'
import { decimalText } from '../../lib/token-format.ts'
import { memberName, shortAddress } from '../../ui/member-name.ts'
import { tokenColumn, usdColumn } from './amount-column.ts'
import { csvFile } from './csv.ts'
import { RULES } from './invoice-pdf.ts'
import { isoTime } from './iso-time.ts'
import { tokenAmount } from './token-amount.ts'

const MICRO = 6

const otherParty = ({ seller, buyer }: Invoice, role: Role) => (role === 'seller' ? buyer : seller)
const nameOf = ({ name, wallet }: Invoice['seller']) => memberName(name, wallet)

/**
 * The rows of the CSV file: the invoices, then the sums of each token and in US dollars. Amounts are exact and have no grouping, so that a
 * spreadsheet reads them as numbers.
 */
export function statementRows(invoices: readonly Invoice[], role: Role): string[][] {
  const isSeller = role === 'seller'
  const amounts = (
    token: string,
    { price, refund, total, fee, received }: { [Part in keyof Omit<StatementSum, 'count'>]: bigint | string | null },
  ) =>
    [price, refund, total, ...(isSeller ? [fee, received] : [])].map((units) =>
      units === null ? '' : decimalText(units, findToken(token)?.decimals ?? 0),
    )
  const dollars = (usd: Record<'price' | 'refund' | 'total', number | bigint> & Record<'fee' | 'received', number | bigint | null>) =>
    [usd.price, usd.refund, usd.total, ...(isSeller ? [usd.fee, usd.received] : [])].map((micro) =>
      micro === null ? '' : decimalText(BigInt(micro), MICRO),
    )
  const titles = [t`Price`, t`Refund to the buyer`, t`Total`, ...(isSeller ? [t`Platform fee`, t`Received`] : [])]
  const head = [
    ...[t`Invoice number`, t`Paid out at (UTC)`, t`Status`, t`Service`, t`Plan`, t`Other party`, t`Wallet of the other party`, t`Token`],
    ...titles,
    ...titles.map((title) => t`${title} (USD)`),
    ...[t`USD for one ETH`, t`Order number`, t`Transaction of the payment`, t`Transaction of the payout`, t`Link`],
  ]
  const rows = invoices.map((invoice) => {
    const party = otherParty(invoice, role)
    const { sellerPart, token } = invoice
    return [
      ...[invoice.number, isoTime(invoice.paidOutAt), invoice.isVoid ? t`void` : t`valid`, invoice.title, invoice.plan],
      ...[nameOf(party), party.wallet, findToken(token)?.symbol ?? token],
      ...amounts(token, { ...invoice, fee: sellerPart?.fee ?? null, received: sellerPart?.received ?? null }),
      ...dollars(usdAmounts(invoice)),
      ...[invoice.rate ? decimalText(String(invoice.rate.priceUsd), MICRO) : '', invoice.orderNumber],
      ...[invoice.paymentHash, invoice.payoutHash, location.origin + paths.invoice(invoice.order)],
    ]
  })
  const { tokens, usd } = sumInvoices(invoices)
  const none = titles.map(() => '')
  const sums = tokens.map(([token, sum]) => [
    t`Total`,
    '',
    '',
    '',
    '',
    '',
    '',
    findToken(token)?.symbol ?? token,
    ...amounts(token, sum),
    ...none,
    '',
    '',
    '',
    '',
    '',
  ])
  return [head, ...rows, ...sums, [t`Total`, '', '', '', '', '', '', 'USD', ...none, ...dollars(usd), '', '', '', '', '']]
}

/** The PDF file of a statement. `loadFont` is replaced in tests. */
export function statementPdf(
  invoices: readonly Invoice[],
  role: Role,
  year: number,
  loadFont?: Parameters<typeof makePdf>[1],
): Promise<Blob> {
  const isSeller = role === 'seller'
  const { tokens, usd } = sumInvoices(invoices)
  const small = { fontSize: 8 }
  const head = (text: string, more = {}) => pdfText(text, { ...small, color: '#57524b', ...more })
  const money = (text: string) => pdfText(text, { ...small, alignment: 'right' })
  const right = { alignment: 'right' }
  const title = isSeller ? t`Statement of sales ${String(year)}` : t`Statement of purchases ${String(year)}`
  const titles = [t`Price`, t`Refund`, t`Total`, ...(isSeller ? [t`Platform fee`, t`Received`] : [])]
  const parts = ({ price, refund, total, fee, received }: StatementSum, format: (units: bigint) => string) =>
    [price, refund, total, ...(isSeller ? [fee, received] : [])].map((part) => money(part === null ? '' : format(part)))
  const sumRows: PdfNode[][] = [
    [head(t`Token`), head(t`Invoices`, right), ...titles.map((text) => head(text, right))],
    ...tokens.map(([token, sum]) => [
      pdfText(findToken(token)?.symbol ?? token, small),
      money(formatNumber(sum.count)),
      ...parts(sum, (units) => tokenAmount(units, token)),
    ]),
    [pdfText('USD', small), money(formatNumber(usd.count)), ...parts(usd, (micro) => usdColumn([micro])(micro))],
  ]
  const dollars = invoices.map(usdAmounts)
  const [refundText, totalText] = (['refund', 'total'] as const).map((part) => tokenColumn(invoices.map((one) => [one.token, one[part]])))
  const feeText = tokenColumn(invoices.flatMap(({ token, sellerPart }) => (sellerPart ? [[token, sellerPart.fee] as const] : [])))
  const [totalUsd, feeUsd] = [usdColumn(dollars.map(({ total }) => total)), usdColumn(dollars.flatMap(({ fee }) => fee ?? []))]
  const rows = invoices.map((invoice) => {
    const party = otherParty(invoice, role)
    const { total, fee } = usdAmounts(invoice)
    const { token, sellerPart } = invoice
    return [
      pdfText(invoice.isVoid ? t`${invoice.number} (void)` : invoice.number, small),
      pdfText(formatDate(invoice.paidOutAt, 'day', 'UTC'), small),
      { stack: [pdfText(invoice.title, small), pdfText(invoice.plan, { fontSize: 7, color: '#57524b' })] },
      { stack: [pdfText(nameOf(party), small), pdfText(shortAddress(party.wallet), { fontSize: 7, color: '#57524b' })] },
      money(refundText!(token, invoice.refund)),
      money(totalText!(token, invoice.total)),
      money(totalUsd(total)),
      ...(sellerPart && fee !== null ? [money(feeText(token, sellerPart.fee)), money(feeUsd(fee))] : []),
    ]
  })
  const names = [
    ...[t`Number`, t`Paid out (UTC)`, t`Service`, isSeller ? t`Buyer` : t({ message: 'Seller', context: 'invoice' })].map((text) =>
      head(text),
    ),
    ...[t`Refund`, t`Total`, t`Total (USD)`, ...(isSeller ? [t`Platform fee`, t`Fee (USD)`] : [])].map((text) => head(text, right)),
  ]
  const own = invoices[0] && (isSeller ? invoices[0].seller : invoices[0].buyer)
  const content: PdfNode[] = [
    pdfText(title, { fontSize: 20 }),
    pdfText(own ? nameOf(own) : '', { fontSize: 11, margin: [0, 2, 0, 14] }),
    { layout: RULES, table: { headerRows: 1, widths: ['*', 50, ...titles.map(() => '*')], body: sumRows }, margin: [0, 0, 0, 22] },
    {
      layout: { ...RULES, paddingLeft: () => 2, paddingRight: () => 2, paddingTop: () => 4, paddingBottom: () => 4 },
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: [62, 72, '*', 96, 80, 80, 50, ...(isSeller ? [80, 46] : [])],
        body: [names, ...rows],
      },
    },
    pdfText(
      t`Years and days are in UTC. Void invoices do not count. Amounts in US dollars are those of the quotes; one stablecoin counts as one US dollar.`,
      {
        fontSize: 8,
        color: '#57524b',
        margin: [0, 14, 0, 0],
      },
    ),
  ]
  return makePdf({ title, author: brand.name, lang: locale(), landscape: true, content }, loadFont)
}

const fileName = (role: Role, year: number, type: string) =>
  `${brand.name.toLowerCase()}-${role === 'seller' ? 'sales' : 'purchases'}-${year}.${type}`

export const saveStatementCsv = (invoices: readonly Invoice[], role: Role, year: number): void =>
  saveFile(csvFile(statementRows(invoices, role)), fileName(role, year, 'csv'))
export const saveStatementPdf = async (invoices: readonly Invoice[], role: Role, year: number): Promise<void> =>
  saveFile(await statementPdf(invoices, role, year), fileName(role, year, 'pdf'))
