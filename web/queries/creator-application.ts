import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContactRequest, MyApplication, NameAnswer } from '../../workers/creators/applications.schema.ts'
import { creators } from '../lib/creators-api.ts'
import { keys } from '../lib/query-keys.ts'

/** The viewer's application to become a creator. */
export const creatorApplicationQuery = queryOptions({
  queryKey: keys.creatorApplication,
  queryFn: async ({ signal }): Promise<MyApplication> => (await creators.getMyApplication.$get({}, { init: { signal } })).json(),
})

/** Whether the viewer can have a name of a creator. `userId` is 0 for a guest, for whom their own username counts as taken. */
export const creatorNameQuery = (name: string, userId: number) =>
  queryOptions({
    queryKey: keys.creatorName(name, userId),
    queryFn: async ({ signal }): Promise<NameAnswer> =>
      (await creators.checkCreatorName.$get({ query: { name } }, { init: { signal } })).json(),
    // While the device is offline, the query fails at once instead of waiting: the form works without an answer.
    networkMode: 'always',
    retry: false,
  })

/**
 * Runs a call that changes the application, then loads the application again, also after a failure, whose reason may be that it has changed.
 * `onDone` runs after that: what called it may then no longer be on the page.
 */
function useApplicationCall<Body>(call: (body: Body) => Promise<unknown>, onDone: () => void) {
  const cache = useQueryClient()
  const reload = () => {
    // The name is taken or free now.
    void cache.invalidateQueries({ queryKey: keys.creatorNames })
    return cache.invalidateQueries({ queryKey: keys.creatorApplication })
  }
  return useMutation({ mutationFn: call, onSuccess: () => reload().then(onDone), onError: () => void reload() })
}

/** Applies to become a creator. */
export const useContact = (onDone: () => void) =>
  useApplicationCall((json: ContactRequest) => creators.contact.$post({ json: json }), onDone)

/** Answers a question about the application. `question` is its place in the list, beginning with 0. */
export const useAnswerQuestion = (onDone: () => void) =>
  useApplicationCall((json: { question: number; answer: string }) => creators.answerApplicationQuestion.$post({ json }), onDone)

/** Deletes the open application. */
export const useWithdrawApplication = (onDone: () => void) =>
  useApplicationCall((_: undefined) => creators.withdrawApplication.$post({ json: {} }), onDone)
