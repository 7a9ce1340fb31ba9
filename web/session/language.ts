import type { Locale } from '../../workers/shared/locales.schema.ts'
import { auth } from '../lib/api.ts'
import { setLocale } from '../lib/i18n.ts'
import { cachedUser, refreshViewer } from './viewer.ts'

/** Changes the language of the page, and for members that of their mails. Rejects if either fails. */
export async function chooseLanguage(language: Locale): Promise<void> {
  await setLocale(language)
  if (!cachedUser()?.authorized) return
  await auth.setLanguage.$post({ json: { language } })
  await refreshViewer()
}
