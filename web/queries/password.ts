import { useMutation } from '@tanstack/react-query'
import { auth } from '../lib/api.ts'
import { trackRenewal } from '../session/viewer.ts'
import { refreshSession, withPassword } from './sessions.ts'

/** Changes the password, or sets the first one (without `current`). All other sessions end. */
export const useChangePassword = (onSuccess: () => void) =>
  useMutation({
    mutationFn: async ({ password, current }: { password: string; current?: string | undefined }) => {
      const json = { password, ...(current !== undefined && { current }) }
      await withPassword(current, () => trackRenewal(auth.changePassword.$post({ json })))
      await refreshSession()
    },
    onSuccess,
  })

/** Asks for a mail with a link to choose a new password. The answer is the same whether or not the address has an account. */
export const useRequestPasswordReset = (email: string) =>
  useMutation({ networkMode: 'always', mutationFn: () => auth.requestPasswordReset.$post({ json: { email } }) })

/** Sets a new password by a mail's link; resolves with the account's address. */
export const useResetPassword = (
  token: string,
  options: { onSuccess: (answer: { email: string | null }) => Promise<void>; onError: (error: Error) => void },
) =>
  useMutation({
    networkMode: 'always',
    mutationFn: async (password: string) => (await auth.resetPassword.$post({ json: { token, password } })).json(),
    ...options,
  })
