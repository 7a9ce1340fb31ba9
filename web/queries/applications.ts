import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Application, ApplicationDraft, ApplicationPage } from '../../workers/listings/applications.schema.ts'
import type { ListingCard } from '../../workers/listings/listings.schema.ts'
import { listings } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** What is applied to. */
export interface Target {
  listType: 'jobs' | 'events'
  id: number
}

/**
 * Applications, newest first: to one's own job or event, or without a target those one sent oneself. Those that wait alone come in the
 * order in which they were sent.
 */
export const applicationsQuery = (target?: Target, state?: 'waiting' | 'answered') =>
  infiniteQueryOptions({
    queryKey: keys.applicationsOf(target, state),
    queryFn: async ({ pageParam, signal }): Promise<ApplicationPage> => {
      const which = target?.listType === 'events' ? 'eventId' : 'jobId'
      const query = { [which]: target?.id.toString(), state, cursor: pageParam ?? undefined }
      return (await listings.getApplications.$get({ query }, { init: { signal } })).json()
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })

/** The services one may bid with: the newest page of them. */
export const ownServicesQuery = (userId: number) =>
  queryOptions({
    queryKey: keys.servicesToBidWith(userId),
    queryFn: async ({ signal }): Promise<ListingCard[]> => {
      const query = { type: 'SERVICES', userId: String(userId), enabled: 'true' } as const
      return (await (await listings.query.$get({ query }, { init: { signal } })).json()).services
    },
  })

/** Runs a call that changes an application; whatever shows it is asked for anew. */
function useChange<Body>(call: (body: Body) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSettled: () => {
      for (const queryKey of [keys.applications, keys.listings]) void client.invalidateQueries({ queryKey })
    },
  })
}

/** Applies, or changes what was sent. */
export const useSubmit = () => useChange((json: ApplicationDraft) => listings.submitApplication.$post({ json }))

/** Accepts or declines, with a word or without. */
export const useAnswer = () =>
  useChange((json: { id: string; accept: boolean; message: string }) => listings.answerApplication.$post({ json }))

export const useWithdraw = () => useChange(({ id }: Application) => listings.withdrawApplication.$post({ json: { id } }))
