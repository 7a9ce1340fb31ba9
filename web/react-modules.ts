import type { Plugin } from 'vite'

/** The files that React needs in production, by the names under which they are imported. All are CommonJS. */
export const FILES: Record<string, string> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
  // The editor's package uses it. As CommonJS it would need all of React.
  'use-sync-external-store/shim/with-selector.js': 'use-sync-external-store/cjs/use-sync-external-store-shim/with-selector.production.js',
}

/**
 * Rewrites a CommonJS file as an ES module: `require` in the first declaration, and `exports.name` anywhere. Its default export is the
 * whole module `name`, as CommonJS is imported elsewhere. Throws if the file uses CommonJS in another way.
 */
export function toModule(code: string, name: string): string {
  const names = new Set([...code.matchAll(/\bexports\.(\w+)/g)].map((match) => match[1]!))
  const body = code
    .replace(/^var ((?:\w+ = require\("[^"]+"\)[,;]\s+)+)/m, (_, list: string) => {
      const imports = list.replace(/(\w+) = require\("([^"]+)"\)[,;]\s+/g, "import * as $1 from '$2'\n")
      return list.trimEnd().endsWith(';') ? imports : `${imports}var `
    })
    .replace(/^exports\.(\w+) =/gm, 'var export_$1 =')
    .replace(/\bexports\.(\w+)/g, 'export_$1')
  const rest = /.*\b(?:exports\b|require\(|module\.).*/.exec(body)
  if (rest) throw new Error(`${name} cannot be made an ES module: ${rest[0].trim()}`)
  const list = [...names].map((each) => `export_${each} as ${each}`).join(', ')
  return `${body}\nimport * as all from '${name}'\nexport { ${list}, all as default }\n`
}

/**
 * Bundles React as ES modules, in builds for production. React is published as CommonJS, of which nothing can be left out and every use of
 * a function is a property. As modules it is 2 kB (brotli) smaller on every page.
 */
export function reactModules(): Plugin {
  let isProduction = false
  return {
    name: 'react-modules',
    apply: 'build',
    enforce: 'pre',
    configResolved(config) {
      isProduction = config.isProduction
    },
    async resolveId(source, importer) {
      const file = FILES[source]
      if (!file || !isProduction) return null
      // The file of the package that requires the one for production or for development.
      const main = await this.resolve(source, importer, { skipSelf: true })
      return main?.id.replace(/(.*\/node_modules\/).*/, `$1${file}`)
    },
    transform(code, id) {
      const found = isProduction && Object.entries(FILES).find(([, file]) => id.endsWith(`/node_modules/${file}`))
      return found ? { code: toModule(code, found[0]), map: null } : null
    },
    // React reads functions of its scheduler that only its tests have.
    onLog: (_level, { code, id }) => (code === 'IMPORT_IS_UNDEFINED' && id?.endsWith(FILES['react-dom/client']!) ? false : undefined),
  }
}
