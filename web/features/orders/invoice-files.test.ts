import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { i18n } from '@lingui/core'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type Invoice, sumInvoices, usdAmounts } from '../../../workers/orders/invoices.schema.ts'
import { setPageData } from '../../lib/page-data.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { statementPdf, statementRows } from './statement-file.ts'

const USDC = '0x00000000000000000000000000000000000000c1'
const ETH = '0x0000000000000000000000000000000000000000'
const HASH = `0x${'ab'.repeat(32)}` as const

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.stubGlobal('location', { origin: 'https://warren.example' })
  setPageData({
    config: {
      env: 'local',
      chainId: 8453,
      orderBook: '0x1',
      orderBookCodeHash: '0x2',
      tokens: [
        { symbol: 'USDC', address: USDC, decimals: 6, signatures: [] },
        { symbol: 'ETH', address: ETH, decimals: 18, signatures: [] },
      ],
      rpc: '/rpc',
      explorer: 'https://basescan.example',
      uploadOrigin: '',
      walletConnect: null,
    },
  })
})

const sale = (over: Partial<Invoice> = {}): Invoice => ({
  order: 'A'.repeat(22),
  number: '217-0003',
  isVoid: false,
  paidOutAt: 1_767_225_599,
  issuedAt: 1_767_225_700,
  seller: { id: 217, name: 'Łukasz Żółć', wallet: `0x${'5e'.repeat(20)}` },
  buyer: { id: 9, name: '和菓子 花子', wallet: `0x${'b0'.repeat(20)}` },
  title: '名刺のデザイン「春」',
  plan: 'Studio',
  hours: 3,
  event: null,
  chainId: 8453,
  contract: `0x${'cc'.repeat(20)}`,
  orderNumber: '41',
  token: USDC,
  price: '240000000',
  priceUsd: 240_000_000,
  rate: null,
  paidAt: 1_767_000_000,
  paymentHash: HASH,
  payoutHash: HASH,
  paidOutBy: 'release',
  refund: '0',
  total: '240000000',
  sellerPart: { fee: '24000000', received: '216000000' },
  ...over,
})
/** An invoice in ETH at $3,000, with a third of the price refunded. */
const inEth = sale({
  number: '217-0004',
  token: ETH,
  price: '80000000000000000',
  rate: { priceUsd: 3_000_000_000, at: 1_767_000_000 },
  refund: '26666666666666666',
  total: '53333333333333334',
  sellerPart: { fee: '5333333333333333', received: '48000000000000001' },
  paidOutBy: 'decision',
  title: '=1+1',
})

const files = { modules: new Set<string>() }
const require = createRequire(import.meta.url)
/** The address of a font ends with the path of its file in the package. */
const loadFont = async (url: string): Promise<ArrayBuffer> => {
  files.modules.add(url)
  const path = require.resolve(url.slice(url.indexOf('@expo-google-fonts')))
  return new Uint8Array(await readFile(path)).buffer
}
/** The text of a PDF file. All spaces are removed, because the file has no space where a line ends. */
async function textOf(blob: Blob): Promise<{ text: string; pages: number; links: string[] }> {
  const pdf = await getDocumentProxy(new Uint8Array(await blob.arrayBuffer()))
  const { text } = await extractText(pdf, { mergePages: true })
  const annotations = (await (await pdf.getPage(1)).getAnnotations()) as { url?: string }[]
  return { text: text.replace(/\s/g, ''), pages: pdf.numPages, links: annotations.flatMap(({ url }) => url ?? []) }
}

