import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { PAGES, sourceFile } from '../pages.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const personal = new Set(PAGES.filter((page) => 'isPersonal' in page).map((page) => here(`../${sourceFile(page)}`)))

/**
 * Whether a server may need a lazily loaded module: components and texts, but not pages for their visitor only, nor what opens after a press
 * and code that answers a press. Other modules are left out: wallets, editors and libraries would make the worker several times as large.
 */
const isForServer = (id: string): boolean =>
  /\.po$|\/(locales\/\w+\.\w+|other-pages)\.ts$/.test(id) ||
  (/\.tsx$/.test(id) &&
    !/\/(\w*Dialog|DialogHost|\w*Editor|\w*Menu|Suggestions|ToastList|CardPictures|MapView)\.tsx$/.test(id) &&
    !personal.has(id))

const LEFT_OUT = '\0left-out'

const leaveOut: Plugin = {
  name: 'leave-out',
  enforce: 'pre',
  async resolveDynamicImport(specifier, importer) {
    if (typeof specifier !== 'string') return null
    const resolved = await this.resolve(specifier, importer)
    return resolved && isForServer(resolved.id) ? resolved : LEFT_OUT
  },
  resolveId: (id) => (id === LEFT_OUT ? id : undefined),
  load: (id) => (id === LEFT_OUT ? "throw new Error('this module is not part of the server build')\nexport {}" : undefined),
}

const web = here('..')
const SERVER = here('../server.tsx')

/** Tells each component its source file, which names its styles to the edge. */
const withSources: Plugin = {
  name: 'with-sources',
  enforce: 'post',
  transform: (code, id) =>
    id.startsWith(web) && /\.tsx$/.test(id) && /\bexport\s+(default\b|\{[^}]*\bas default\b)/.test(code)
      ? { code: `${code}\nexport const __source = ${JSON.stringify(id.slice(web.length))}`, map: null }
      : null,
}

/** Modules of the server build that stand for packages, which do more than a server needs. They import what they replace. */
const REPLACED = new Map([
  ['@tanstack/react-query', here('../server-query.ts')],
  ['@lingui/react', here('../server-lingui.tsx')],
  ['wouter', here('../server-link.tsx')],
])

const replacePackages: Plugin = {
  name: 'replace-packages',
  enforce: 'pre',
  resolveId: (id, importer) => {
    const replacement = REPLACED.get(id)
    return replacement !== importer ? replacement : undefined
  },
}

/** Bundles web/server.tsx, or another entry that renders, with everything that it imports. Returns the code of an ES module. */
export async function buildRenderer(mode: string, entry = SERVER): Promise<string> {
  // React's plugin writes JSX for its development build unless this is set.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  const output = await build({
    configFile: here('../../vite.config.ts'),
    mode,
    logLevel: 'warn',
    plugins: [leaveOut, withSources, ...(entry === SERVER ? [replacePackages] : [])],
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { target: 'webworker', noExternal: true },
    build: {
      ssr: entry,
      write: false,
      manifest: false,
      minify: false,
      target: 'es2024',
      rolldownOptions: { output: { codeSplitting: false } },
    },
  }).finally(() => {
    process.env.NODE_ENV = NODE_ENV ?? 'production'
  })
  const chunks = [output].flat().flatMap((each) => ('output' in each ? each.output : []))
  const scripts = chunks.filter((chunk) => chunk.type === 'chunk')
  if (scripts.length !== 1) throw new Error(`the renderer has ${scripts.length} files instead of one`)
  return scripts[0]!.code
}
