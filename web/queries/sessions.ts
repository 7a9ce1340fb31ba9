import { queryOptions, useMutation } from '@tanstack/react-query'
import type { SessionInfo } from '../../workers/auth/sessions.schema.ts'
import { auth, queryClient } from '../lib/api.ts'
import { needsFreshSignIn } from '../lib/api-error.ts'
import { locale } from '../lib/i18n.ts'
import { keys } from '../lib/query-keys.ts'
import { refreshViewer, trackRenewal } from '../session/viewer.ts'

/** The sessions of the viewer's account. */
export const sessionsQuery = queryOptions({
  queryKey: keys.sessions,
  queryFn: async ({ signal }): Promise<SessionInfo[]> => (await (await auth.getSessions.$get({}, { init: { signal } })).json()).sessions,
  staleTime: 0,
})

/** Loads the viewer and the sessions again, after this browser got a new session. */
export const refreshSession = (): Promise<unknown> =>
  Promise.all([refreshViewer(), queryClient.invalidateQueries({ queryKey: keys.sessions })])

/** Loads the viewer again, as a mutation: with its error, and without waiting until the device is online. */
export const useRefreshViewer = () => useMutation({ networkMode: 'always', mutationFn: refreshViewer })

export type EmailAction = 'logIn' | 'signUp'

interface EmailSignIn {
  email: string
  password: string
  /** The action, or a function that finds it out while the mutation is pending. */
  action: EmailAction | (() => Promise<EmailAction>)
}

/** Logs in or signs up by e-mail and password; resolves with the action that was taken. */
export const useEmailSignIn = (options: { onSuccess: (action: EmailAction) => void; onError: (error: Error) => void }) =>
  useMutation({
    networkMode: 'always',
    mutationFn: async ({ email, password, action }: EmailSignIn) => {
      const chosen = typeof action === 'string' ? action : await action()
      if (chosen === 'signUp') await auth.register.$post({ json: { email, password, language: locale() } })
      else await auth.login.$post({ json: { email, password } })
      return chosen
    },
    ...options,
  })

const signInAgain = (password: string) => trackRenewal(auth.signInAgain.$post({ json: { password } }))

/** Renews the session by password, then runs `onConfirmed`. An error of either is the mutation's error. */
export const useSignInAgain = (onConfirmed: () => Promise<unknown>) =>
  useMutation({
    networkMode: 'always',
    mutationFn: async (password: string) => {
      await signInAgain(password)
      await onConfirmed()
    },
  })

/** Runs a call. If it needs a fresh sign-in and `password` is given, signs in with the password and runs the call again. */
export async function withPassword<T>(password: string | undefined, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!password || !needsFreshSignIn(error)) throw error
    await signInAgain(password)
    return call()
  }
}

/** Ends another session, or all others. */
export const useEndSession = (onSuccess: () => void) =>
  useMutation({
    mutationFn: async (id: string) => {
      await auth.endSession.$post({ json: { id } })
      await queryClient.refetchQueries({ queryKey: keys.sessions })
    },
    onSuccess,
  })

/** Ends this session, then leaves the page by `leave`, so that another account gets a page without data of this one. */
export const useLeaveAccount = (leave: () => void) =>
  useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      await auth.logout.$post()
      leave()
    },
  })
