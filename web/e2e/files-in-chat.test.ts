import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import exifr from 'exifr'
import { cameraPhoto } from '../../workers/local/seed/camera-photo.ts'
import { findDialogViolations, findViolations } from './axe.ts'
import { closeUserBrowsers } from './browser.ts'
import { readError } from './calls.ts'
import { recordClip } from './clip.ts'
import { composer, type Member, openConversation, openMember, openMenu, row } from './conversation.ts'
import { expect, test } from './fixtures.ts'
import { waitForNoDialog } from './steps.ts'

/** Files in a conversation in two browsers: English on a wide screen, Japanese at the width of a phone. */
test.describe.configure({ mode: 'serial' })

let emi: Member
let sho: Member
let room: string
test.beforeAll(async () => {
  const opened = await openConversation('Emi Hara', 'Sho Abe')
  ;[emi, sho, room] = [opened.one, opened.other, opened.room]
})
test.afterAll(closeUserBrowsers)

const PHOTO = { name: 'DSC00042.JPG', mimeType: 'image/jpeg', buffer: cameraPhoto({ orientation: 6 }) }
const PDF = {
  name: '見積書 "最終".pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%%EOF\n'),
}
const TABLE = { name: 'hours.csv', mimeType: 'application/vnd.ms-excel', buffer: Buffer.from('day,hours\nMonday,7\n') }

const input = (page: Page) => page.locator('form input[type=file]')
const tray = (page: Page) => page.getByRole('list', { name: /Files of your message|メッセージに添付するファイル/ })
const sendButton = (page: Page) => page.getByRole('button', { name: /^(Send|送信)$/ })
const lightbox = (page: Page) => page.getByRole('dialog', { name: /Pictures of the conversation|会話の画像/ })
/** The message with a file of this name. */
const fileRow = (page: Page, name: string) =>
  page
    .getByRole('log')
    .locator('li[data-seq]')
    .filter({ has: page.getByRole('link', { name }) })

test('the page refuses files of another type, empty ones and those above 100 MB, without a request', async () => {
  const { page } = emi
  const sent: string[] = []
  page.on('request', (request) => {
    if (/cloudUpload|X-Amz-Signature/.test(request.url())) sent.push(request.url())
  })
  await input(page).setInputFiles([
    { name: 'run.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
    { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<script>1</script>') },
    { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
  ])
  const failed = (name: string) => tray(page).getByRole('listitem').filter({ hasText: name })
  for (const name of ['run.exe', 'page.html']) await failed(name).getByText('This type of file is not supported.').waitFor()
  await failed('empty.pdf').getByText('The content of this file does not match its name').waitFor()
  // Playwright sends at most 50 MB to a page, so the page makes the file itself.
  await composer(page).evaluate((field) => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(100_000_001)], 'long.mp4', { type: 'video/mp4' }))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await failed('long.mp4').getByText('This file is too large.').waitFor()
  expect(sent).toEqual([])
  await expect(sendButton(page)).toBeDisabled()
  expect(await findViolations(page)).toEqual([])
  for (const name of ['run.exe', 'page.html', 'empty.pdf', 'long.mp4'])
    await failed(name)
      .getByRole('button', { name: /^Remove/ })
      .click()
  await expect(sendButton(page)).toBeEnabled()
})

test('a file that is chosen without a connection waits for it', async () => {
  const { page, context } = emi
  await context.setOffline(true)
  await input(page).setInputFiles([TABLE])
  await tray(page).getByText('Waiting for the connection').waitFor()
  await expect(sendButton(page)).toBeDisabled()
  await context.setOffline(false)
  await expect(sendButton(page)).toBeEnabled()
  await tray(page)
    .getByRole('button', { name: /^Remove hours.csv/ })
    .click()
})

test('an upload shows its progress and can be cancelled; the server refuses a content that is not of its type', async () => {
  const { page } = emi
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/X-Amz-Signature/, async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  await input(page).setInputFiles([PDF, TABLE])
  await expect(tray(page).getByRole('progressbar')).toHaveCount(2)
  await expect(sendButton(page)).toBeDisabled()
  await tray(page)
    .getByRole('button', { name: /^Cancel 見積書/ })
    .click()
  await expect(tray(page).getByRole('listitem')).toHaveCount(1)
  release()
  await page.unroute(/X-Amz-Signature/)
  await expect(tray(page).getByRole('button', { name: 'Remove hours.csv' })).toBeVisible()
  await input(page).setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from(`<html>${' '.repeat(100)}`) })
  await tray(page).getByText('The content of this file does not match its name').waitFor()
  await expect(tray(page).getByRole('listitem').first()).toContainText('fake.png')
  await page.getByText('1 file could not be added. Remove it to send the message.').waitFor()
  for (const name of ['fake.png from the list', 'hours.csv']) await page.getByRole('button', { name: `Remove ${name}` }).click()
  await expect(tray(page)).toHaveCount(0)
})

