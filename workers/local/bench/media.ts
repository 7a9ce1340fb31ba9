import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import sharp from 'sharp'
import type { ProductMedia, SignedPut } from '../../uploads/media.schema.ts'
import { ensureChromium } from '../cli/chromium.ts'
import { cameraPhoto } from '../seed/camera-photo.ts'
import { type Session, signIn } from '../seed/client.ts'
import { startWorld, type World } from '../world/world.ts'
import type { Bench, Result } from './lib/result.ts'
import { type Plane, ssim } from './lib/ssim.ts'

const PHOTO_BYTES = 4_000_000
/** The width of the variant for a card of 300 CSS pixels on a screen with a device pixel ratio of 2 (pixels). */
const CARD_WIDTH = 640
/** A test account that is not part of the seed data. */
const ACCOUNT = 61
/** The delay of every picture, so that layout shifts become visible (ms). */
const SLOW_MS = 400
const SCREENS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** A camera photo of a little more than 4 MB, upright. */
async function photo(): Promise<Buffer<ArrayBuffer>> {
  const original = sharp(cameraPhoto()).autoOrient()
  for (let quality = 90; ; quality++) {
    const bytes = await original.clone().jpeg({ quality }).toBuffer()
    if (bytes.byteLength >= PHOTO_BYTES) return Buffer.from(bytes)
  }
}

/** Uploads a picture as the app would. */
async function upload({ post }: Session, bytes: Buffer<ArrayBuffer>): Promise<ProductMedia> {
  const request = { name: 'photo.jpg', type: 'image/jpeg', size: bytes.byteLength }
  const { id, upload: signed } = await post<ProductMedia & { upload: SignedPut }>('uploads/addProductFile', request)
  const put = await fetch(signed.url, { method: signed.method, headers: signed.headers, body: bytes })
  if (!put.ok) throw new Error(`the signed PUT answered ${put.status}`)
  return post('uploads/finishUpload', { id })
}

async function luma(picture: Buffer): Promise<Plane> {
  const { data, info } = await sharp(picture).removeAlpha().greyscale().raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), width: info.width, height: info.height }
}

async function card(world: World): Promise<Result[]> {
  const original = await photo()
  const { id } = await upload(await signIn(world.url, ACCOUNT), original)
  const answer = await fetch(`${world.url}/media/${id}/${CARD_WIDTH}.webp`)
  if (!answer.ok) throw new Error(`the card's picture answered ${answer.status}`)
  const served = Buffer.from(await answer.arrayBuffer())
  const shown = await luma(served)
  if (shown.width !== CARD_WIDTH) throw new Error(`the card's picture is ${shown.width} pixels wide`)
  const lossless = await luma(await sharp(original).resize(CARD_WIDTH).png().toBuffer())
  const share = Math.round((served.byteLength / original.byteLength) * 10_000) / 100
  return [
    { name: `bytes of a card's picture, of its ${original.byteLength} bytes`, value: share, unit: '%', goal: 5, better: 'lower' },
    { name: 'width of that picture', value: shown.width, unit: 'px', goal: 640, better: 'higher' },
    {
      name: 'its likeness (SSIM) to a lossless resize',
      value: Math.round(ssim(lossless, shown) * 10_000) / 10_000,
      unit: '',
      goal: 0.95,
      better: 'higher',
    },
  ]
}

/**
 * The sum of all layout shifts (not only the worst second) of a page of cards while its pictures arrive late and a visitor scrolls to its
 * end.
 */
async function shift(browser: Browser, url: string, viewport: { width: number; height: number }): Promise<number> {
  const context = await browser.newContext({ viewport, locale: 'en-GB' })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.route('**/media/**', async (route) => {
    await new Promise((done) => setTimeout(done, SLOW_MS))
    await route.continue()
  })
  await page.goto(`${url}/services/`, { waitUntil: 'networkidle' })
  const cards = page.locator('article')
  if ((await cards.count()) < 6) throw new Error('the page has too few cards to tell')
  const pictures = await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y)
      await new Promise((done) => setTimeout(done, 200))
    }
    const all = [...document.querySelectorAll<HTMLImageElement>('article img[srcset]')]
    await Promise.all(all.map((image) => image.decode()))
    return all.filter((image) => image.naturalWidth > 0).length
  })
  if (pictures < 6) throw new Error(`only ${pictures} pictures came`)
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  await context.close()
  return Math.round(shifts.reduce((sum, value) => sum + value, 0) * 10_000) / 10_000
}

/**
 * Measures the size of a card's picture against the original photo, its similarity to the photo, and the layout shifts of a page of cards
 * while pictures load. The resizing is done by the local `env.IMAGES`, which is not Cloudflare's implementation but has the same formats
 * and sizes.
 */
export const run: Bench = async (log) => {
  const executablePath = ensureChromium(log)
  const dir = mkdtempSync(join(tmpdir(), 'warren-bench-media-'))
  const world = await startWorld({ port: 8980, dir, mode: 'production', log })
  try {
    const results = await card(world)
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] })
    for (const screen of SCREENS) {
      const name = `layout shift of a page of cards, ${screen.width} px wide`
      results.push({ name, value: await shift(browser, world.url, screen), unit: '', goal: 0, better: 'lower' })
    }
    await browser.close()
    return results
  } finally {
    await world.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
