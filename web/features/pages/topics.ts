/** Sections of /faq/, in their order; each has an address of its own. The edge knows them too: others are real 404s. */
export const TOPICS = [
  'what',
  'sign-up',
  'sell',
  'gas',
  'no-gas',
  'orders',
  'problems',
  'disputes',
  'base-wallet',
  'money',
  'tech',
] as const
export type Topic = (typeof TOPICS)[number]
