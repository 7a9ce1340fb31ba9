import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { ApiError } from './api-error.ts'
import { loadCatalog } from './i18n.ts'

/** The texts that are used until the others are loaded. While the device is offline, loading them may fail. */
const FIRST = {
  offline: msg`You are offline. Nothing was changed. Try again when the connection is back.`,
  network: msg`The server could not be reached. Try again in a moment.`,
  internal: msg`Our server reported an error. Try again in a moment.`,
}

let texts: Record<string, MessageDescriptor> = FIRST
let waitText: ((seconds: number) => string) | undefined
let loading: Promise<unknown> | undefined

/** Loads the texts of all errors, once, after the first error. Never rejects. */
export function loadErrorTexts(): Promise<unknown> {
  loading ??= import('./error-texts.ts')
    .then((module) => {
      texts = module.TEXTS
      waitText = module.waitText
      // Loading the catalog renders the page again, which replaces the first texts.
      return loadCatalog('errors')
    })
    .catch(() => {
      texts = FIRST
      loading = undefined
    })
  return loading
}

/**
 * The text of any error in the language of the page. An error that is no ApiError is reported as `offline` if the device is offline,
 * otherwise as `internal`, without details.
 */
export function errorText(error: unknown): string {
  if (texts === FIRST) loadErrorTexts()
  const code = error instanceof ApiError ? error.code : navigator.onLine === false ? 'offline' : 'internal'
  if (code === 'too_many_requests' && waitText) {
    const { retryAfter } = ((error as ApiError).details ?? {}) as { retryAfter?: unknown }
    if (typeof retryAfter === 'number') return waitText(retryAfter)
  }
  return i18n._(Object.hasOwn(texts, code) ? texts[code]! : FIRST.internal)
}
