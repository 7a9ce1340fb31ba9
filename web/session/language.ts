import { auth, queryClient } from '../lib/api.ts'
import { type Locale, setLocale } from '../lib/i18n.ts'
import { refreshViewer, type UserInfo } from './viewer.ts'

/** Changes the language of everything on screen, and for members of the mails they get. Rejects when either could not be. */
export async function chooseLanguage(language: Locale): Promise<void> {
  await setLocale(language)
  if (!queryClient.getQueryData<UserInfo>(['user'])?.authorized) return
  await auth.setLanguage.$post({ json: { language } })
  await refreshViewer()
}
