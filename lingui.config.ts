import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

/** Controls of the first page: their texts are in the base. */
const FIRST = ['Connection.tsx', 'LoadMore.tsx', 'Price.tsx', 'Stars.tsx']

/**
 * Catalogs: one per feature, loaded with its route; one for all other controls and one for what the shell loads when needed. `shell` and
 * the root one are the base every page needs.
 */
export default defineConfig({
  rootDir: 'web',
  sourceLocale: 'en',
  locales: ['en', 'ja'],
  fallbackLocales: { default: 'en' },
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
  catalogs: [
    { path: '<rootDir>/features/{name}/locales/{locale}', include: ['<rootDir>/features/{name}'], exclude: ['**/*.test.*'] },
    { path: '<rootDir>/ui/locales/{locale}', include: ['<rootDir>/ui'], exclude: FIRST.map((name) => `**/ui/${name}`) },
    { path: '<rootDir>/shell/locales/{locale}', include: ['<rootDir>/shell'], exclude: ['**/shell/parts/**'] },
    { path: '<rootDir>/shell/parts/locales/{locale}', include: ['<rootDir>/shell/parts'] },
    { path: '<rootDir>/wallet/locales/{locale}', include: ['<rootDir>/wallet'], exclude: ['**/*.test.*'] },
    { path: '<rootDir>/locales/errors/{locale}', include: ['<rootDir>/error-texts.ts'] },
    {
      path: '<rootDir>/locales/{locale}',
      include: ['errors.ts', 'i18n.ts', 'routes.tsx', 'main.tsx', 'brand.ts', ...FIRST.map((name) => `ui/${name}`)].map(
        (file) => `<rootDir>/${file}`,
      ),
    },
  ],
})
