import type { MailSender, MailText } from '../shared/render-mail.ts'

/** A mail with a link, which is shown as a button. */
export interface LinkMailText extends MailText {
  button: string
}

/** A catalog: the texts of every mail in one language. */
export interface MailTexts {
  /** Asks the recipient to confirm their address. */
  confirm: (sender: MailSender) => LinkMailText
  /** Contains the link to choose a new password. */
  reset: (sender: MailSender) => LinkMailText
  /** Sent instead of `reset` if no account has confirmed the address. */
  resetUnknown: (sender: MailSender) => LinkMailText
  passwordChanged: (sender: MailSender) => MailText
  /** Sent to the replaced address. `to` is the new address, masked. */
  emailChanged: (sender: MailSender, to: string) => MailText
  /**
   * Tells the owner that a wallet (shortened address) was added, and what to do if that is unexpected. `walletRemoved` is the same for a
   * removed wallet.
   */
  walletLinked: (sender: MailSender, wallet: string) => LinkMailText
  walletRemoved: (sender: MailSender, wallet: string) => LinkMailText
}
