import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

/** Catalogs: one per feature, loaded with its route, and one for what the shell loads when needed; `ui`, `shell` and the root one are the base every page needs. */
export default defineConfig({
  rootDir: 'web',
  sourceLocale: 'en',
  locales: ['en', 'ja'],
  fallbackLocales: { default: 'en' },
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
  catalogs: [
    { path: '<rootDir>/features/{name}/locales/{locale}', include: ['<rootDir>/features/{name}'], exclude: ['**/*.test.*'] },
    { path: '<rootDir>/ui/locales/{locale}', include: ['<rootDir>/ui'] },
    { path: '<rootDir>/shell/locales/{locale}', include: ['<rootDir>/shell'], exclude: ['**/shell/parts/**'] },
    { path: '<rootDir>/shell/parts/locales/{locale}', include: ['<rootDir>/shell/parts'] },
    { path: '<rootDir>/wallet/locales/{locale}', include: ['<rootDir>/wallet'], exclude: ['**/*.test.*'] },
    { path: '<rootDir>/locales/errors/{locale}', include: ['<rootDir>/error-texts.ts'] },
    {
      path: '<rootDir>/locales/{locale}',
      include: ['<rootDir>/errors.ts', '<rootDir>/i18n.ts', '<rootDir>/routes.tsx', '<rootDir>/main.tsx', '<rootDir>/brand.ts'],
    },
  ],
})
