import { brand } from '../../brand.ts'
import type { PageTexts } from '../page-texts.ts'

export const en: PageTexts = {
  home: {
    title: 'Good work finds its people',
    description: 'Hire, get hired, meet up. Payment waits in escrow on Base until the work is done, and you see the fee before you pay.',
  },
  services: {
    title: 'Services',
    description:
      'Freelance work and local services with fixed prices, from logos to lessons. Payment waits in escrow until you release it.',
  },
  jobs: {
    title: 'Jobs',
    description: 'Contracts and full-time jobs, remote or on site. Apply with a message, or bid with one of your services.',
  },
  events: {
    title: 'Events',
    description: 'Meetups, workshops and exhibitions, online and in person. Request a place, and pay only once the host admits you.',
  },
  picture: {
    kinds: { services: 'Service', jobs: 'Job', events: 'Event' },
    price: (price, isHourly, isCheapest) => `${isCheapest ? 'from ' : ''}${price}${isHourly ? ' / hour' : ''}`,
    free: 'Free',
    pay: {
      hour: (sum) => `${sum} an hour`,
      day: (sum) => `${sum} a day`,
      week: (sum) => `${sum} a week`,
      month: (sum) => `${sum} a month`,
      year: (sum) => `${sum} a year`,
      project: (sum) => `${sum} for the project`,
    },
    bidsFrom: (price) => `Bids from ${price}`,
    contracts: { CONTRACT: 'Contract', FULLTIME: 'Full-time' },
    remote: 'Remote',
    online: 'Online',
  },
  results: (text) => ({ title: `“${text}”`, description: `Services, jobs, events and people on ${brand.name} for “${text}”.` }),
  describePerson: (name) => `Services, jobs, events and reviews of ${name} on ${brand.name}.`,
  describeCreator: (title) => `The page of ${title} on ${brand.name}.`,
  welcome: {
    title: 'Our mission',
    description: 'Good work, paid fairly: payments that wait safely in escrow, an end to every order, and costs that you know.',
  },
  news: {
    title: 'News Feeds',
    description: `New services, jobs, events and posts of creators on ${brand.name}, newest first.`,
  },
  trending: {
    title: 'Trending',
    description: 'What most people ordered or saved in the last seven days, then what is new.',
  },
  following: {
    title: 'Following',
    description: `Listings and posts on ${brand.name} of the people you follow, newest first.`,
  },
  sharedList: {
    title: 'Saved',
    description: `A list of services, jobs and events on ${brand.name}.`,
  },
  faq: {
    title: 'Questions and answers',
    description: 'How orders, escrow, our fee and network fees work.',
  },
  privacy: {
    title: 'Privacy',
    description: 'What we store, what others see, and what stays in your browser. We do not sell data.',
  },
  terms: {
    title: 'Terms and conditions',
    description: 'Eight short rules for buying and selling here.',
  },
  about: {
    title: `About ${brand.name}`,
    description: 'A marketplace for people who work and create, paid through an escrow contract on Base.',
  },
  notice: {
    title: 'Notice under the Specified Commercial Transactions Act',
    description: 'Seller, prices, payment, delivery and refunds.',
  },
  creatorSignUp: {
    title: 'Become a creator',
    description: `Apply for a page of your own on ${brand.name}. Our team reads every application.`,
  },
  offline: {
    title: 'No connection',
    description: 'The page opens when the connection is back.',
  },
  confirm: {
    title: 'Confirm your e-mail address',
    description: 'Open the link in our e-mail to confirm that the address is yours.',
  },
  reset: {
    title: 'Choose a new password',
    description: 'If you cannot log in, request a link and choose a new password.',
  },
  categoryLeads: {
    services: 'Compare prices and delivery times. Your payment waits in escrow until the work is done.',
    jobs: 'Full-time and contract work. Apply with a message, or bid with your own price.',
    events: 'See when and where, and request to join.',
  },
  lost: {
    title: 'Page not found',
    description: 'This page does not exist, or it was removed.',
  },
}
