import type { Mail } from '../shared/mail.ts'

export type Language = 'en' | 'ja'
/** Values that every mail uses: the product's name, the app's origin and the contact address. */
export interface MailSender {
  name: string
  origin: string
  contact: string
}

interface MailText {
  subject: string
  /** Paragraphs. The link follows the first one. */
  lines: string[]
  link?: { label: string; url: string }
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Renders a mail as plain text and as simple HTML, without images, external resources or tracking. */
function renderMail(to: string, { name, origin, contact }: MailSender, { subject, lines, link }: MailText): Mail {
  const [first, ...rest] = lines
  const footer = `${name} · ${origin} · ${contact}`
  const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`
  const button =
    link &&
    `<p style="margin:0 0 16px"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;border-radius:14px;background:#b4420a;color:#fff;text-decoration:none;font-weight:600">${escapeHtml(link.label)}</a></p>
${paragraph(`<span style="font-size:13px;color:#6b6259;word-break:break-all">${escapeHtml(link.url)}</span>`)}`
  return {
    to,
    subject,
    text: [first, ...(link ? [link.url] : []), ...rest, `--\n${footer}`].join('\n\n'),
    html: `<div style="max-width:520px;margin:0 auto;padding:24px;font:16px/1.6 system-ui,sans-serif;color:#2b2620">
<p style="margin:0 0 24px;font-weight:700;font-size:18px">${escapeHtml(name)}</p>
${[paragraph(escapeHtml(first!)), ...(button ? [button] : []), ...rest.map((line) => paragraph(escapeHtml(line)))].join('\n')}
<p style="margin:32px 0 0;font-size:13px;color:#6b6259">${escapeHtml(footer)}</p>
</div>`,
  }
}

type MailTexts<T> = Record<Language, (sender: MailSender, about: T) => MailText>
/** Defines a kind of mail by its text in every language. The result is called with the recipient and the subject matter. */
const mail =
  <T>(texts: MailTexts<T>) =>
  (to: string, language: Language, sender: MailSender, about: T): Mail =>
    renderMail(to, sender, texts[language](sender, about))

/** Asks the recipient to confirm their address. `url` contains the token. */
export const confirmMail = mail<{ url: string }>({
  en: ({ name }, { url }) => ({
    subject: `Confirm your e-mail address for ${name}`,
    lines: [
      `Somebody, hopefully you, gave this address for an account at ${name}. Open this link within three days to confirm that it is yours. Where you are not logged in to that account, you will be asked for its password.`,
      'If it was not you, do nothing: without you the address does not become theirs, and you can still register with it.',
    ],
    link: { label: 'Confirm the address', url },
  }),
  ja: ({ name }, { url }) => ({
    subject: `${name}：メールアドレスの確認`,
    lines: [
      `${name}のアカウントに、このメールアドレスが入力されました。ご本人の場合は、3日以内に次のリンクを開いて確認を完了してください。そのアカウントにログインしていない場合は、パスワードの入力をお願いします。`,
      'お心当たりがない場合は、何もする必要はありません。確認されないかぎりこのアドレスが他の人のものになることはなく、ご自身で登録することもできます。',
    ],
    link: { label: 'メールアドレスを確認する', url },
  }),
})

/** Contains the link to choose a new password. */
export const resetMail = mail<{ url: string }>({
  en: ({ name }, { url }) => ({
    subject: `Choose a new password for ${name}`,
    lines: [
      `Somebody, hopefully you, asked for a new password for your account at ${name}. Open this link within an hour to choose one. You will be logged out on all devices.`,
      'If it was not you, do nothing: your password stays as it is.',
    ],
    link: { label: 'Choose a new password', url },
  }),
  ja: ({ name }, { url }) => ({
    subject: `${name}：パスワードの再設定`,
    lines: [
      `${name}のアカウントについて、パスワードの再設定が申し込まれました。ご本人の場合は、1時間以内に次のリンクを開いて新しいパスワードを設定してください。すべての端末からログアウトされます。`,
      'お心当たりがない場合は、何もする必要はありません。パスワードは変わりません。',
    ],
    link: { label: '新しいパスワードを設定する', url },
  }),
})

/** Sent instead if nobody has confirmed the address. */
export const resetUnknownMail = mail<null>({
  en: ({ name, origin }) => ({
    subject: `No account at ${name} with this address`,
    lines: [
      `Somebody, hopefully you, asked for a new password at ${name}, but no account has confirmed this e-mail address.`,
      `If you registered with it and never opened the link in our mail, simply register again: the address is free. If you log in with a wallet, no password is needed.`,
      'If it was not you, do nothing.',
    ],
    link: { label: `Open ${name}`, url: `${origin}/login/` },
  }),
  ja: ({ name, origin }) => ({
    subject: `${name}：このアドレスのアカウントはありません`,
    lines: [
      `${name}でパスワードの再設定が申し込まれましたが、このメールアドレスを確認済みのアカウントはありません。`,
      '以前に登録し、確認メールのリンクを開いていない場合は、もう一度このアドレスで登録できます。ウォレットでログインしている場合、パスワードは不要です。',
      'お心当たりがない場合は、何もする必要はありません。',
    ],
    link: { label: `${name}を開く`, url: `${origin}/login/` },
  }),
})

/** A notice about a changed sign-in method. It contains no link that changes anything. */
const notice = (en: (about: string) => [string, string], ja: (about: string) => [string, string]) =>
  mail<string>({
    en: ({ contact }, about) => {
      const [subject, line] = en(about)
      return {
        subject,
        lines: [line, `If it was you, nothing needs to be done. If not, choose a new password at once and write to ${contact}.`],
      }
    },
    ja: ({ contact }, about) => {
      const [subject, line] = ja(about)
      return {
        subject,
        lines: [
          line,
          `ご本人による変更であれば、何もする必要はありません。お心当たりがない場合は、すぐにパスワードを再設定し、${contact}までご連絡ください。`,
        ],
      }
    },
  })

export const passwordChangedMail = notice(
  () => ['Your password was changed', 'The password of your account was changed, and every other device was logged out.'],
  () => ['パスワードが変更されました', 'アカウントのパスワードが変更され、ほかのすべての端末からログアウトされました。'],
)
/** Sent to the replaced address. `to` is the new address, masked. */
export const emailChangedMail = notice(
  (to) => ['Your account has a new e-mail address', `Your account now belongs to ${to}. This address no longer logs in.`],
  (to) => [
    'アカウントのメールアドレスが変更されました',
    `アカウントのメールアドレスが${to}に変更されました。このアドレスではログインできなくなりました。`,
  ],
)
/** A notice about a wallet (shortened address): says what the owner can do, and by when. */
const walletNotice = (en: (wallet: string) => [subject: string, line: string], ja: (wallet: string) => [subject: string, line: string]) =>
  mail<string>({
    en: ({ origin, contact }, wallet) => {
      const [subject, line] = en(wallet)
      return {
        subject,
        lines: [
          line,
          `If it was you, nothing needs to be done. If not, log in with an older wallet or your password, unlink what is not yours, log out everywhere else, and write to ${contact}.`,
        ],
        link: { label: 'Open the settings', url: `${origin}/settings/` },
      }
    },
    ja: ({ origin, contact }, wallet) => {
      const [subject, line] = ja(wallet)
      return {
        subject,
        lines: [
          line,
          `ご本人による変更であれば、何もする必要はありません。お心当たりがない場合は、以前から使っているウォレットかパスワードでログインし、見覚えのないウォレットの連携を解除して、ほかの端末をすべてログアウトしたうえで、${contact}までご連絡ください。`,
        ],
        link: { label: '設定を開く', url: `${origin}/settings/` },
      }
    },
  })

export const walletLinkedMail = walletNotice(
  (wallet) => [
    'A wallet was added to your account',
    `The wallet ${wallet} was added to your account and can log in to it. For 72 hours it cannot unlink other wallets or change your e-mail address or password, and it does not replace the wallet you are paid to.`,
  ],
  (wallet) => [
    'アカウントにウォレットが追加されました',
    `ウォレット ${wallet} がアカウントに追加され、ログインに使えるようになりました。追加から72時間は、このウォレットでほかのウォレットの連携を解除したり、メールアドレスやパスワードを変更したりすることはできず、報酬の受取先が置き換わることもありません。`,
  ],
)
export const walletRemovedMail = walletNotice(
  (wallet) => ['A wallet was removed from your account', `The wallet ${wallet} was removed from your account and no longer logs in to it.`],
  (wallet) => ['アカウントからウォレットが外されました', `ウォレット ${wallet} がアカウントから外され、ログインに使えなくなりました。`],
)
