import { i18n } from '@lingui/core'
import { beforeAll, expect, test, vi } from 'vitest'
import { ERRORS } from '../../workers/shared/errors.schema.ts'

// The macro is expanded by the build only; here its text stands for itself.
vi.mock('@lingui/core/macro', () => ({ msg: ([text]: TemplateStringsArray) => ({ id: text, message: text }) }))
vi.mock('./page-data.ts', () => ({ boot: { config: null, first: [] } }))
vi.mock('./i18n.ts', () => ({ loadCatalog: async () => {}, locale: () => 'en' }))

const { ApiError } = await import('./api-error.ts')
const { errorText, loadErrorTexts } = await import('./errors.ts')
const { TEXTS } = await import('./error-texts.ts')
const said = (error: unknown) => errorText(error)

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test('before the texts are there, the first ones are said', () => {
  expect(said(new ApiError('offline', 0))).toMatch(/^You are offline/)
  expect(said(new ApiError('own_listing', 409))).toMatch(/on our side/)
})

test('every code of the catalogue has a text of its own', async () => {
  await loadErrorTexts()
  for (const code of Object.keys(ERRORS) as (keyof typeof ERRORS)[])
    expect(said(new ApiError(code, ERRORS[code]))).toBe(TEXTS[code].message)
})

test('a limit that tells its wait is told with it, in whole units', () => {
  const limited = (retryAfter: unknown) => said(new ApiError('too_many_requests', 429, { retryAfter }))
  expect(limited(1)).toContain('Try again in 1 second.')
  expect(limited(59)).toContain('Try again in 59 seconds.')
  expect(limited(61)).toContain('Try again in 2 minutes.')
  expect(limited(3600)).toContain('Try again in 1 hour.')
  expect(limited('soon')).toBe(TEXTS.too_many_requests.message)
})

test('what is no ApiError, or has a code nobody knows, is told without its own words', () => {
  for (const error of [new Error('SQLITE_BUSY: secret'), 'text', null, new ApiError('toString' as 'internal', 500)])
    expect(said(error)).toBe(TEXTS.internal.message)
})
