import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApplicationFilter, ApplicationPage } from '../../workers/creators/applications.schema.ts'
import type { CREATOR_SORTS, CreatorPage, FoundCreator } from '../../workers/creators/creators.schema.ts'
import { queryClient } from '../lib/api.ts'
import { creators } from '../lib/creators-api.ts'
import { keys } from '../lib/query-keys.ts'

/** What admins of the Platform contract do with applications and creators. The server checks the wallet on every call. */

/** How often to poll (ms). Admins get no pushes about the applications of others. */
const POLL_MS = 60_000

/** The applications in a state. */
export const receivedApplicationsQuery = (state: ApplicationFilter) =>
  infiniteQueryOptions({
    queryKey: keys.receivedApplicationsOf(state),
    queryFn: async ({ pageParam, signal }): Promise<ApplicationPage> =>
      (await creators.getCreatorApplications.$get({ query: { state, cursor: pageParam ?? undefined } }, { init: { signal } })).json(),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    refetchInterval: POLL_MS,
    retry: false,
  })

/** Which creators to list, and in which order. */
export interface CreatorFilter {
  text: string
  sort: (typeof CREATOR_SORTS)[number]
  order: 'asc' | 'desc'
}

/** The creators, also the removed ones. */
export const creatorsQuery = (filter: CreatorFilter) =>
  infiniteQueryOptions({
    queryKey: keys.creatorList(filter),
    queryFn: async ({ pageParam, signal }): Promise<CreatorPage> =>
      (await creators.getCreators.$get({ query: { ...filter, cursor: pageParam ?? undefined } }, { init: { signal } })).json(),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: (before) => before,
    retry: false,
  })

/** What is known about a wallet, also by the chain. */
export const foundCreatorQuery = (address: string) =>
  queryOptions({
    queryKey: keys.foundCreator(address),
    queryFn: async ({ signal }): Promise<FoundCreator> =>
      (await creators.findCreator.$get({ query: { address } }, { init: { signal } })).json(),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/**
 * Loads what a change of a contract may have changed: applications, creators, settings and the audit log. A first load that is under way may
 * answer what was before the change, and would not be repeated, so it is cancelled.
 */
export const refreshPanel = (): Promise<unknown> =>
  Promise.all(
    [keys.receivedApplications, keys.creatorLists, keys.foundCreators, keys.contractSettings, keys.auditLogs, keys.panel].map(
      async (queryKey) => {
        await queryClient.cancelQueries({ queryKey })
        await queryClient.invalidateQueries({ queryKey })
      },
    ),
  )

/** Asks an applicant a question, or refuses the application. The lists are loaded again also after a failure, which may come from a change. */
export function useAnswerApplication() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (json: { id: string; action: 'ask' | 'refuse'; text: string }) => creators.answerCreatorApplication.$post({ json }),
    onSettled: () => {
      for (const queryKey of [keys.receivedApplications, keys.panel]) void client.invalidateQueries({ queryKey })
    },
  })
}

/** Shows a creator on the home page, or no longer. */
export function useTogglePromoted() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (json: { id: number; value: boolean }) => creators.togglePromoted.$post({ json }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.creatorLists }),
  })
}

/** Lets a creator sell in the shop, or no longer. */
export function useToggleShop() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (json: { id: number; value: boolean }) => creators.toggleShop.$post({ json }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.creatorLists }),
  })
}

/**
 * A change of a contract, to report to the server. `removeWallet` removes a wallet that only the contract knows as a creator; `setting` is any
 * other change of a setting.
 */
export interface ReportedChange {
  kind: 'grant' | 'restore' | 'remove' | 'removeWallet' | 'setting'
  /** The wallet of the creator; the address of the contract for a setting. */
  address: string
  /** 0 if it concerns no member. */
  userId: number
  /** The id of the application that is granted; '' for the other kinds. */
  application: string
}

/** Reports the transaction of a change. Doing it again changes nothing. */
export async function reportChange({ kind, address, userId, application }: ReportedChange, transactionHash: string): Promise<void> {
  if (kind === 'removeWallet' || kind === 'setting') await creators.recordSettings.$post({ json: { transactionHash } })
  else if (kind === 'remove') await creators.removeCreator.$post({ json: { user_id: userId, transactionHash } })
  else await creators.enableCreator.$post({ json: { address, application: application || null, transactionHash } })
}
