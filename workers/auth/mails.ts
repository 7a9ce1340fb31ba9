import type { Locale } from '../shared/locales.schema.ts'
import type { Mail } from '../shared/mail.ts'
import { en } from './locales/en.ts'
import { ja } from './locales/ja.ts'
import type { LinkMailText, MailSender, MailText, MailTexts } from './mail-texts.ts'

export const CATALOGS: Record<Locale, MailTexts> = { en, ja }

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Renders a mail as plain text and as simple HTML, without images, external resources or tracking. */
function renderMail(to: string, { name, origin, contact }: MailSender, text: MailText, link?: { label: string; url: string }): Mail {
  const [first, ...rest] = text.lines
  const footer = `${name} · ${origin} · ${contact}`
  const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`
  const button =
    link &&
    `<p style="margin:0 0 16px"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;border-radius:14px;background:#b4420a;color:#fff;text-decoration:none;font-weight:600">${escapeHtml(link.label)}</a></p>
${paragraph(`<span style="font-size:13px;color:#6b6259;word-break:break-all">${escapeHtml(link.url)}</span>`)}`
  return {
    to,
    subject: text.subject,
    text: [first, ...(link ? [link.url] : []), ...rest, `--\n${footer}`].join('\n\n'),
    html: `<div style="max-width:520px;margin:0 auto;padding:24px;font:16px/1.6 system-ui,sans-serif;color:#2b2620">
<p style="margin:0 0 24px;font-weight:700;font-size:18px">${escapeHtml(name)}</p>
${[paragraph(escapeHtml(first)), ...(button ? [button] : []), ...rest.map((line) => paragraph(escapeHtml(line)))].join('\n')}
<p style="margin:32px 0 0;font-size:13px;color:#6b6259">${escapeHtml(footer)}</p>
</div>`,
  }
}

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

/** A notice contains no link that changes anything. */
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
