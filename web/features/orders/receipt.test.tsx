import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToString } from 'react-dom/server'
import { beforeAll, expect, it, vi } from 'vitest'
import type { Order } from '../../../workers/orders/orders.schema.ts'
import { setPageData } from '../../lib/page-data.ts'
import type { Config } from '../../page-request.ts'
import { NewReceipt } from './Receipt.tsx'

const USDC = `0x${'c1'.repeat(20)}` as const
const HASH = `0x${'ab'.repeat(32)}` as const
const SELLER = `0x${'5e'.repeat(20)}` as const
const CONTRACT = `0x${'cc'.repeat(20)}` as const

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.stubGlobal('location', { origin: 'https://warren.example' })
})

const config = (changes: Pick<Config, 'chainId' | 'explorer'>): Config => ({
  env: 'production',
  orderBook: CONTRACT,
  orderBookCodeHash: '0x3',
  tokens: [{ symbol: 'USDC', address: USDC, decimals: 6, signatures: [] }],
  rpc: '/api/orders/rpc',
  uploadOrigin: '',
  walletConnect: null,
  ...changes,
})
const order = {
  seller: SELLER,
  buyer: `0x${'b0'.repeat(20)}`,
  seller_name: 'Aiko Mori',
  buyer_name: 'Ben Carter',
  token: USDC,
  contract: CONTRACT,
  price: '120000000',
  feeBps: 1000,
  fee: '12000000',
  sellerGets: '108000000',
  outcome: null,
  history: [{ name: 'NewOrder', at: 1_767_000_000, transactionHash: HASH }],
} as unknown as Order

/** The receipt that the buyer sees after the payment: its text, and the addresses of its links. */
function render(): { text: string; links: string[]; html: string } {
  const html = renderToString(
    <I18nProvider i18n={i18n}>
      <NewReceipt {...{ order, role: 'buyer', onOpenRoom: () => {} }} />
    </I18nProvider>,
  )
  return { html, text: html.replace(/<[^>]*>/g, ' '), links: [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href!) }
}

it.each([
  [8453, 'https://basescan.org'],
  [84532, 'https://sepolia.basescan.org'],
])('the receipt of a payment on chain %i links its transaction, the seller and the contract at %s', (chainId, explorer) => {
  setPageData({ config: config({ chainId, explorer }) })
  const { text, links } = render()
  expect(links).toEqual([`${explorer}/address/${SELLER}`, `${explorer}/address/${CONTRACT}`, `${explorer}/tx/${HASH}`])
  expect(text).toContain(HASH)
})

it('where there is no explorer the receipt has the whole hash and no link', () => {
  setPageData({ config: config({ chainId: 31337, explorer: null }) })
  const { html, text, links } = render()
  expect(links).toEqual([])
  expect(text).toContain(HASH)
  expect(html).toContain(`title="${SELLER}"`)
})
