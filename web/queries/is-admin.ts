import { queryOptions } from '@tanstack/react-query'
import { orders } from '../lib/api.ts'
import { config } from '../lib/page-data.ts'
import { keys } from '../lib/query-keys.ts'

/** The selector of the OrderBook's `hasAdmin(address)`. */
const HAS_ADMIN = '0x35950fed'

/** The proxy of the chain accepts this many requests at once. */
const MAX_BATCH = 20

const YES = /^0x0{63}1$/

/**
 * Whether one of the linked wallets is an admin of the OrderBook, asked once per visit. Only to show a link: the server checks the wallet on
 * every call. Written without the library that reads the chain, which would be a large download for a menu.
 */
export const isAdminQuery = (accounts: readonly string[]) =>
  queryOptions({
    queryKey: keys.isAdmin(accounts),
    queryFn: async (): Promise<boolean> => {
      const json = accounts.slice(0, MAX_BATCH).map((account, id) => ({
        id,
        method: 'eth_call',
        params: [{ to: config().orderBook, data: HAS_ADMIN + account.slice(2).toLowerCase().padStart(64, '0') }, 'latest'],
      }))
      const answers = (await (await orders.rpc.$post({ json })).json()) as { result?: string }[]
      return answers.some(({ result }) => YES.test(result ?? ''))
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