describe('the PDF file of an invoice', () => {
  it('has the number, both parties, the amounts and the chain references, in Latin and Japanese letters', async () => {
    const { text, pages, links } = await textOf(await invoicePdf(sale(), loadFont))
    for (const part of [
      'Invoice217-0003',
      'ŁukaszŻółć',
      '和菓子花子',
      '名刺のデザイン「春」',
      'Studio,3h',
      '240.00USDC',
      '$240.00',
      'Dateofpayment',
      HASH,
      'Base(8453)',
      'Dec31,2025',
    ])
      expect(text).toContain(part)
    expect(pages).toBe(1)
    expect(new Set(links)).toContain(`https://basescan.example/tx/${HASH}`)
    // The fee concerns only the seller and the platform, so the file does not show it.
    expect(text).not.toContain('216.00')
  })

  it('has the refund and the rate of the quote, and says that a void invoice is void', async () => {
    const { text } = await textOf(await invoicePdf({ ...inEth, isVoid: true }, loadFont))
    const sums = ['0.080000000000000000ETH', '$240.00', '−0.026666666666666666ETH', '−$80.00', '0.053333333333333334ETH', '$160.00']
    for (const part of [...sums, '1ETH=$3,000', 'CoinbaseandKraken', 'Anarbitratordecided', 'isvoid']) expect(text).toContain(part)
  })

  it('loads the Japanese font only for Japanese letters', async () => {
    files.modules.clear()
    await invoicePdf(sale({ title: 'Ωμέγα – логотип', buyer: { ...sale().buyer, name: 'Ana Müller' } }), loadFont)
    expect([...files.modules].map((url) => /NotoSans\w*_/.exec(url)![0])).toEqual(['NotoSans_'])
  })

  it('can be made for a title with letters that the fonts do not have', async () => {
    const { text } = await textOf(await invoicePdf(sale({ title: 'شعار 로고 😀 \u202etxt\ud83d', plan: '' }), loadFont))
    expect(text).toContain('217-0003')
  })
})

describe('a yearly statement', () => {
  const year = [sale(), inEth, sale({ number: '217-0005', isVoid: true })]

  it('has amounts that add up, in each token and in US dollars, without void invoices', () => {
    expect(usdAmounts(inEth)).toEqual({
      price: 240_000_000,
      refund: 80_000_000,
      total: 160_000_000,
      fee: 16_000_000,
      received: 144_000_000,
    })
    const { tokens, usd } = sumInvoices(year)
    expect(tokens.map(([token, { count, total, fee }]) => [token, count, total, fee])).toEqual([
      [USDC, 1, 240_000_000n, 24_000_000n],
      [ETH, 1, 53_333_333_333_333_334n, 5_333_333_333_333_333n],
    ])
    expect(usd).toEqual({
      count: 2,
      price: 480_000_000n,
      refund: 80_000_000n,
      total: 400_000_000n,
      fee: 40_000_000n,
      received: 360_000_000n,
    })
    const { usd: bought } = sumInvoices(year.map((invoice) => ({ ...invoice, sellerPart: null })))
    expect(bought).toMatchObject({ total: 400_000_000n, fee: null, received: null })
  })

  it('has the invoices and the sums as rows of equal length, with exact amounts', () => {
    const rows = statementRows(year, 'seller')
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([rows[0]!.length]))
    const column = (title: string) => rows.map((row) => row[rows[0]!.indexOf(title)])
    expect(column('Invoice number')).toEqual(['Invoice number', '217-0003', '217-0004', '217-0005', 'Total', 'Total', 'Total'])
    expect(column('Status').slice(1, 4)).toEqual(['valid', 'valid', 'void'])
    expect(column('Paid out at (UTC)')[1]).toBe('2025-12-31T23:59:59Z')
    expect(column('Total')).toEqual(['Total', '240', '0.053333333333333334', '240', '240', '0.053333333333333334', ''])
    expect(column('Total (USD)')).toEqual(['Total (USD)', '240', '160', '240', '', '', '400'])
    expect(column('Other party')[1]).toBe('和菓子 花子')
    expect(column('Link')[1]).toBe(`https://warren.example/invoices/${'A'.repeat(22)}`)
    expect(statementRows(year, 'buyer')[0]).not.toContain('Platform fee')
  })

  it('has all invoices and the sums on the pages of its PDF file', async () => {
    const whole = { ...inEth, refund: '0', total: inEth.price, sellerPart: { fee: '8000000000000000', received: '72000000000000000' } }
    const many = Array.from({ length: 90 }, (_, i) => sale({ number: `217-${String(i + 1).padStart(4, '0')}` }))
    const { text, pages } = await textOf(await statementPdf([...many, inEth, whole], 'seller', 2025, loadFont))
    expect(pages).toBeGreaterThan(2)
    for (const part of [
      'Statementofsales2025',
      '217-0001',
      '217-0090',
      '21,600.00USDC',
      '$22,000.00',
      '0.080000000000000000ETH',
      '和菓子花子',
    ])
      expect(text).toContain(part)
  })
})
