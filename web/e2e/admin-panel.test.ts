import type { Page } from '@playwright/test'
import { zeroHash } from 'viem'
import { signIn as signInByCall } from '../../workers/local/seed/client.ts'
import { SELLER } from '../../workers/local/wallets/demo-wallet/accounts.ts'
import { findViolations } from './axe.ts'
import { closeUserBrowsers, openUserBrowser } from './browser.ts'
import { fetchPath, send } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { signIn } from './steps.ts'
import { url } from './world.ts'

/** Words of the code that only admins load. */
const ADMIN_CODE = ['getAuditLog', 'recordSettings']
const PATHS = ['/admin/fees', '/admin/tokens', '/admin/admins', '/admin/treasury', '/admin/log']

/** The scripts that the page has loaded. */
const scripts: string[] = []
async function hasAdminCode(page: Page): Promise<boolean> {
  const texts = await Promise.all(scripts.map(async (address) => (await page.request.get(address)).text()))
  expect(texts.length).toBeGreaterThan(3)
  return texts.some((text) => ADMIN_CODE.some((word) => text.includes(word)))
}

test.afterAll(closeUserBrowsers)

test('a member gets neither a page about settings, nor a call, nor its code', async () => {
  const { page } = await openUserBrowser({ width: 390, height: 844 })
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.push(answer.url())
  })
  await page.goto('/')
  await signIn(page, 'buyer')
  for (const path of PATHS) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'For admins only' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Pages for admins' }).count()).toBe(0)
  }
  expect(await findViolations(page)).toEqual([])
  expect(await hasAdminCode(page)).toBe(false)
  const { cookie } = await signInByCall(url, 1)
  const query = `address=${SELLER.address}`
  for (const path of ['getContractSettings', `getCustomFees?${query}`, `getTokenSettings?${query}`, 'getAuditLog'])
    expect((await fetchPath(`/api/creators/${path}`, { headers: { cookie } })).status).toBe(403)
  expect((await send('creators/recordSettings', { transactionHash: zeroHash }, { cookie })).status).toBe(403)
})
