import type { Mail } from '../shared/mail.ts'

export type Language = 'en' | 'ja'
/** What every mail knows: the product's name, the app's origin and where to write for help. */
export interface House {
  name: string
  origin: string
  contact: string
}

interface Letter {
  subject: string
  /** Paragraphs; the one after which the link stands is the first. */
  lines: string[]
  link?: { label: string; url: string }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The same words as plain text and as simple HTML: no pictures, nothing loaded, nothing that tells who read it. */
function written(to: string, { name, origin, contact }: House, { subject, lines, link }: Letter): Mail {
  const [first, ...rest] = lines
  const foot = `${name} · ${origin} · ${contact}`
  const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`
  const button =
    link &&
    `<p style="margin:0 0 16px"><a href="${escaped(link.url)}" style="display:inline-block;padding:12px 20px;border-radius:14px;background:#b4420a;color:#fff;text-decoration:none;font-weight:600">${escaped(link.label)}</a></p>
${paragraph(`<span style="font-size:13px;color:#6b6259;word-break:break-all">${escaped(link.url)}</span>`)}`
  return {
    to,
    subject,
    text: [first, ...(link ? [link.url] : []), ...rest, `--\n${foot}`].join('\n\n'),
    html: `<div style="max-width:520px;margin:0 auto;padding:24px;font:16px/1.6 system-ui,sans-serif;color:#2b2620">
<p style="margin:0 0 24px;font-weight:700;font-size:18px">${escaped(name)}</p>
${[paragraph(escaped(first!)), ...(button ? [button] : []), ...rest.map((line) => paragraph(escaped(line)))].join('\n')}
<p style="margin:32px 0 0;font-size:13px;color:#6b6259">${escaped(foot)}</p>
</div>`,
  }
}

type Words<T> = Record<Language, (house: House, about: T) => Letter>
/** A kind of mail: its words in every language, called with who gets it and what it is about. */
const mail =
  <T>(words: Words<T>) =>
  (to: string, language: Language, house: House, about: T): Mail =>
    written(to, house, words[language](house, about))

/** Asks whether an address is theirs. `url` carries the token. */
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

/** Lets somebody choose a new password. */
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

/** The answer to the same request where nobody has confirmed the address. */
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

/** Tells the owner what was changed about how they sign in; a notice, never a link that does something. */
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
/** To the address that was replaced; about the new one, shortened. */
export const emailChangedMail = notice(
  (to) => ['Your account has a new e-mail address', `Your account now belongs to ${to}. This address no longer logs in.`],
  (to) => [
    'アカウントのメールアドレスが変更されました',
    `アカウントのメールアドレスが${to}に変更されました。このアドレスではログインできなくなりました。`,
  ],
)
/** About a wallet, shortened; says what its owner can do, and by when. */
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
