import { createHash } from 'node:crypto'
import { relative, resolve } from 'node:path'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { reactModules } from './web/react-modules.ts'
import { art } from './web/ui/art/plugin.ts'

/** Loads the demo wallets when they are needed; the local world serves them under /local/. Only its own build uses this plugin. */
const demoWallets: Plugin = {
  name: 'demo-wallets',
  transformIndexHtml: () => [{ tag: 'script', attrs: { type: 'module', src: '/local/wallets-on-demand.js' }, injectTo: 'head' }],
}

/** Lets the browser load the font of the headings before the style sheet that uses it has arrived. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((name) => /bricolage-grotesque-latin-wght.*\.woff2$/.test(name))
      return font
        ? [
            {
              tag: 'link',
              attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${font}` },
              injectTo: 'head-prepend',
            },
          ]
        : []
    },
  },
}

/**
 * WalletConnect's provider can load Reown's own dialog. We never ask it to, because our dialog is @walletconnect/modal. Without this
 * plugin, half a megabyte of code that is never loaded would be deployed.
 */
const withoutAppKit: Plugin = {
  name: 'without-appkit',
  enforce: 'pre',
  resolveId: (id) => (id === '@reown/appkit/core' ? '\0no-appkit' : undefined),
  load: (id) => (id === '\0no-appkit' ? 'export {}' : undefined),
}

/**
 * Writes .vite/places.json: which built file contains the entry and each lazily loaded source. Vite's manifest leaves out sources that
 * share a built file.
 */
const whereabouts: Plugin = {
  name: 'whereabouts',
  generateBundle(_options, bundle) {
    const web = `${resolve(import.meta.dirname, 'web')}/`
    const places: Record<string, string> = {}
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      for (const id of chunk.moduleIds)
        if (id === `${web}main.tsx` || (id.startsWith(web) && this.getModuleInfo(id)?.dynamicImporters.length))
          places[id.slice(web.length)] = chunk.fileName
    }
    this.emitFile({ type: 'asset', fileName: '.vite/places.json', source: JSON.stringify(places) })
  },
}

/** What each built script imports, by file name. */
const imports = new Map<string, string[]>()

const findImports: Plugin = {
  name: 'find-imports',
  generateBundle: {
    order: 'pre',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') imports.set(chunk.fileName, chunk.imports)
    },
  },
}

