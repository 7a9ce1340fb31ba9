import { i18n } from '@lingui/core'
import { beforeAll, expect, test, vi } from 'vitest'
import { ERRORS } from '../../workers/shared/errors.schema.ts'

vi.mock('./page-data.ts', () => ({ pageData: () => ({ config: null, first: [] }) }))
vi.mock('./i18n.ts', () => ({ loadCatalog: async () => {}, locale: () => 'en' }))

const { ApiError } = await import('./api-error.ts')
const { errorText, loadErrorTexts } = await import('./errors.ts')
const { TEXTS } = await import('./error-texts.ts')
const textFor = (error: unknown) => errorText(error)

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test('before the other error texts are loaded, has the text for offline and reports other errors as internal', () => {
  expect(textFor(new ApiError('offline', 0))).toMatch(/^You are offline/)
  expect(textFor(new ApiError('own_listing', 409))).toMatch(/^Our server reported an error/)
})

test('has a text for every error code', async () => {
  await loadErrorTexts()
  for (const code of Object.keys(ERRORS) as (keyof typeof ERRORS)[])
    expect(textFor(new ApiError(code, ERRORS[code]))).toBe(TEXTS[code].message)
})

test('names the waiting time of a rate limit, in whole units', () => {
  const limited = (retryAfter: unknown) => textFor(new ApiError('too_many_requests', 429, { retryAfter }))
  expect(limited(1)).toContain('Try again in 1 second.')
  expect(limited(59)).toContain('Try again in 59 seconds.')
  expect(limited(61)).toContain('Try again in 2 minutes.')
  expect(limited(3600)).toContain('Try again in 1 hour.')
  expect(limited('soon')).toBe(TEXTS.too_many_requests.message)
})

test('reports any other error, or an unknown code, as an internal error without details', () => {
  for (const error of [new Error('SQLITE_BUSY: secret'), 'text', null, new ApiError('toString' as 'internal', 500)])
    expect(textFor(error)).toBe(TEXTS.internal.message)
})
