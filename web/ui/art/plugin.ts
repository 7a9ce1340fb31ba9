import type { Plugin } from 'vite'
import { warren } from './warren.ts'

/** The number of banners; the first is the home page's. */
const BANNERS = 18

const draw = (name: string): string | null => {
  const seed = Number(/^\/art\/banner-(\d+)\.svg$/.exec(name)?.[1])
  return seed >= 1 && seed <= BANNERS ? warren(seed) : null
}

/** Writes the banners as files at build time (`/art/banner-7.svg`), so that no page loads the code that draws them. */
export const art = (): Plugin => ({
  name: 'warren-art',
  generateBundle() {
    for (let seed = 1; seed <= BANNERS; seed++) this.emitFile({ type: 'asset', fileName: `art/banner-${seed}.svg`, source: warren(seed) })
  },
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const svg = draw(request.url ?? '')
      if (!svg) return next()
      response.setHeader('content-type', 'image/svg+xml')
      response.end(svg)
    })
  },
})