test('a photo arrives as a preview without its camera data, and opens in the lightbox', async () => {
  expect(await exifr.gps(PHOTO.buffer)).toBeDefined()
  await input(sho.page).setInputFiles(PHOTO)
  await composer(sho.page).fill('現場の写真です')
  await sho.page.getByRole('button', { name: 'DSC00042.JPGを削除' }).waitFor()
  expect(await findViolations(sho.page)).toEqual([])
  await composer(sho.page).press('Enter')
  const picture = row(emi.page, '現場の写真です').getByRole('button', { name: 'Open DSC00042.JPG' })
  await picture.waitFor()
  await expect.poll(() => picture.locator('img').evaluate((image: HTMLImageElement) => image.naturalHeight > image.naturalWidth)).toBe(true)
  const held = Promise.withResolvers<void>()
  await emi.page.route(/downloadCloudFile.*width=1280/, async (route) => {
    await held.promise
    await route.continue()
  })
  await picture.click()
  await expect(lightbox(emi.page)).toContainText('1 of 1')
  // Its placeholder has the place of the picture.
  const shape = (await lightbox(emi.page).getByRole('img', { name: 'DSC00042.JPG' }).boundingBox())!
  expect(shape.height).toBeGreaterThan(shape.width)
  expect(shape.height).toBeGreaterThan(300)
  held.resolve()
  const download = emi.page.waitForEvent('download')
  await lightbox(emi.page).getByRole('link', { name: 'Save DSC00042.JPG' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(PHOTO.name)
  const saved = await readFile(await file.path())
  expect(await exifr.gps(saved)).toBeUndefined()
  expect(await exifr.parse(saved)).toEqual({ Orientation: 'Rotate 90 CW' })
  expect(await findDialogViolations(emi.page)).toEqual([])
  await emi.page.keyboard.press('Escape')
  await expect(lightbox(emi.page)).toHaveCount(0)
  await expect(picture).toBeFocused()
})

test('several files are sent together: a video, a PDF and a table, by drop, and saved by the other member', async () => {
  const { page } = emi
  const clip = await recordClip(page)
  const files = [{ name: 'clip.webm', mimeType: 'video/webm', buffer: clip }, PDF, TABLE]
  const sent = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: [...buffer] }))
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer()
    for (const { name, mimeType, bytes } of list) data.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }))
    return data
  }, sent)
  const section = page.getByRole('region', { name: 'Conversation with Sho Abe' })
  await section.dispatchEvent('dragover', { dataTransfer: transfer })
  await page.getByText('Drop the files to attach them to your message').waitFor()
  await section.dispatchEvent('drop', { dataTransfer: transfer })
  await expect(tray(page).getByRole('button', { name: /^Remove/ })).toHaveCount(3)
  await sendButton(page).click()
  await expect(tray(page)).toHaveCount(0)

  const message = fileRow(sho.page, 'hours.csvを保存')
  const video = message.locator('video')
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThan(0)
  await expect(message).toContainText(/PDF · \d/)
  for (const { name, buffer } of [PDF, TABLE]) {
    const download = sho.page.waitForEvent('download')
    await message.getByRole('link', { name: `${name}を保存` }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(name.replaceAll('"', '_'))
    expect((await readFile(await file.path())).equals(buffer)).toBe(true)
  }
  await expect(emi.page.getByRole('navigation', { name: 'Messages' })).toContainText('📎 clip.webm')
})

test('the arrow keys lead through the pictures of the conversation', async () => {
  const { page } = sho
  await input(page).setInputFiles([
    { ...PHOTO, name: 'second.jpg' },
    { ...PHOTO, name: 'third.jpg' },
  ])
  await expect(tray(page).getByRole('button', { name: /を削除$/ })).toHaveCount(2)
  await sendButton(page).click()
  await page.getByRole('log').getByRole('button', { name: 'second.jpgを開く' }).click()
  await expect(lightbox(page)).toContainText('3枚中2枚目')
  await page.keyboard.press('ArrowRight')
  await expect(lightbox(page).getByRole('img', { name: 'third.jpg' })).toBeVisible()
  await expect(lightbox(page).getByRole('button', { name: '次の画像' })).toBeDisabled()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(lightbox(page)).toContainText('3枚中1枚目')
  expect(await findDialogViolations(page)).toEqual([])
  await lightbox(page).getByRole('button', { name: '閉じる' }).click()
  // The account menu is behind this button, and opens below a mouse that rests there.
  await page.mouse.move(0, 0)
  await expect(lightbox(page)).toHaveCount(0)
  await waitForNoDialog(page)
})

