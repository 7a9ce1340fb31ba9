import type { Locale } from '../shared/locales.schema.ts'
import type { Mail } from '../shared/mail.ts'
import { type MailSender, type MailText, renderMail } from '../shared/render-mail.ts'
import { en } from './locales/en.ts'
import { ja } from './locales/ja.ts'
import type { LinkMailText, MailTexts } from './mail-texts.ts'

export const CATALOGS: Record<Locale, MailTexts> = { en, ja }

type Write<About> = (to: string, locale: Locale, sender: MailSender, about: About) => Mail

const linkMail =
  <About>(
    write: (texts: MailTexts, sender: MailSender, about: About) => LinkMailText,
    urlOf: (sender: MailSender, about: About) => string,
  ): Write<About> =>
  (to, locale, sender, about) => {
    const text = write(CATALOGS[locale], sender, about)
    return renderMail(to, sender, text, { label: text.button, url: urlOf(sender, about) })
  }

/** A mail that only informs its reader and contains no link. */
const notice =
  (write: (texts: MailTexts, sender: MailSender, about: string) => MailText): Write<string> =>
  (to, locale, sender, about) =>
    renderMail(to, sender, write(CATALOGS[locale], sender, about))

const urlWithToken = (_: MailSender, { url }: { url: string }) => url
const settingsUrl = ({ origin }: MailSender) => `${origin}/settings/`

export const confirmMail = linkMail((texts, sender) => texts.confirm(sender), urlWithToken)
export const resetMail = linkMail((texts, sender) => texts.reset(sender), urlWithToken)
export const resetUnknownMail = linkMail<null>(
  (texts, sender) => texts.resetUnknown(sender),
  ({ origin }) => `${origin}/login/`,
)
export const passwordChangedMail = notice((texts, sender) => texts.passwordChanged(sender))
export const emailChangedMail = notice((texts, sender, to) => texts.emailChanged(sender, to))
export const walletLinkedMail = linkMail<string>((texts, sender, wallet) => texts.walletLinked(sender, wallet), settingsUrl)
export const walletRemovedMail = linkMail<string>((texts, sender, wallet) => texts.walletRemoved(sender, wallet), settingsUrl)
