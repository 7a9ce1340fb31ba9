import type { MailSender, MailTexts } from '../mail-texts.ts'

const unknownChange = ({ contact }: MailSender) =>
  `If it was you, nothing needs to be done. If not, choose a new password at once and write to ${contact}.`

const unknownWallet = ({ contact }: MailSender) =>
  `If it was you, nothing needs to be done. If not, log in with an older wallet or your password, unlink what is not yours, log out everywhere else, and write to ${contact}.`

export const en: MailTexts = {
  confirm: ({ name }) => ({
    subject: `Confirm your e-mail address for ${name}`,
    lines: [
      `Somebody, hopefully you, gave this address for an account at ${name}. Open this link within three days to confirm that it is yours. Where you are not logged in to that account, you will be asked for its password.`,
      'If it was not you, do nothing: without you the address does not become theirs, and you can still register with it.',
    ],
    button: 'Confirm the address',
  }),
  reset: ({ name }) => ({
    subject: `Choose a new password for ${name}`,
    lines: [
      `Somebody, hopefully you, asked for a new password for your account at ${name}. Open this link within an hour to choose one. You will be logged out on all devices.`,
      'If it was not you, do nothing: your password stays as it is.',
    ],
    button: 'Choose a new password',
  }),
  resetUnknown: ({ name }) => ({
    subject: `No account at ${name} with this address`,
    lines: [
      `Somebody, hopefully you, asked for a new password at ${name}, but no account has confirmed this e-mail address.`,
      'If you registered with it and never opened the link in our mail, simply register again: the address is free. If you log in with a wallet, no password is needed.',
      'If it was not you, do nothing.',
    ],
    button: `Open ${name}`,
  }),
  passwordChanged: (sender) => ({
    subject: 'Your password was changed',
    lines: ['The password of your account was changed, and every other device was logged out.', unknownChange(sender)],
  }),
  emailChanged: (sender, to) => ({
    subject: 'Your account has a new e-mail address',
    lines: [`Your account now belongs to ${to}. This address no longer logs in.`, unknownChange(sender)],
  }),
  walletLinked: (sender, wallet) => ({
    subject: 'A wallet was added to your account',
    lines: [
      `The wallet ${wallet} was added to your account and can log in to it. For 72 hours it cannot unlink other wallets or change your e-mail address or password, and it does not replace the wallet you are paid to.`,
      unknownWallet(sender),
    ],
    button: 'Open the settings',
  }),
  walletRemoved: (sender, wallet) => ({
    subject: 'A wallet was removed from your account',
    lines: [`The wallet ${wallet} was removed from your account and no longer logs in to it.`, unknownWallet(sender)],
    button: 'Open the settings',
  }),
}
