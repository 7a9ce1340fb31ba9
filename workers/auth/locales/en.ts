import type { MailSender } from '../../shared/render-mail.ts'
import type { MailTexts } from '../mail-texts.ts'

const unknownChange = ({ contact }: MailSender) =>
  `If it was you, nothing needs to be done. If not, choose a new password at once and write to ${contact}.`

const unknownWallet = ({ contact }: MailSender) =>
  `If it was you, nothing needs to be done. If not, log in with an older wallet or your password, unlink any wallet that is not yours, log out everywhere else, and write to ${contact}.`

export const en: MailTexts = {
  confirm: ({ name }) => ({
    subject: `Confirm your e-mail address for ${name}`,
    lines: [
      `This address was entered for an account at ${name}. If it was you, open this link within three days to confirm it. If you are not logged in to that account, you will be asked for its password.`,
      'If it was not you, do nothing: without your confirmation nobody else can use this address, and you can still register with it.',
    ],
    button: 'Confirm the address',
  }),
  reset: ({ name }) => ({
    subject: `Choose a new password for ${name}`,
    lines: [
      `A new password was requested for your account at ${name}. If it was you, open this link within an hour to choose one. You will be logged out in all browsers.`,
      'If it was not you, do nothing: your password does not change.',
    ],
    button: 'Choose a new password',
  }),
  resetUnknown: ({ name }) => ({
    subject: `No account at ${name} with this address`,
    lines: [
      `A new password was requested at ${name}, but no account has confirmed this e-mail address.`,
      'If you registered with it but did not open the link in our e-mail, you can register again. If you log in with a wallet, you need no password.',
      'If it was not you, do nothing.',
    ],
    button: `Open ${name}`,
  }),
  passwordChanged: (sender) => ({
    subject: 'Your password was changed',
    lines: ['The password of your account was changed, and every other browser was logged out.', unknownChange(sender)],
  }),
  emailChanged: (sender, to) => ({
    subject: 'Your account has a new e-mail address',
    lines: [`The e-mail address of your account is now ${to}. You can no longer log in with this address.`, unknownChange(sender)],
  }),
  walletLinked: (sender, wallet) => ({
    subject: 'A wallet was added to your account',
    lines: [
      `The wallet ${wallet} was added to your account and can log in to it. For 72 hours it cannot unlink other wallets or change your e-mail address or password, and it does not replace your payout wallet.`,
      unknownWallet(sender),
    ],
    button: 'Open the settings',
  }),
  walletRemoved: (sender, wallet) => ({
    subject: 'A wallet was removed from your account',
    lines: [`The wallet ${wallet} was removed from your account and can no longer log in to it.`, unknownWallet(sender)],
    button: 'Open the settings',
  }),
}
