import { clearViewed } from './recently-viewed.ts'
import { forgetPages } from './stored-pages.ts'

/** Forgets the listings and the pages that were viewed in this browser. */
export async function forgetAllViewed(): Promise<void> {
  clearViewed()
  await forgetPages()
}
