import type { Invoice } from '../../../workers/orders/invoices.schema.ts'
import { brand } from '../../brand.ts'
import { locale } from '../../lib/i18n.ts'
import { makePdf, type PdfNode, pdfText } from '../../lib/pdf.ts'
import { saveFile } from '../../lib/save-file.ts'
import { type Fact, invoiceContent } from './invoice-content.ts'

const MUTE = '#57524b'
const LINE = '#d8d0c4'
const label = (text: string) => pdfText(text, { color: MUTE, fontSize: 8.5 })
const value = ({ value: text, href }: Fact, style = {}) => pdfText(text, { ...style, ...(href && { link: href, decoration: 'underline' }) })

/** Thin lines between rows, and none at the sides. */
export const RULES = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0,
  hLineColor: () => LINE,
  paddingLeft: () => 0,
  paddingTop: () => 6,
  paddingBottom: () => 6,
}

/** The PDF file of an invoice. `loadFont` is replaced in tests. */
export function invoicePdf(invoice: Invoice, loadFont?: Parameters<typeof makePdf>[1]): Promise<Blob> {
  const { title, warning, dates, parties, item, sums, facts, notes } = invoiceContent(invoice)
  const money = (text: string, style = {}) => pdfText(text, { alignment: 'right', noWrap: true, ...style })
  const sum = (name: string, amount: string, usd: string, fontSize = 9.5): PdfNode[] => [
    pdfText(name, { fontSize }),
    money(amount, { fontSize }),
    money(usd, { fontSize, color: MUTE }),
  ]
  const content: PdfNode[] = [
    pdfText(title, { fontSize: 22, margin: [0, 0, 0, 4] }),
    ...(warning ? [pdfText(warning, { color: '#b3203d', margin: [0, 0, 0, 6] })] : []),
    {
      columns: dates.map((date) => ({ stack: [label(date.label), value(date)] })),
      columnGap: 16,
      margin: [0, 8, 0, 18],
    },
    {
      columns: parties.map((party) => ({
        stack: [label(party.label), pdfText(party.name, { fontSize: 12 }), value(party.wallet, { fontSize: 8.5, color: MUTE })],
      })),
      columnGap: 16,
      margin: [0, 0, 0, 22],
    },
    {
      layout: RULES,
      table: {
        widths: ['*', 'auto', 80],
        body: [
          [
            { stack: [pdfText(item.title, { fontSize: 11 }), ...(item.detail ? [pdfText(item.detail, { color: MUTE })] : [])] },
            money(item.amount),
            money(item.usd, { color: MUTE }),
          ],
          ...sums.map((line) => sum(line.label, line.amount, line.usd, line.isTotal ? 12 : 9.5)),
        ],
      },
    },
    {
      layout: RULES,
      fontSize: 8.5,
      margin: [0, 24, 0, 18],
      table: { widths: [130, '*'], body: facts.map((fact) => [label(fact.label), value(fact, { fontSize: 8.5 })]) },
    },
    ...notes.map((note) => pdfText(note, { color: MUTE, fontSize: 8.5 })),
  ]
  return makePdf({ title, author: brand.name, lang: locale(), content }, loadFont)
}

/** Saves an invoice as a PDF file. */
export const saveInvoice = async (invoice: Invoice): Promise<void> => saveFile(await invoicePdf(invoice), `invoice-${invoice.number}.pdf`)
