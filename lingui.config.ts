import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { DEFAULT_LOCALE, LOCALE_CODES } from './workers/shared/locales.schema.ts'

/** Files outside of features/home that the first page or every listing's page uses; their texts are in the root catalog. */
const FIRST_PAGE = [
  'lib/ConnectionNotice.tsx',
  'lib/ErrorBoundary.tsx',
  'lib/ListEntry.tsx',
  'lib/errors.ts',
  'ui/LoadMore.tsx',
  'ui/Stars.tsx',
  'features/cards/CardList.tsx',
  'features/cards/Price.tsx',
  'features/saved/SaveButton.tsx',
  'features/saved/SaveListing.tsx',
]
const exclude = [...FIRST_PAGE.map((file) => `**/${file}`), '**/*.test.*']

/**
 * Catalogs: one per feature, loaded with its pages; `ui` for controls, `wallet` for wallets, `errors` for the texts of errors, and
 * `shell/lazy` for the components of the shell that are loaded when needed. `shell`, `features/home` and the root catalog are in the
 * base, which every page loads.
 */
export default defineConfig({
  rootDir: 'web',
  sourceLocale: DEFAULT_LOCALE,
  locales: LOCALE_CODES,
  fallbackLocales: { default: DEFAULT_LOCALE },
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
  catalogs: [
    { path: '<rootDir>/features/{name}/locales/{locale}', include: ['<rootDir>/features/{name}'], exclude },
    { path: '<rootDir>/ui/locales/{locale}', include: ['<rootDir>/ui', '<rootDir>/lib'], exclude: [...exclude, '**/lib/error-texts.ts'] },
    { path: '<rootDir>/shell/locales/{locale}', include: ['<rootDir>/shell'], exclude: ['**/shell/lazy/**'] },
    { path: '<rootDir>/shell/lazy/locales/{locale}', include: ['<rootDir>/shell/lazy'], exclude },
    { path: '<rootDir>/wallet/locales/{locale}', include: ['<rootDir>/wallet'], exclude },
    { path: '<rootDir>/locales/errors/{locale}', include: ['<rootDir>/lib/error-texts.ts'] },
    {
      path: '<rootDir>/locales/{locale}',
      include: ['brand.ts', 'main.tsx', 'routes.tsx', 'session', ...FIRST_PAGE].map((file) => `<rootDir>/${file}`),
    },
  ],
})
