import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guestInfo } from '../../workers/auth/users.schema.ts'
import { localTraces } from '../../workers/local/deploy/production.ts'
import type { Config, RenderPage } from '../page-request.ts'
import { buildRenderer } from './renderer-build.ts'

/** The renderer as it is deployed: one file that the Pages worker runs. */

const dir = mkdtempSync(join(tmpdir(), 'warren-renderer-'))
let code = ''
let renderPage: RenderPage
beforeAll(async () => {
  code = await buildRenderer('production')
  writeFileSync(join(dir, 'renderer.mjs'), code)
  ;({ renderPage } = (await import(pathToFileURL(join(dir, 'renderer.mjs')).href)) as { renderPage: RenderPage })
}, 120_000)
afterAll(() => {
  rmSync(dir, { recursive: true })
})

const config = { env: 'production', chainId: 8453, tokens: [], explorer: null } as unknown as Config
const render = (path: string, locale: 'en' | 'ja' = 'en') =>
  renderPage({
    path,
    search: '',
    locale,
    data: {
      age: 0,
      user: guestInfo(locale, '{}', 8453),
      config,
      first: [],
      random: 0.5,
      reader: { dates: `${locale}-JP`, timeZone: 'Asia/Tokyo' },
    },
  })

describe('the built renderer', () => {
  it('has no wallet, editor or map, and is small enough for a worker', () => {
    for (const library of ['viem', 'prosemirror', 'walletconnect', 'maplibre', 'pdfmake'])
      expect([library, code.toLowerCase().includes(`node_modules/${library}`)]).toEqual([library, false])
    // A worker may have 3 MB, compressed.
    expect(gzipSync(code).length).toBeLessThan(600_000)
  })

  it('has nothing of the local world', () => {
    expect(localTraces(dir)).toEqual([])
  })

  it('renders pages in both languages at the same time, and names the sources of what it rendered', async () => {
    const [en, ja, jobs, lost] = await Promise.all([render('/faq/'), render('/faq/', 'ja'), render('/jobs/'), render('/nothing/here')])
    expect(en.html).toContain('Questions and answers')
    expect(ja.html).toMatch(/よくある質問|[ぁ-ん]{3}/)
    expect(ja.html).not.toContain('Questions and answers')
    expect(en.sources).toContain('features/faq/FaqPage.tsx')
    expect(en.sources).toContain('features/faq/locales/{lang}.po')
    expect(jobs.html).toContain('/art/banner-10.svg')
    expect(lost.sources).toContain('shell/lazy/NotFoundPage.tsx')
  })

  it('throws for a page that it cannot render, so that the browser renders it', async () => {
    await expect(render('/orders/')).rejects.toThrow('not part of the server build')
  })
})