/** A script and all that it imports, directly or not. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const other of imports.get(file) ?? []) withImports(other, found)
  return found
}

/** Modules that are needed together. In one file they compress better than in several, and the entry contains fewer file names. */
const GROUPS = [
  {
    name: 'base',
    test: /web[\\/](main\.tsx|session[\\/]title\.ts|ui[\\/](Avatar|Banner|LoadMore|Picture|Stars)\.tsx|features[\\/]cards[\\/](CardList|Price|ServiceCard)\.tsx|lib[\\/]ListState\.tsx|ui[\\/]reduced-motion\.ts|queries[\\/]listing-cards\.ts)$|useInfiniteQuery\.js$/,
    priority: 1,
  },
  // `ui` has controls that pages show at once, `acts` controls that are needed only after a press.
  {
    name: 'ui',
    test: /web[\\/](ui[\\/](Breadcrumb|Chip|Tabs))\.(tsx?|module\.css)$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'states',
    test: /web[\\/](ui[\\/](art[\\/]Drawing|EmptyState|State)|lib[\\/]ErrorState)\.(tsx?|module\.css)$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'acts',
    test: /web[\\/](ui[\\/](back|Checkbox|CopyButton|Dialog|Field|LoadingBlock|Mark|Menu|Notice|PasswordField|Progress|return-focus|Switch|use-close-after|use-file-drop)\.(tsx?|module\.css)|lib[\\/](focus-fault|LoadError|save-file|use-now)\.tsx?|queries[\\/]toggle-listing\.ts)$|(useMutation|mutationObserver)\.js$/,
    includeDependenciesRecursively: false,
  },
  // Small modules that nearly every page of listings uses. In separate files, their names would be longer than their code.
  {
    name: 'common',
    test: /web[\\/](lib[\\/](creators-api|date-locale|dates|fee|find-token|place-name|prefetch|ShareButton|token-format)\.tsx?|ui[\\/](member-name\.ts|UserText\.tsx)|features[\\/]chat[\\/](MessageButton|MoreButton)\.tsx|features[\\/]saved[\\/]saved-paths\.ts|queries[\\/](fees|listing|open-room)\.ts)$|listings[\\/](richtags|text)\.schema\.ts$/,
    includeDependenciesRecursively: false,
  },
  // Modules that the list of orders and the page of an order share.
  {
    name: 'order',
    test: /web[\\/](features[\\/]orders[\\/](Deadline|deadlines|LoginFirst|Sums|order-invoice|order-labels|token-amount)|queries[\\/]orders)\.(tsx?|module\.css)$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'profile',
    test: /(web[\\/](features[\\/]profile[\\/]Address|lib[\\/]country)|shared[\\/]countries\.schema)\.tsx?$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'video',
    test: /web[\\/](features[\\/]profile[\\/]IntroVideo|ui[\\/]ExternalVideo)\.(tsx?|module\.css)$/,
    includeDependenciesRecursively: false,
  },
  // Small modules that the pages and dialogs of sign-in and the settings share.
  {
    name: 'account',
    test: /web[\\/](features[\\/]auth[\\/](address-state|CurrentFee|email|email-actions|EmailField|mail-token|auth|Failure|MailSent|ResetRequest|Terms|UsernameField)|lib[\\/](broken-rule|credential-texts)|queries[\\/](email|password|sessions))\.(tsx?|module\.css)$/,
    includeDependenciesRecursively: false,
  },
  // Lists show cards of jobs and cards of events together.
  {
    name: 'cards',
    test: /web[\\/](features[\\/]cards[\\/](EventCard|JobCard|JobAndEventCards|KindSection)|ui[\\/]EventTheme)\.(tsx|module\.css)$/,
    includeDependenciesRecursively: false,
  },
  // Not with the tabs of the saved pages, which need the code of the menus.
  {
    name: 'searches',
    test: /web[\\/](queries[\\/](change|saved)-searches|features[\\/]search[\\/]saved-query)\.ts$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'parts',
    test: /web[\\/](shell[\\/]lazy[\\/](AccountMenu|Discover|MemberBar|NavLink|PhoneBar|Sidebar|counts|waiting)[\w.]*|ui[\\/]Badge[\w.]*|features[\\/]carrots[\\/](Carrot|CarrotCounter)[\w.]*|lib[\\/]admin-paths|queries[\\/](carrots|is-admin|owed))\.(tsx?|css)$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'choices',
    test: /web[\\/](shell[\\/]lazy[\\/](Choices|SettingsMenu)|lib[\\/]theme|session[\\/]language)\.(tsx?|module\.css)$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'live',
    test: /web[\\/](session[\\/]inbox|lib[\\/]reconnecting-socket|queries[\\/](chat|notifications))\.ts$|chat[\\/]sockets\.schema\.ts$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'wallet',
    test: /web[\\/]wallet[\\/](request|calls-status|wallet-error|texts|network|open-requests)\.ts$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'saved',
    test: /web[\\/](features[\\/]saved[\\/](SavedTabs|MemberOnly|SavedPage\.module|followed)|queries[\\/](saved-searches|change-searches))\.(tsx?|css)$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'uploads',
    test: /web[\\/](features[\\/]uploads[\\/]upload-texts|lib[\\/]format-bytes)\.ts$|upload[\\/]stored-files\.ts$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'fields',
    test: /shared[\\/](ids|numbers|usd|text-fields|text)\.schema\.ts$|listings[\\/](list-types|money|places)\.schema\.ts$/,
    includeDependenciesRecursively: false,
  },
  // Loaded on every page at its first use.
  {
    name: 'app',
    test: /web[\\/](shell[\\/]lazy[\\/](installed-app|visits)|lib[\\/](cache-names|stored-pages))\.ts$/,
    includeDependenciesRecursively: false,
  },
  { name: 'viewed', test: /web[\\/]lib[\\/](recently-viewed|stored-json)\.ts$/, includeDependenciesRecursively: false },
  { name: 'pages', test: /web[\\/]features[\\/]pages[\\/][\w.]+\.(tsx?|css)$/, includeDependenciesRecursively: false },
]

export default defineConfig(({ mode }) => ({
  root: resolve(import.meta.dirname, 'web'),
  envDir: false,
  publicDir: 'public',
  plugins: [
    // The text macros are expanded first: React's own plugin would otherwise see them as plain imports.
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    reactModules(),
    lingui({ failOnCompileError: true }),
    art(),
    preloadFont,
    withoutAppKit,
    whereabouts,
    findImports,
    ...(mode === 'local-world' ? [demoWallets] : []),
  ],
  // The first alias: wouter and lingui import a polyfill of a hook that React itself has had since version 18.
  resolve: {
    alias: [
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
      // wouter's parser of route patterns is never called, because pages.ts matches addresses.
      { find: 'regexparam', replacement: resolve(import.meta.dirname, 'web/lib/no-regexparam.ts') },
    ],
  },
  // Class names are short and the same on every machine: the name in the source, and three characters of the hash of its file's path.
  css: {
    modules: {
      generateScopedName: (name, file) =>
        `${name}_${createHash('sha1')
          .update(relative(import.meta.dirname, file))
          .digest('base64url')
          .slice(0, 3)}`,
    },
  },
  build: {
    outDir: process.env.WARREN_DIST ? resolve(process.env.WARREN_DIST) : resolve(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    manifest: true,
    // These browsers support light-dark() and nesting. Converted for older ones, the styles would be twice as large.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    modulePreload: {
      polyfill: false,
      // A script that loads another does not name what it imports itself, because that is loaded already.
      resolveDependencies: (_file, dependencies, { hostId, hostType }) => {
        const loaded = hostType === 'js' ? withImports(hostId) : new Set()
        return dependencies.filter((file) => !loaded.has(file))
      },
    },
    // The content security policy allows no data: URL of a style or script, and HTTP/2 loads many small files efficiently.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The entry contains the name of every script and style sheet, so names are short; .vite/places.json lists their sources.
        hashCharacters: 'base36',
        entryFileNames: 'assets/[hash:7].js',
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: ({ names }) => (names[0]?.endsWith('.css') ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash:7][extname]'),
        codeSplitting: {
          groups: GROUPS,
        },
      },
    },
  },
}))
