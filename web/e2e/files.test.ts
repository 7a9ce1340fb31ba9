import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Session, signIn as seedSignIn } from '../../workers/local/seed/client.ts'
import { FILE_LIMITS, PART_BYTES, type ProductMedia, type SignedPut } from '../../workers/uploads/media.schema.ts'
import { closeUserBrowsers, openUserBrowser, type UserBrowser } from './browser.ts'
import { fetchPath, readError, send } from './calls.ts'
import { recordClip } from './clip.ts'
import { expect, test } from './fixtures.ts'
import { signIn, waitForNoDialog } from './steps.ts'
import { url } from './world.ts'

/** Uploads: files that the page, the server or the signed URL refuses, and uploads that fail and continue. */
const PICTURE = readFileSync(new URL('../../workers/local/seed/pictures/island.webp', import.meta.url))
const TOO_LARGE = FILE_LIMITS.image.bytes + 1

let seller: UserBrowser
let mio: Session
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  ;[seller, mio] = await Promise.all([openUserBrowser(), seedSignIn(url, 60)])
})
test.afterAll(closeUserBrowsers)

test('the page refuses a file that is too large or of an unsupported type, without a request', async () => {
  const { page } = seller
  await page.goto('/')
  await signIn(page, 'seller')
  await page.goto('/list/services')
  await page.getByRole('heading', { name: 'Post a service' }).waitFor()
  const input = page.locator('input[type=file][multiple]')
  await input.waitFor({ state: 'attached' })
  const sent: string[] = []
  page.on('request', (request) => {
    if (/\/api\/uploads\/|s3/.test(request.url()) || request.method() === 'PUT') sent.push(`${request.method()} ${request.url()}`)
  })
  const failures = page.getByRole('list', { name: 'Not uploaded' }).getByRole('listitem')

  await input.setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(TOO_LARGE) })
  await failures.filter({ hasText: 'huge.png' }).getByText('This file is too large.').waitFor()
  await input.setInputFiles([
    { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<script>1</script>') },
    { name: 'run.exe', mimeType: '', buffer: Buffer.from('MZ') },
  ])
  for (const name of ['page.html', 'run.exe'])
    await failures.filter({ hasText: name }).getByText('This type of file is not supported.').waitFor()
  expect(await failures.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  expect(sent).toEqual([])

  await input.setInputFiles({ name: 'island.webp', mimeType: 'image/webp', buffer: PICTURE })
  await page.locator('[data-media]').waitFor()
  expect(sent.map((line) => line.split(' ')[0])).toContain('PUT')
  expect(seller.consoleErrors).toEqual([])
})

test('a large video upload resumes after a lost connection and after a reload, and sends each part once', async () => {
  const { page } = seller
  const path = join(mkdtempSync(join(tmpdir(), 'warren-clip-')), 'workshop.webm')
  writeFileSync(path, await recordLongClip(page))
  /** The parts that were sent, and the parts whose connection breaks. */
  const sent: number[] = []
  let broken = [2, 3]
  await page.route(/partNumber=/, async (route) => {
    const part = Number(new URL(route.request().url()).searchParams.get('partNumber'))
    if (broken.includes(part)) return route.abort('connectionreset')
    sent.push(part)
    return route.continue()
  })
  const input = page.locator('input[type=file][multiple]')
  await input.setInputFiles(path)
  await page.getByText('Waiting for the connection…').waitFor()
  // The connection works again for one part.
  const second = page.waitForResponse(/partNumber=2/)
  broken = [3]
  expect((await second).status()).toBe(200)
  await page.waitForFunction(() => Object.entries(localStorage).some(([key, text]) => /^uploads/.test(key) && !/\[[^\]]*null,/.test(text)))

  await page.reload()
  await page.getByText('66% uploaded.').waitFor()
  broken = []
  await page.getByLabel('Choose workshop.webm again').setInputFiles(path)
  const tile = page.locator('[data-media]').filter({ has: page.getByRole('img', { name: /^Video/ }) })
  await tile.waitFor()
  expect(sent.toSorted()).toEqual([1, 2, 3])
  await tile.getByRole('button', { name: /^Remove/ }).click()
  await page.unroute(/partNumber=/)
})

