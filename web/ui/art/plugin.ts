import type { Plugin } from 'vite'
import { warren } from './warren.ts'

/** How many banners there are; the first is the home page's own. */
const BANNERS = 18

const draw = (name: string): string | null => {
  const seed = Number(/^\/art\/banner-(\d+)\.svg$/.exec(name)?.[1])
  return seed >= 1 && seed <= BANNERS ? warren(seed) : null
}

/** Draws the banners once, as files of the build (`/art/banner-7.svg`): no page ships the pencil. */
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
