import { brand } from '../../brand.ts'
import type { PageTexts } from '../page-texts.ts'

export const en: PageTexts = {
  home: {
    title: 'Good work finds its people',
    description: 'Hire, get hired, meet up. Payment waits in escrow on Base until the work is done, and you see the fee before you pay.',
  },
  news: {
    title: 'News Feeds',
    description: 'What was posted last, newest first: work and the people who do it.',
  },
  trending: {
    title: 'Trending',
    description: 'Most ordered this week, then newest.',
  },
  faq: {
    title: 'Questions and answers',
    description: 'How ordering, escrow, fees and network costs work, in plain words.',
  },
  privacy: {
    title: 'Privacy',
    description: 'What we keep, what others see, and what stays in your browser. We sell nothing.',
  },
  terms: {
    title: 'Terms and conditions',
    description: 'Eight plain rules for buying and selling here.',
  },
  about: {
    title: `About ${brand.name}`,
    description: 'A marketplace for people who work and create, paid through an escrow contract on Base.',
  },
  notice: {
    title: 'Notice under the Specified Commercial Transactions Act',
    description: 'Seller, prices, payment, delivery and refunds.',
  },
  confirm: {
    title: 'Confirm your e-mail address',
    description: 'Where the link in our mail leads: it confirms that the address is yours.',
  },
  reset: {
    title: 'Choose a new password',
    description: 'For whoever cannot log in any more: ask for a link, and choose a new password with it.',
  },
  lost: {
    title: 'Nothing here',
    description: 'This page does not exist, or no longer does.',
  },
}
