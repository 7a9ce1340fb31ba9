import type { Plugin } from 'vite'
import { warren } from './warren.ts'

/** How many banners there are; the first is the home page's own. */
const BANNERS = 18
const NAME = /^\/art\/banner-(\d+)(-tall)?\.svg$/

const draw = (name: string): string | null => {
  const [, number, tall] = NAME.exec(name) ?? []
  return number && Number(number) >= 1 && Number(number) <= BANNERS ? warren(Number(number), tall ? 'tall' : 'wide') : null
}

/** Draws the banners once, as files of the build (`/art/banner-7.svg`, `/art/banner-7-tall.svg`): no page ships the pencil. */
export const art = (): Plugin => ({
  name: 'warren-art',
  generateBundle() {
    for (let i = 1; i <= BANNERS; i++)
      for (const name of [`/art/banner-${i}.svg`, `/art/banner-${i}-tall.svg`])
        this.emitFile({ type: 'asset', fileName: name.slice(1), source: draw(name)! })
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
