import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { createWalletClient, http, publicActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import type { ListingPage } from '../../listings/listings.schema.ts'
import { callData } from '../../orders/calldata.schema.ts'
import type { Order } from '../../orders/orders.schema.ts'
import { ensureChromium } from '../cli/chromium.ts'
import { MNEMONIC, type Session, signIn } from '../seed/client.ts'
import { type Party, play } from '../seed/play.ts'
import { startWorld, type World } from '../world/world.ts'
import type { Bench, Result } from './lib/result.ts'
import { median } from './lib/served-database.ts'

/** The demo seller and the demo admin. The admin is the buyer, because the seed data has no orders of the admin. */
const [SELLER, BUYER] = [1, 3]
/** How many times the buyer asks for less, and the seller then offers more. */
const ROUNDS = 5

/** Opens an order in a browser of its own. */
async function openOrder(browser: Browser, { url }: World, session: Session, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-GB' })
  const [name, value] = session.cookie.split('=') as [string, string]
  await context.addCookies([{ name, value, domain: 'localhost', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' }])
  const page = await context.newPage()
  // The page receives pushes once the socket of its inbox has answered.
  const connected = page
    .waitForEvent('websocket', (socket) => socket.url().endsWith('/inbox'))
    .then((socket) => socket.waitForEvent('framereceived'))
  await page.goto(path)
  await connected
  return page
}

/** Resolves to the time (Unix milliseconds) at which the page shows this text. */
const shownAt = (page: Page, wanted: string): Promise<number> =>
  page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        const observer = new MutationObserver(look)
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
        function look() {
          if (!document.querySelector('article')?.textContent?.includes(text)) return
          observer.disconnect()
          resolve(Date.now())
        }
        look()
      }),
    wanted,
  )

/** Places an order for the demo seller's first service, and opens a dispute that asks for 90%. */
async function openDispute(world: World, seller: Party, buyer: Party): Promise<Order> {
  const { services } = await seller.session.get<ListingPage>(`listings/query?type=SERVICES&userId=${seller.session.id}`)
  const serviceId = services[0]!.id
  const { options } = await seller.session.get<{ options: Record<string, unknown> }>(`listings/getListing?id=${serviceId}`)
  const plan = Object.keys(options)[0]!
  const story = [{ do: 'accept' }, { do: 'deliver' }, { do: 'dispute', refund: 9000 }] as const
  await play(world, { key: 'live', buyer: 'ben', service: 'logo', plan, token: 'ETH', story: [...story] }, { serviceId, buyer, seller })
  const { orders } = await buyer.session.get<{ orders: Order[] }>('orders/getMyOrders')
  return orders[0]!
}

/**
 * Measures the time from the block with a step of an order until the pages of both parties show it. As soon as the block exists, the step
 * is reported with the call that a page uses.
 */
export const run: Bench = async (log) => {
  const executablePath = ensureChromium(log)
  const dir = mkdtempSync(join(tmpdir(), 'warren-bench-live-'))
  const world = await startWorld({ port: 8980, dir, cron: false, mode: 'production', log })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] })
  try {
    return await measure(world, browser)
  } finally {
    await browser.close()
    await world.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function measure(world: World, browser: Browser): Promise<Result[]> {
  const partyOf = async (index: number): Promise<Party> => ({ index, session: await signIn(world.url, index) })
  const [seller, buyer] = [await partyOf(SELLER), await partyOf(BUYER)]
  const order = await openDispute(world, seller, buyer)
  const path = `/orders/${order.id}/${order.room}`
  const pages = [await openOrder(browser, world, buyer.session, path), await openOrder(browser, world, seller.session, path)]

  const walletOf = ({ index }: Party) =>
    createWalletClient({
      account: mnemonicToAccount(MNEMONIC, { addressIndex: index }),
      chain: anvil,
      transport: http(world.rpcUrl),
    }).extend(publicActions)
  /** Takes a step and returns the time until the slower page shows it (ms). */
  const take = async (by: Party, verb: 'lower' | 'counter', percent: number): Promise<number> => {
    const shown = pages.map((page) => shownAt(page, verb === 'lower' ? `The buyer asks for ${percent}%` : `The seller offers ${percent}%`))
    const wallet = walletOf(by)
    const hash = await wallet.sendTransaction({ to: world.deployment.orderBook, data: callData(verb, order.order_id, percent * 100) })
    while (!(await wallet.getTransactionReceipt({ hash }).catch(() => undefined)));
    const mined = Date.now()
    await by.session.post('orders/addOrder', { transactionHash: hash, chainId: world.deployment.chainId })
    return Math.max(...(await Promise.all(shown))) - mined
  }
  const times: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    times.push(await take(buyer, 'lower', 90 - round))
    times.push(await take(seller, 'counter', round))
  }
  return [
    { name: 'from a block to the pages of both parties, median', value: Math.round(median(times)), unit: 'ms', better: 'lower' },
    { name: 'from a block to the pages of both parties, the slowest', value: Math.max(...times), unit: 'ms', goal: 2000, better: 'lower' },
  ]
}
