import { createHash } from 'node:crypto'
import { relative, resolve } from 'node:path'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { art } from './web/ui/art/plugin.ts'

/** The local world serves demo wallets under /local/; only its own build asks for them. */
const demoWallets: Plugin = {
  name: 'demo-wallets',
  transformIndexHtml: () => [{ tag: 'script', attrs: { type: 'module', src: '/local/wallets.js' }, injectTo: 'head' }],
}

/** Tells the browser about the heading face before the style sheet that asks for it has arrived. */
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
 * WalletConnect's provider would load Reown's own dialog if it were asked to; it is not, as ours is @walletconnect/modal. Without
 * this plugin half a megabyte that is never loaded would be deployed.
 */
const withoutAppKit: Plugin = {
  name: 'without-appkit',
  enforce: 'pre',
  resolveId: (id) => (id === '@reown/appkit/core' ? '\0no-appkit' : undefined),
  load: (id) => (id === '\0no-appkit' ? 'export {}' : undefined),
}

/**
 * Notes which file the entry and each lazily loaded source ended up in. Vite's manifest leaves out those whose own file was merged
 * into one they share.
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

export default defineConfig(({ mode }) => ({
  root: resolve(import.meta.dirname, 'web'),
  envDir: false,
  publicDir: 'public',
  plugins: [
    // The text macros are expanded first: React's own plugin would otherwise see them as plain imports.
    babel({ presets: [linguiTransformerBabelPreset()] }),
    react(),
    lingui({ failOnCompileError: true }),
    art(),
    preloadFont,
    withoutAppKit,
    whereabouts,
    ...(mode === 'local-world' ? [demoWallets] : []),
  ],
  // The first: a stand-in that wouter and lingui bring for a hook React itself has had since 18.
  resolve: {
    alias: [
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
      // wouter's parser of route patterns: pages.ts matches addresses, so it is never called.
      { find: 'regexparam', replacement: resolve(import.meta.dirname, 'web/lib/no-regexparam.ts') },
    ],
  },
  // Short and the same on every machine: what a class is called, and three signs of where.
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
    // light-dark() and nesting stay as written; lowered they would weigh twice as much.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false },
    // The content security policy allows no data: style or script, and small files travel well over HTTP/2.
    assetsInlineLimit: 0,
    // What is needed together in one file: it compresses better than its parts, and the entry has fewer files to know by name.
    rolldownOptions: {
      output: {
        // The entry knows every script and style sheet by name, so names are short; .vite/places.json tells what is in which.
        hashCharacters: 'base36',
        entryFileNames: 'assets/[hash:7].js',
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: ({ names }) => (names[0]?.endsWith('.css') ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash:7][extname]'),
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /web[\\/](main\.tsx|session[\\/]title\.ts|ui[\\/](Avatar|Banner|LoadMore|Picture|Stars)\.tsx|features[\\/]cards[\\/](CardList|Price|ServiceCard)\.tsx|lib[\\/]ListState\.tsx|queries[\\/]listing-cards\.ts)$|useInfiniteQuery\.js$/,
              priority: 1,
            },
            // Controls that pages show, and controls that are needed only after a press.
            {
              name: 'ui',
              test: /web[\\/](ui[\\/](art[\\/]Drawing|icons|Chip|EmptyState|State|Tabs)|lib[\\/]ErrorState)\.(tsx?|module\.css)$/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'acts',
              test: /web[\\/](ui[\\/](back|CopyButton|Dialog|Field|Mark|Menu|Notice|PasswordField|Progress|Switch|use-close-after|use-file-drop)\.(tsx?|module\.css)|lib[\\/]save-file\.ts|queries[\\/]toggle-listing\.ts)$|(useMutation|mutationObserver)\.js$/,
              includeDependenciesRecursively: false,
            },
            // Small things that nearly every page of listings has: each in a file of its own would be longer to name than to load.
            {
              name: 'common',
              test: /web[\\/](lib[\\/](dates|fee|place-name|prefetch|token-format)\.ts|ui[\\/](member-name\.ts|UserText\.tsx)|features[\\/]chat[\\/]MessageButton\.tsx|queries[\\/](listing|open-room)\.ts)$|listings[\\/](richtags|text)\.schema\.ts$/,
              includeDependenciesRecursively: false,
            },
            // What the list of orders and the page of one share.
            {
              name: 'order',
              test: /web[\\/](features[\\/]orders[\\/](Deadline|LoginFirst|Sums|order-labels|token-amount|use-now)|queries[\\/]orders)\.(tsx?|module\.css)$/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'profile',
              test: /web[\\/](features[\\/]profile[\\/]Address|lib[\\/]country|queries[\\/]profile)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'video',
              test: /web[\\/](features[\\/]profile[\\/]IntroVideo|ui[\\/]ExternalVideo)\.(tsx?|module\.css)$/,
              includeDependenciesRecursively: false,
            },
            // Small parts of signing in, which its pages and dialogs and the settings share.
            {
              name: 'account',
              test: /web[\\/](features[\\/]auth[\\/](address-state|email|email-actions|mail-token|auth|Failure|MailSent|ResetRequest|Terms|UsernameField)|lib[\\/](broken-rule|credential-texts)|queries[\\/](email|password|sessions))\.(tsx?|module\.css)$/,
              includeDependenciesRecursively: false,
            },
            // Cards of jobs and events stand side by side in every list.
            {
              name: 'cards',
              test: /web[\\/]features[\\/]cards[\\/](EventCard|JobCard|JobAndEventCards|KindSection)\.(tsx|module\.css)$/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'parts',
              test: /web[\\/](shell[\\/]lazy[\\/](AccountMenu|Discover|MemberBar|NavLink|PhoneBar|Sidebar|counts|waiting)[\w.]*|ui[\\/]Badge[\w.]*|features[\\/]carrots[\\/](Carrot|CarrotCounter)[\w.]*|queries[\\/]carrots)\.(tsx?|css)$/,
              includeDependenciesRecursively: false,
            },
            { name: 'pages', test: /web[\\/]features[\\/]pages[\\/][\w.]+\.(tsx?|css)$/, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
}))
