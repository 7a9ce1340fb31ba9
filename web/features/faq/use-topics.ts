import type { FaqTopic } from '../../pages.ts'
import { FAQ_TOPICS } from '../../pages.ts'
import type { Question, Topic } from './faq.ts'
import { useAccount, useJobs, useReviews, useSearching } from './use-more.ts'
import { useDisputes, useOrders, useProblems } from './use-orders.ts'
import { useGas, useMoney, useNoGas, useTech, useWallets } from './use-paying.ts'
import { useSelling, useSignUp, useWhat } from './use-start.ts'

/** All topics in their sequence, in the language of the page. */
export function useTopics(): Topic[] {
  const questions: Record<FaqTopic, Question[]> = {
    what: useWhat(),
    'sign-up': useSignUp(),
    sell: useSelling(),
    gas: useGas(),
    'no-gas': useNoGas(),
    orders: useOrders(),
    problems: useProblems(),
    disputes: useDisputes(),
    'base-wallet': useWallets(),
    money: useMoney(),
    tech: useTech(),
    search: useSearching(),
    jobs: useJobs(),
    reviews: useReviews(),
    account: useAccount(),
  }
  return FAQ_TOPICS.map((id) => ({ id, questions: questions[id] }))
}
