import type { Locale } from '../../workers/shared/locales.schema.ts'
import { auth } from '../lib/api.ts'
import { setLocale } from '../lib/i18n.ts'
import { knownUser, refreshViewer } from './viewer.ts'

/** Changes the language of everything on screen, and for members of the mails they get. Rejects when either could not be. */
export async function chooseLanguage(language: Locale): Promise<void> {
  await setLocale(language)
  if (!knownUser()?.authorized) return
  await auth.setLanguage.$post({ json: { language } })
  await refreshViewer()
}
