import { useQuery } from '@tanstack/react-query'
import { safeParse } from 'valibot'
import { email } from '../../../workers/auth/credentials.schema.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { emailStateQuery, fetchEmailState } from '../../queries/email.ts'
import { createStore } from '../../ui/store.ts'
import type { AddressState } from './email-actions.ts'

/** The address typed last. It is shown again when the dialog opens the next time, and after a password reset. */
export const typedEmail = createStore('')

/** The server is asked about an address once it has not changed for this time (ms). */
const PAUSE_MS = 400

/** The state of an address while it is typed; asks the server about each valid one. */
export function useAddressState(text: string): AddressState {
  const settled = useSettled(text, PAUSE_MS)
  const { success, output } = safeParse(email, text)
  const { data, isError } = useQuery({ ...emailStateQuery(success ? output : ''), enabled: success && settled === text })
  return success ? (data?.email ?? (isError ? 'unknown' : 'checking')) : 'invalid'
}

/** Asks the server for the state of an address, without the pause. */
export async function fetchAddressState(text: string): Promise<AddressState> {
  const { success, output } = safeParse(email, text)
  if (!success) return 'invalid'
  return fetchEmailState(output).then(
    ({ email: state }) => state,
    () => 'unknown',
  )
}