test('a message without words is reported with the names of its files', async () => {
  const { page } = sho
  await openMenu(fileRow(page, 'hours.csvを保存'))
  await page.getByRole('button', { name: 'このメッセージを通報する' }).click()
  const dialog = page.getByRole('dialog', { name: 'メッセージを通報' })
  await expect(dialog.getByRole('checkbox', { name: /📎 clip\.webm/ })).toBeChecked()
  await dialog.getByRole('radio', { name: '宣伝やスパム' }).check()
  await dialog.getByRole('button', { name: '通報を送る' }).click()
  await page.getByText('ありがとうございます。運営が確認します。').waitFor()
  await waitForNoDialog(page)
  // The other member has sent nothing but files.
  await page.getByRole('button', { name: '会話の操作' }).click()
  await page.getByRole('button', { name: '通報してブロックする' }).waitFor()
  await page.keyboard.press('Escape')
})

test('a stranger gets 403 for every form of a file, and nobody gets it after its message was deleted', async () => {
  const message = fileRow(emi.page, 'Save hours.csv')
  const link = await message.getByRole('link', { name: 'Save hours.csv' }).getAttribute('href')
  const picture = await emi.page.getByRole('log').locator('img').first().getAttribute('src')
  const get = (one: Member | null, path: string) => fetch(new URL(path, emi.page.url()), { headers: { cookie: one?.cookie ?? '' } })
  expect([(await get(sho, link!)).status, (await get(sho, picture!)).status]).toEqual([200, 200])
  expect((await get(sho, picture!)).headers.get('cache-control')).toBe('private, no-cache')
  const stranger = await openMember('Nao Kita', 'en', 1440)
  for (const path of [link!, picture!]) {
    expect(await readError(get(stranger, path))).toMatchObject({ status: 403, code: 'not_room_member' })
    expect(await readError(get(null, path))).toMatchObject({ status: 401 })
  }
  await openMenu(message)
  await emi.page.getByRole('button', { name: 'Delete', exact: true }).click()
  await emi.page.getByText('Its text and files are deleted for everyone').waitFor()
  await emi.page.getByRole('button', { name: 'Delete message' }).click()
  await expect(sho.page.getByRole('link', { name: 'hours.csvを保存' })).toHaveCount(0)
  await expect(emi.page.getByRole('link', { name: 'Save hours.csv' })).toHaveCount(0)
  for (const one of [emi, sho]) await expect.poll(async () => (await get(one, link!)).status).toBe(404)
  await Promise.all([emi, sho].map(({ page }) => page.goto(`/messenger/${room}`)))
  await row(sho.page, '書いた本人が削除しました').waitFor()
  await composer(emi.page).waitFor()
  for (const one of [emi, sho]) expect(await findViolations(one.page)).toEqual([])
})

test('a pasted picture is sent', async () => {
  const { page } = emi
  await composer(page).evaluate(async (field) => {
    const canvas = document.createElement('canvas')
    canvas.getContext('2d')!.fillRect(0, 0, 80, 80)
    const picture = await new Promise<Blob>((resolve) => canvas.toBlob((blob) => resolve(blob!)))
    const data = new DataTransfer()
    data.items.add(new File([picture], 'pasted.png', { type: 'image/png' }))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await page.getByRole('button', { name: 'Remove pasted.png' }).waitFor()
  await sendButton(page).click()
  await expect(tray(page)).toHaveCount(0)
  await sho.page.getByRole('log').getByRole('button', { name: 'pasted.pngを開く' }).waitFor()
})

test('files that were not sent are still attached after a reload, except for one that the server has deleted', async () => {
  const { page } = emi
  await input(page).setInputFiles([
    { ...PDF, name: 'contract.pdf' },
    { ...TABLE, name: 'budget.csv' },
  ])
  for (const name of ['contract.pdf', 'budget.csv']) await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
  // The newest messages stay in sight.
  await expect(page.getByRole('button', { name: 'Go to the newest message' })).toHaveCount(0)
  await composer(page).fill('Both files')
  await page.reload()
  await expect(tray(page).getByRole('listitem')).toHaveText([/contract\.pdf/, /budget\.csv/])
  await expect(composer(page)).toHaveValue('Both files')

  const status = await page.evaluate(async () => {
    const [, { id }] = JSON.parse(localStorage.getItem('warren.draftFiles')!) as [unknown, { id: string }]
    const headers = { 'content-type': 'application/json' }
    return (await fetch('/api/uploads/deleteProductMedia', { method: 'POST', headers, body: JSON.stringify({ id }) })).status
  })
  expect(status).toBe(200)
  await page.reload()
  await expect(tray(page).getByRole('listitem')).toHaveText([/contract\.pdf/])
  await sendButton(page).click()
  await fileRow(sho.page, 'contract.pdf').getByText('Both files').waitFor()
  await page.reload()
  await fileRow(page, 'contract.pdf').waitFor()
  await expect(tray(page)).toHaveCount(0)
})

test('no page has logged an error, except for the files that were refused and the connection that was cut', () => {
  const errors = [...emi.consoleErrors, ...sho.consoleErrors]
  expect(errors.filter((line) => !/status of 40[49]|ERR_INTERNET_DISCONNECTED|WebSocket/.test(line))).toEqual([])
})
