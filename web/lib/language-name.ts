import { locale } from './i18n.ts'

/** `ja` -> `Japanese`, in the language of the page. */
export const languageName = (code: string): string => new Intl.DisplayNames(locale(), { type: 'language' }).of(code) ?? code
