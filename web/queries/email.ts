import { queryOptions, useMutation } from '@tanstack/react-query'
import type { EmailState } from '../../workers/auth/credentials.schema.ts'
import { auth, queryClient } from '../lib/api.ts'
import { ApiError } from '../lib/api-error.ts'
import { keys } from '../lib/query-keys.ts'
import { refreshViewer } from '../session/viewer.ts'
import { withPassword } from './sessions.ts'

/** Whether an e-mail address has an account. */
export const emailStateQuery = (address: string) =>
  queryOptions({
    queryKey: keys.emailStateOf(address),
    queryFn: async ({ signal }): Promise<EmailState> =>
      (await auth.verifyUserEmail.$get({ query: { email: address } }, { init: { signal } })).json(),
    // While the device is offline, the query fails at once instead of waiting: the form works without an answer.
    networkMode: 'always',
    retry: false,
  })

/** Whether an e-mail address has an account, from the cache or the server. */
export const fetchEmailState = (address: string): Promise<EmailState> => queryClient.fetchQuery(emailStateQuery(address))

/** Loads the states of addresses again if the server says that one is taken. */
export function onEmailTaken(error: Error): void {
  if (error instanceof ApiError && error.code === 'email_taken') void queryClient.invalidateQueries({ queryKey: keys.emailState })
}

/** Confirms the e-mail address of `token`; resolves with the address. A browser without the account's session needs its password. */
const confirmEmail = async (token: string, password?: string): Promise<string> =>
  (await (await auth.confirmEmail.$post({ json: { token, password } })).json()).email

/** Runs once an address is confirmed, before the query or mutation ends. */
type OnConfirmed = (email: string) => Promise<void>

/** Confirms an address by a mail's link. As a query it runs when the page opens, and again after a failure once the server answers. */
export const confirmationQuery = (attempt: number, token: string, userId: number | null, onConfirmed: OnConfirmed) =>
  queryOptions({
    queryKey: keys.confirmation(attempt, token, userId),
    queryFn: async () => {
      const email = await confirmEmail(token)
      await onConfirmed(email)
      return email
    },
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })

/** Confirms an address by a mail's link and the password of the account that added the address. */
export const useConfirmEmail = (token: string, onConfirmed: OnConfirmed) =>
  useMutation({
    networkMode: 'always',
    mutationFn: async (password: string) => onConfirmed(await confirmEmail(token, password)),
  })

/** Sends another mail with the link that confirms the address. */
export const useResendConfirmation = (onSuccess?: () => void) =>
  useMutation({ networkMode: 'always', mutationFn: () => auth.resendConfirmation.$post(), onSuccess })

/** Changes the e-mail address. With `password`, this works even if the last sign-in is too long ago. */
export const useSetEmail = (onSuccess?: () => void) =>
  useMutation({
    mutationFn: async ({ email, password }: { email: string; password?: string | undefined }) => {
      await withPassword(password, () => auth.setEmail.$post({ json: { email, ...(password !== undefined && { password }) } }))
      await refreshViewer()
    },
    onSuccess,
  })

/** Adds an e-mail address and a username to an account that has none; `onSaved` gets the address as the server stores it. */
export const useAddEmail = (onSaved: (email: string) => void) =>
  useMutation({
    networkMode: 'always',
    mutationFn: async (json: { name: string; email: string }) => (await auth.setEmail.$post({ json })).json(),
    onSuccess: (answer, { email }) => {
      onSaved(answer.email ?? email)
      void refreshViewer().catch(() => {})
    },
    onError: onEmailTaken,
  })
