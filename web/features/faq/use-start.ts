import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { brand } from '../../brand.ts'
import {
  CONFIRM_DAYS,
  FRESH_MINUTES,
  IMAGE_MB,
  MAX_MEDIA,
  MAX_ORDER_HOURS,
  MAX_PLANS,
  MAX_WALLETS,
  MIN_PASSWORD_LENGTH,
  MIN_PRICE_USD,
  NEW_METHOD_HOURS,
  RELEASE_DAYS,
  RESET_HOURS,
  VIDEO_GB,
} from '../../lib/figures.ts'
import { formatNumber, formatUsd } from '../../lib/format.ts'
import type { Question } from './faq.ts'
import { FEE_LINK, MAIL_LINK, SETTINGS_LINK, TERMS_LINK } from './links.ts'

/** Questions and answers about the product, signing up and selling. Every sentence must be true of the product. */

/** Questions about what the product is. */
export function useWhat(): Question[] {
  const { t } = useLingui()
  return [
    {
      id: 'what',
      question: t`What is ${brand.name}?`,
      answer: [
        t`A marketplace for people who work and create. Sellers offer services at a fixed price or by the hour; buyers order, talk to them and pay in USDC, USDT or ETH on the Base network.`,
        t`The payment waits in an escrow contract until the work is done. Employers post jobs that people apply for or bid on, and hosts post events that people request to join.`,
      ],
    },
    {
      id: 'cost',
      question: t`What does it cost?`,
      answer: [
        t`Signing up, posting, searching, applying and writing messages are free. When a seller is paid, our fee is taken from what they receive. The buyer pays the agreed price and nothing more to us.`,
        t`The Base network also charges a small fee for every transaction, usually a few cents.`,
        t`[How high is our fee?](${FEE_LINK})`,
      ],
    },
    {
      id: 'languages',
      question: t`In which languages can I use it?`,
      answer: [
        t`The pages and our e-mails are in English and Japanese. Choose the language at the top of the page or in the settings. Listings and messages stay in the language they were written in, and everybody can filter a search by language.`,
      ],
    },
    {
      id: 'help',
      question: t`How do I reach you?`,
      answer: [
        t`Write to [${brand.contact}](${MAIL_LINK}). If an error message shows an error ID, please include it. We never ask for your password or the keys of your wallet.`,
      ],
    },
  ]
}

/** Questions about signing up. */
export function useSignUp(): Question[] {
  const { t } = useLingui()
  const RESET_TIME = t`${plural(RESET_HOURS, { one: '# hour', other: '# hours' })}`
  return [
    {
      id: 'sign-up',
      question: t`How do I sign up?`,
      answer: [
        t`Press “Log in” and choose how. With a wallet you sign one short message: it costs nothing, moves no money, and there is no password. With an e-mail address you choose a password, and open the link in the e-mail we send you.`,
        t`The first time, you read and accept [eight short rules](${TERMS_LINK}); then you can create your profile. To publish a service or a paid event, and to pay, you need a wallet; you link it in the settings, or when it is needed.`,
      ],
    },
    {
      id: 'email-account',
      question: t`Can I use it with an e-mail address only?`,
      answer: [
        t`Yes, except for payments. Without a wallet you can post jobs and free events, apply, write messages and get notifications. The password has at least ${MIN_PASSWORD_LENGTH} characters, and we refuse passwords that are often used or known from leaks.`,
        t`The link that confirms your address works for ${CONFIRM_DAYS} days. Until you have opened it, we send no notifications and no new password to that address.`,
      ],
    },
    {
      id: 'password',
      question: t`I forgot my password. What now?`,
      answer: [
        t`Press “Forgot your password?” where you log in. If the address is confirmed, you get an e-mail with a link to choose a new one. The link works once, for ${RESET_TIME}. After that, all other browsers are logged out.`,
      ],
    },
    {
      id: 'ways',
      question: t`Can I log in in several ways?`,
      answer: [
        t`Yes. In the [settings](${SETTINGS_LINK}) you can link up to ${MAX_WALLETS} wallets and add an e-mail address. If you logged in more than ${FRESH_MINUTES} minutes ago, we ask you to confirm such a change with your wallet or password.`,
        t`A new wallet or address counts as new for ${NEW_METHOD_HOURS} hours. Until then it cannot remove your other ways to log in, and a wallet that you add later cannot be paid. So somebody who finds your browser open cannot take over your account.`,
      ],
    },
  ]
}

/** Questions about selling. */
export function useSelling(): Question[] {
  const { t } = useLingui()
  const minPrice = formatUsd(MIN_PRICE_USD * 1_000_000)
  return [
    {
      id: 'sell',
      question: t`How do I offer a service?`,
      answer: [
        t`Log in and press “Post a service”. Add a title, pictures, a description and up to ${MAX_PLANS} plans, each with a price (${minPrice} or more) and delivery days. Posting is free; the fee is due only when an order is completed.`,
        t`What you type is saved as a draft on your device until you publish it. If you only type a title, we can propose a text, which you can change or remove.`,
      ],
    },
    {
      id: 'hourly',
      question: t`Can I charge by the hour?`,
      answer: [
        t`Yes, for each plan. The buyer chooses the number of hours, up to ${formatNumber(MAX_ORDER_HOURS)}, and pays for them in advance into escrow.`,
      ],
    },
    {
      id: 'media',
      question: t`Which pictures and videos can I add?`,
      answer: [
        t`Up to ${MAX_MEDIA} for each listing: pictures of up to ${IMAGE_MB} MB and videos of up to ${VIDEO_GB} GB. We show copies of your pictures without camera data such as the location. Videos are shown as you upload them; MP4 and WebM play in every current browser.`,
      ],
    },
    {
      id: 'revisions',
      question: t`What are revisions?`,
      answer: [
        t`How many times the buyer may request changes after a delivery. You choose the number for each plan. What was agreed when the order was paid applies, even if you change the plan later.`,
      ],
    },
    {
      id: 'hide',
      question: t`Can I hide or delete a listing?`,
      answer: [
        t`Yes, at any time, under “My listings”. Nobody but you sees a hidden listing. Orders that exist continue as agreed, because title, price, days and description were fixed when they were paid.`,
      ],
    },
    {
      id: 'paid-when',
      question: t`When am I paid?`,
      answer: [
        t`At once when the buyer releases the payment. If they neither release it nor open a dispute, anyone, including you, may release it once ${RELEASE_DAYS} days have passed after your delivery. The payment goes straight to your wallet, minus the fee.`,
      ],
    },
  ]
}
