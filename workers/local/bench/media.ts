import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import sharp from 'sharp'
import type { ProductMedia, SignedPut } from '../../uploads/media.schema.ts'
import type { Bench, Result } from '../bench.ts'
import { cameraPhoto } from '../camera-photo.ts'
import { ensureChromium } from '../chromium.ts'
import { type Session, signIn } from '../seed/client.ts'
import { type Plane, ssim } from '../ssim.ts'
import { startWorld, type World } from '../world.ts'

const PHOTO_BYTES = 4_000_000
/** The variant a card of 300 CSS pixels gets on a screen with two pixels to one (pixels). */
const CARD_WIDTH = 640
/** Someone from outside the demo world's people. */
const ACCOUNT = 61
/** How late every picture comes, so that a page that moves for them is seen to move (ms). */
const SLOW_MS = 400
const SCREENS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** A camera's photo of a little more than four megabytes, upright. */
async function photo(): Promise<Buffer<ArrayBuffer>> {
  const original = sharp(cameraPhoto()).autoOrient()
  for (let quality = 90; ; quality++) {
    const bytes = await original.clone().jpeg({ quality }).toBuffer()
    if (bytes.byteLength >= PHOTO_BYTES) return Buffer.from(bytes)
  }
}

/** Puts a picture up as the app would. */
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

/** How far a page of cards moves while its pictures come late and somebody scrolls to its end. Sum of all shifts, not only the worst second's. */
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
 * What a card's picture weighs against the photo it was made of, how much of the photo is left in it, and whether a page of cards keeps
 * still while pictures come. The drawing is that of the local `env.IMAGES`, which is not Cloudflare's own; its formats and sizes are.
 */
export const run: Bench = async (say) => {
  const executablePath = ensureChromium(say)
  const dir = mkdtempSync(join(tmpdir(), 'warren-bench-media-'))
  const world = await startWorld({ port: 8980, dir, mode: 'production', say })
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
