import { useQuery } from '@tanstack/react-query'
import { safeParse } from 'valibot'
import { creatorName, type NameAnswer } from '../../../workers/creators/applications.schema.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { creatorNameQuery } from '../../queries/creator-application.ts'

/** The server is asked about a name once it has not changed for this time (ms). */
const PAUSE_MS = 400

interface NameState {
  /** Why the viewer cannot have the name, as far as it is known. */
  reason: NameAnswer['reason']
  /** Whether the server has said that the viewer can have it. */
  isFree: boolean
  isChecking: boolean
  /** Why the server did not answer; null if it did. */
  error: Error | null
}

/** Whether the viewer can have a name, while it is typed. The answers have their name as key, so a late one is not shown for another name. */
export function useCreatorName(text: string, userId: number): NameState {
  const settled = useSettled(text, PAUSE_MS)
  const { success, output } = safeParse(creatorName, text)
  const { data, error } = useQuery({ ...creatorNameQuery(success ? output : '', userId), enabled: success && settled === text })
  if (!success) return { reason: 'invalid', isFree: false, isChecking: false, error: null }
  return { reason: data?.reason ?? null, isFree: data?.available ?? false, isChecking: !data && !error, error: data ? null : error }
}
