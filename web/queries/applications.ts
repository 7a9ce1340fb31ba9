import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerBody, Application, ApplicationDraft, ApplicationPage } from '../../workers/listings/applications.schema.ts'
import type { ListingCard } from '../../workers/listings/listings.schema.ts'
import { listings } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** The job or event that people apply to. */
export interface Target {
  listType: 'jobs' | 'events'
  id: number
}

/**
 * Applications to the viewer's own job or event; without a target, those that the viewer sent. Newest first, but with `waiting` (pending
 * ones only) oldest first.
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

/** The services that a member may bid with or offer: the newest page of the published ones. */
export const ownServicesQuery = (userId: number) =>
  queryOptions({
    queryKey: keys.servicesToBidWith(userId),
    queryFn: async ({ signal }): Promise<ListingCard[]> => {
      const query = { type: 'SERVICES', userId: String(userId), enabled: 'true' } as const
      return (await (await listings.query.$get({ query }, { init: { signal } })).json()).services
    },
  })

/** Runs a call that changes an application, then reloads everything that shows the application. */
function useApplicationCall<Body>(call: (body: Body) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSettled: () => {
      for (const queryKey of [keys.applications, keys.listings]) void client.invalidateQueries({ queryKey })
    },
  })
}

/** Sends an application, or changes the one that was sent. */
export const useSubmit = () => useApplicationCall((json: ApplicationDraft) => listings.submitApplication.$post({ json }))

/** Accepts or declines an application, with an optional message. A bid is accepted only if it is still as the page showed it. */
export const useAnswer = () => useApplicationCall((json: AnswerBody) => listings.answerApplication.$post({ json }))

/** Withdraws an application of the viewer. */
export const useWithdraw = () => useApplicationCall(({ id }: Application) => listings.withdrawApplication.$post({ json: { id } }))
