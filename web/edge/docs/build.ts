import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { apiDocument } from '../../../workers/shared/api-document.ts'
import { BRAND_NAME } from '../../../workers/shared/brand.schema.ts'
import { loadAreas } from './areas.ts'
import { docsPage } from './page.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Writes the documentation of the API, its page and its style sheet into the folder of the built web. */
export async function buildDocs(dist: string): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [here('docs.css')],
    outdir: `${dist}/assets`,
    entryNames: 'docs-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    // The same browsers as in vite.config.ts.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    loader: { '.woff2': 'file' },
    logLevel: 'warning',
    write: false,
  })
  for (const { path, contents } of outputFiles) writeFileSync(path, contents)
  const styles = outputFiles.find(({ path }) => path.endsWith('.css'))!.path.replaceAll('\\', '/')
  const document = apiDocument(BRAND_NAME, await loadAreas())
  mkdirSync(`${dist}/api`, { recursive: true })
  writeFileSync(`${dist}/api/openapi.json`, JSON.stringify(document))
  writeFileSync(`${dist}/api/docs.html`, docsPage(document, { styles: `/assets/${styles.split('/').at(-1)}`, home: BRAND_NAME }))
}
