import type { Plugin } from 'vite'
import { CATEGORY_ICONS, categorySprite } from './category-icons.ts'
import { warren } from './warren.ts'

/** The number of banners; the first is the home page's. */
const BANNERS = 18

/** The drawings by their file names, each with the function that draws it. */
const FILES: Record<string, () => string> = {
  ...Object.fromEntries(Array.from({ length: BANNERS }, (_, i) => [`art/banner-${i + 1}.svg`, () => warren(i + 1)])),
  ...Object.fromEntries(
    (Object.keys(CATEGORY_ICONS) as (keyof typeof CATEGORY_ICONS)[]).map((type) => [
      `art/categories-${type}.svg`,
      () => categorySprite(type),
    ]),
  ),
}

/**
 * Writes the banners and the icons of categories as files at build time (`/art/banner-7.svg`), so that no page loads the code that draws
 * them.
 */
export const art = (): Plugin => ({
  name: 'warren-art',
  generateBundle() {
    for (const [fileName, draw] of Object.entries(FILES)) this.emitFile({ type: 'asset', fileName, source: draw() })
  },
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const draw = FILES[(request.url ?? '').slice(1)]
      if (!draw) return next()
      response.setHeader('content-type', 'image/svg+xml')
      response.end(draw())
    })
  },
})
