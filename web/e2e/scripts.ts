import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The addresses of the scripts that each page has loaded. */
const loaded = new WeakMap<Page, Set<string>>()

/** Records the scripts that a page loads from now on, for {@link findInScripts}. */
export function watchScripts(page: Page): void {
  const addresses = new Set<string>()
  loaded.set(page, addresses)
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') addresses.add(answer.url())
  })
}

/** Which of these words are in the scripts that a page has loaded, in the order of `words`. */
export async function findInScripts(page: Page, words: readonly string[]): Promise<string[]> {
  const texts: string[] = []
  for (const address of loaded.get(page)!) texts.push(await (await page.request.get(address)).text())
  expect(texts.length).toBeGreaterThan(3)
  return words.filter((word) => texts.some((text) => text.includes(word)))
}