test('saving waits until a picture in the description is uploaded, reports a failed upload, and keeps the draft', async () => {
  const { page } = seller
  let open = () => {}
  let fails = true
  const hold = () => {
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    return page.route(/X-Amz-Signature/, async (route) => {
      await opened
      return fails ? route.abort('connectionreset') : route.continue()
    })
  }
  await page.goto('/list/jobs')
  await page.getByLabel('Title', { exact: true }).fill('Letterer for forty shop fronts')
  await page.getByLabel('Category', { exact: true }).selectOption({ index: 1 })
  const text = page.getByRole('textbox', { name: 'Main description' })
  await text.fill('Forty shops in one street want new fronts before the summer. '.repeat(3))
  await page.getByRole('switch', { name: 'Publish immediately' }).click()
  await hold()
  await page.getByLabel('Picture', { exact: true }).setInputFiles({ name: 'street.webp', mimeType: 'image/webp', buffer: PICTURE })
  const publish = page.getByRole('button', { name: 'Save', exact: true })
  const waiting = page.getByRole('dialog', { name: 'Saving your job' }).getByText('Your files are still uploading.')
  await publish.click()
  await waiting.waitFor()
  open()
  await page.getByRole('dialog', { name: 'A file could not be uploaded' }).getByRole('button', { name: 'Back to the form' }).click()
  await waitForNoDialog(page)
  const again = page.getByRole('list', { name: 'Not uploaded' }).getByRole('button', { name: 'Try again' })
  expect(await again.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await text.textContent()).toContain('Forty shops')

  await page.unroute(/X-Amz-Signature/)
  fails = false
  await hold()
  await again.click()
  await publish.click()
  await waiting.waitFor()
  open()
  await page.waitForURL(/\/jobs\/\d+/)
  await page.getByRole('main').locator('img[src^="/media/"]').first().waitFor()
  await page.unroute(/X-Amz-Signature/)
  const id = Number(/\d+/.exec(new URL(page.url()).pathname)![0])
  const gone = await page.evaluate(async (job) => {
    const body = JSON.stringify({ id: job, listType: 'jobs' })
    return (await fetch('/api/listings/deleteListing', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status
  }, id)
  expect(gone).toBe(200)
})

test('the server issues no upload ticket for a file with a wrong size or type', async () => {
  const { cookie } = mio
  const ticket = (type: string, size: number) => readError(send('uploads/addProductFile', { name: 'a', type, size }, { cookie }))
  expect(await ticket('image/png', TOO_LARGE)).toMatchObject({
    status: 413,
    code: 'file_too_large',
    details: { bytes: FILE_LIMITS.image.bytes },
  })
  expect(await ticket('video/mp4', FILE_LIMITS.video.bytes + 1)).toMatchObject({ status: 413, code: 'file_too_large' })
  for (const type of ['text/html', 'image/svg+xml', 'application/pdf', 'image/png; charset=x', 'IMAGE/PNG ', ''])
    expect(await ticket(type, 10), type).toMatchObject({ status: 415, code: 'file_type_unsupported' })
  for (const size of [0, -1, 1.5]) expect(await ticket('image/png', size)).toMatchObject({ status: 422, details: { path: 'size' } })
})

test('the signed URL accepts only a file of the announced size and type, and only once', async () => {
  const size = PICTURE.byteLength
  const body = { name: 'island.webp', type: 'image/webp', size }
  const { id, upload } = await mio.post<ProductMedia & { upload: SignedPut }>('uploads/addProductFile', body)
  /**
   * workerd sometimes loses the answer of a bucket that refuses a file before it has read the body. A request without an answer is
   * repeated.
   */
  const put = async (bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string> = upload.headers, at = upload.url) => {
    let status = 500
    for (let tries = 0; status >= 500 && tries < 5; tries++) {
      const answer = await fetch(at, { method: 'PUT', headers, body: bytes }).catch(() => undefined)
      await answer?.arrayBuffer()
      status = answer?.status ?? 500
    }
    return status
  }
  const bytes = new Uint8Array(PICTURE)
  const longer = new Uint8Array([...bytes, 0])
  expect(await put(longer)).toBe(403)
  expect(await put(bytes.slice(1))).toBe(403)
  expect(await put(bytes, { ...upload.headers, 'content-type': 'text/html' })).toBe(403)
  expect(await put(bytes, { 'content-type': 'image/webp' })).toBe(403)
  expect(await put(bytes, upload.headers, upload.url.replace(id, 'A'.repeat(22)))).toBe(403)
  expect(await put(bytes, upload.headers, upload.url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=604800'))).toBe(403)
  expect(await readError(send('uploads/finishUpload', { id }, { cookie: mio.cookie }))).toMatchObject({
    status: 409,
    code: 'upload_missing',
  })
  expect(await readError(fetchPath(`/api/uploads/getProductMedia?id=${id}`))).toMatchObject({ status: 404 })

  expect(await put(bytes)).toBe(200)
  expect(await put(bytes)).toBe(412)
  expect(await mio.post<ProductMedia>('uploads/finishUpload', { id })).toMatchObject({ id, ready: true, kind: 'image' })
  await mio.post('uploads/deleteProductMedia', { id })
})

/** A short playable video with padding, so that it is sent in three parts. */
async function recordLongClip(page: Page): Promise<Buffer> {
  const recorded = await recordClip(page)
  // An EBML Void element tells players to skip the padding.
  const size = 2 * PART_BYTES + 5_000_000 - recorded.length
  const nothing = Buffer.alloc(9 + size)
  nothing.writeUInt8(0xec)
  nothing.writeBigUInt64BE(0x0100000000000000n + BigInt(size), 1)
  return Buffer.concat([recorded, nothing])
}
