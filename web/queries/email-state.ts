import { queryOptions } from '@tanstack/react-query'
import type { EmailState } from '../../workers/auth/credentials.schema.ts'
import { auth } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'

/** Whether there is an account for an e-mail address. */
export const emailStateQuery = (address: string) =>
  queryOptions({
    queryKey: keys.emailStateOf(address),
    queryFn: async ({ signal }): Promise<EmailState> =>
      (await auth.verifyUserEmail.$get({ query: { email: address } }, { init: { signal } })).json(),
    // Without an answer the form goes on as well, so it neither waits for a network nor asks again.
    networkMode: 'always',
    retry: false,
  })
