import { useLingui } from '@lingui/react/macro'
import { CV_MB, DAILY_CARROTS, IDLE_DAYS, MAIL_MINUTES, PAY_HOURS, REVIEW_DAYS, REVIEW_TEXT_DAYS, SESSION_DAYS } from '../../lib/figures.ts'
import type { Question } from './faq.ts'
import { FOLLOWING_LINK, NEWS_LINK, PRIVACY_LINK, SAVED_LINK, SETTINGS_LINK, TRENDING_LINK } from './links.ts'

/** Questions and answers about finding, jobs, events, reviews and the account. Every sentence must be true of the product. */

/** Questions about searching. */
export function useSearching(): Question[] {
  const { t } = useLingui()
  return [
    {
      id: 'search',
      question: t`How do I find something?`,
      answer: [
        t`Type in the search at the top. It finds services, jobs, events and people, also in Japanese, Chinese and Korean. It knows words with the same meaning in English and Japanese, such as “logo” and ロゴ, and corrects small typing mistakes.`,
      ],
    },
    {
      id: 'filters',
      question: t`Can I narrow down the results?`,
      answer: [
        t`Yes, by kind, category, place, price, delivery time, rating, language and age; jobs also by contract and salary, events by date. Local results can be shown on a map. The filters are part of the address of the page, so you can bookmark or share a search. Every category also has a page of its own.`,
      ],
    },
    {
      id: 'ranking',
      question: t`What decides the sequence of the results?`,
      answer: [
        t`Where your words are (the title counts most), reviews of paid orders, how many orders were completed and how soon the seller answers them, how new a listing is, and whether you read its language. Nobody can pay for a better position.`,
      ],
    },
    {
      id: 'save-listing',
      question: t`How do I save a listing?`,
      answer: [
        t`Press the heart on it. You find it under [Saved](${SAVED_LINK}), where you can sort your listings into lists. A list is visible to its owner only, unless they share it by a link.`,
      ],
    },
    {
      id: 'feeds',
      question: t`What are News Feeds, Trending and Following?`,
      answer: [
        t`[News Feeds](${NEWS_LINK}) shows the newest listings, [Trending](${TRENDING_LINK}) those that most people ordered or saved in the last seven days, and [Following](${FOLLOWING_LINK}) those of the people you follow.`,
      ],
    },
  ]
}

/** Questions about jobs and events. */
export function useJobs(): Question[] {
  const { t } = useLingui()
  return [
    {
      id: 'jobs',
      question: t`How do jobs and events work?`,
      answer: [
        t`You apply for a job, or request to join an event, with a message; for a job you can add a CV of up to ${CV_MB} MB. Only you and the person you apply to can read it. You can change it until it is answered, and withdraw it at any time, unless a place is already paid.`,
        t`If an event is full, you join the waiting list in the sequence of the requests.`,
      ],
    },
    {
      id: 'bids',
      question: t`What is a bid?`,
      answer: [
        t`Some jobs take bids. A bid names a price, delivery days and one of your services. If the employer accepts it, price and days are fixed. The employer then orders it and pays into escrow, like any other order.`,
      ],
    },
    {
      id: 'paid-events',
      question: t`How do I pay for an event?`,
      answer: [
        t`A place at a paid event counts as an order. When the host accepts your request, you have ${PAY_HOURS} hours to pay the price that applied then; after that your place goes to the next person. A location or link that the event hides is shown once the host has accepted your order. The host delivers once the event is over. If the host declines the order before that, you get a full refund.`,
      ],
    },
  ]
}

/** Questions about reviews. */
export function useReviews(): Question[] {
  const { t } = useLingui()
  return [
    {
      id: 'reviews',
      question: t`Who can write a review?`,
      answer: [
        t`The buyer and the seller of a completed order, once each. Cancelled and declined orders cannot be reviewed, nor can payments without a matching quote. So every review belongs to a real payment.`,
      ],
    },
    {
      id: 'review-time',
      question: t`When does a review become visible?`,
      answer: [
        t`When both of you have written one, or ${REVIEW_DAYS} days after the end of the order. So nobody can answer a review with a bad one. Until then you can change everything; afterwards the text for ${REVIEW_TEXT_DAYS} days, and the stars no more.`,
      ],
    },
    {
      id: 'review-problem',
      question: t`What can I do about a review?`,
      answer: [
        t`You can answer it once; your answer is shown below it. If it breaks the rules, report it. The team then hides it or dismisses the report, and records the decision. A hidden review no longer counts.`,
      ],
    },
  ]
}

/** Questions about the account. */
export function useAccount(): Question[] {
  const { t } = useLingui()
  return [
    {
      id: 'account',
      question: t`How do I manage my account?`,
      answer: [
        t`In the [settings](${SETTINGS_LINK}): ways to log in, wallets, language, notifications, and every browser in which you are logged in. A browser that you do not use for ${IDLE_DAYS} days is logged out; otherwise after ${SESSION_DAYS} days.`,
      ],
    },
    {
      id: 'notifications',
      question: t`How am I notified?`,
      answer: [
        t`At the bell in the app, by e-mail, and on your devices if you turn that on there. E-mails and devices get only what you have not read: devices after a few seconds, e-mails after ${MAIL_MINUTES} minutes. For each topic you choose the ways, and there are quiet hours. E-mails need a confirmed address.`,
      ],
    },
    {
      id: 'carrots',
      question: t`What are carrots?`,
      answer: [
        t`Points that say thank you for coming back. You can claim ${DAILY_CARROTS} a day; the day begins at midnight UTC. They have no monetary value.`,
      ],
    },
    {
      id: 'my-data',
      question: t`Which data do you store about me?`,
      answer: [
        t`[Privacy](${PRIVACY_LINK}) lists it all. In the [settings](${SETTINGS_LINK}) you can download your data as one file at any time.`,
      ],
    },
    {
      id: 'delete',
      question: t`How do I delete my account?`,
      answer: [
        t`In the [settings](${SETTINGS_LINK}), once none of your orders is open: the other party relies on you, and money may be in escrow. Before you confirm, you see what is deleted and what is kept. What is on the blockchain stays there.`,
      ],
    },
  ]
}
