import { type AreaEnv, origins } from './env.ts'
import { type Mail, type MailEnv, senderOf } from './mail.ts'

/** Values that every mail uses: the product's name, the app's origin and the contact address. */
export interface MailSender {
  name: string
  origin: string
  contact: string
}

export interface MailText {
  subject: string
  /** Paragraphs. The link follows the first one. */
  lines: [string, ...string[]]
}

/** A link with its label. */
interface MailLink {
  label: string
  url: string
}

/** The product's name, the app's origin and the contact address, for mails. */
export function mailSenderOf(env: Pick<MailEnv, 'MAIL_FROM'> & Pick<AreaEnv, 'APP_ORIGINS'>): MailSender {
  const { name, email } = senderOf(env)
  return { name, origin: origins(env)[0]!, contact: email }
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Renders a mail as plain text and as simple HTML, without images, external resources or tracking. `after` are links below the footer. */
export function renderMail(
  to: string,
  { name, origin, contact }: MailSender,
  text: MailText,
  link?: MailLink,
  after: MailLink[] = [],
): Mail {
  const [first, ...rest] = text.lines
  const footer = `${name} · ${origin} · ${contact}`
  const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`
  const look =
    'display:inline-block;padding:12px 20px;border-radius:14px;background:#b4420a;color:#fff;text-decoration:none;font-weight:600'
  const button =
    link &&
    `${paragraph(`<a href="${escapeHtml(link.url)}" style="${look}">${escapeHtml(link.label)}</a>`)}
${paragraph(`<span style="font-size:13px;color:#6b6259;word-break:break-all">${escapeHtml(link.url)}</span>`)}`
  const small = 'font-size:13px;color:#6b6259'
  return {
    to,
    subject: text.subject,
    text: [first, ...(link ? [link.url] : []), ...rest, `--\n${footer}`, ...after.map(({ label, url }) => `${label}: ${url}`)].join('\n\n'),
    html: `<div style="max-width:520px;margin:0 auto;padding:24px;font:16px/1.6 system-ui,sans-serif;color:#2b2620">
<p style="margin:0 0 24px;font-weight:700;font-size:18px">${escapeHtml(name)}</p>
${[paragraph(escapeHtml(first)), ...(button ? [button] : []), ...rest.map((line) => paragraph(escapeHtml(line)))].join('\n')}
<p style="margin:32px 0 0;${small}">${escapeHtml(footer)}</p>${after
      .map(
        ({ label, url }) =>
          `\n<p style="margin:8px 0 0;${small}"><a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(label)}</a></p>`,
      )
      .join('')}
</div>`,
  }
}
