import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { safeParse } from 'valibot'
import { email } from '../../../workers/auth/credentials.schema.ts'
import { queryClient } from '../../lib/api.ts'
import { keys } from '../../lib/query-keys.ts'
import { emailStateQuery } from '../../queries/email-state.ts'
import { createStore } from '../../ui/store.ts'
import type { Known } from './email-rules.ts'

/** The address as it was typed last, so that it is there when the dialog is opened again, or after a reset. */
export const typedEmail = createStore('')

/** How long a pause says that somebody has finished typing (ms). */
const PAUSE_MS = 400

/** What is known of an address while it is typed; asks the server about each valid one. */
export function useKnown(text: string): Known {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setSettled, PAUSE_MS, text)
    return () => clearTimeout(timer)
  }, [text])
  const { success, output } = safeParse(email, text)
  const { data, isError } = useQuery({ ...emailStateQuery(success ? output : ''), enabled: success && settled === text })
  return success ? (data?.email ?? (isError ? 'unknown' : 'checking')) : 'invalid'
}

/** The same for somebody who does not wait for it. */
export async function knownNow(text: string): Promise<Known> {
  const { success, output } = safeParse(email, text)
  if (!success) return 'invalid'
  return queryClient.fetchQuery(emailStateQuery(output)).then(
    ({ email: state }) => state,
    () => 'unknown',
  )
}

/** What was known of addresses is asked for again: one turned out to be in other hands. */
export const forgetKnown = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keys.emailState })
