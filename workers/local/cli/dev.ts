import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { ROOT } from '../world/bundle.ts'
import { seedCreator, seedOnce, startWorld } from '../world/world.ts'
import { printLines, runUntilEnded } from './terminal.ts'

const extract = (html: string, pattern: RegExp): string => pattern.exec(html)?.[0] ?? ''

/**
 * Responds with Vite's page and what the edge worker would add: requests the same address from the edge worker, and copies the language,
 * the title and the inlined first data. Meta tags and headers are checked with the built app.
 */
async function page(
  server: ViteDevServer,
  edge: string,
  request: { url: string; host: string; cookie: string; language: string },
  response: ServerResponse,
) {
  const answer = await fetch(edge + request.url, {
    headers: { host: request.host, cookie: request.cookie, 'accept-language': request.language },
  })
  const built = await answer.text()
  const html = await server.transformIndexHtml(request.url, readFileSync(join(ROOT, 'web/index.html'), 'utf8'))
  const merged = html
    .replace(/<html[^>]*>/, () => extract(built, /<html[^>]*>/))
    .replace(/<title>[\s\S]*?<\/title>/, () => extract(built, /<title>[\s\S]*?<\/title>/))
    .replace(/<body[^>]*>/, (body) => body + extract(built, /<script type="application\/json" id="warren-data">[\s\S]*?<\/script>/))
  response.writeHead(answer.status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(merged)
}

const edgePages = (edge: string): Plugin => ({
  name: 'edge-pages',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const { url = '/', method, headers } = request
      const isPage = method === 'GET' && headers.accept?.includes('text/html') && !/^\/(@|api\/|media\/|local\/)/.test(url)
      if (!isPage) return next()
      const edgeRequest = { url, host: headers.host ?? '', cookie: headers.cookie ?? '', language: headers['accept-language'] ?? '' }
      page(server, edge, edgeRequest, response).catch(next)
    })
  },
})

await runUntilEnded(async (options) => {
  const world = await startWorld({ ...options, dev: true, seed: false })
  const edge = `http://127.0.0.1:${world.ports.behind}`
  const toEdge = { target: edge, changeOrigin: false, ws: true }
  const server = await createServer({
    configFile: join(ROOT, 'vite.config.ts'),
    mode: 'local-world',
    appType: 'custom',
    plugins: [edgePages(edge)],
    // With slashes, because `/api.ts` is a module of the app.
    server: {
      port: world.ports.app,
      strictPort: true,
      host: 'localhost',
      proxy: { '/api/': toEdge, '/assets/': toEdge, '/media/': toEdge, '/local/': toEdge },
    },
  })
  await server.listen()
  // Seed now: the demo people sign in at the app's own address, which works from here on.
  await seedOnce(world, options.log)
  await seedCreator(world, options.log)
  printLines(['', `Warren, with hot reload, is at ${world.url}; its mail is at http://localhost:${world.ports.outside}/outbox`])
  return {
    failed: world.failed,
    stop: async () => {
      await server.close()
      await world.stop()
    },
  }
})
