import { queryOptions, useQuery } from '@tanstack/react-query'
import type { UserInfo } from '../../workers/auth/users.schema.ts'
import { auth, queryClient } from '../lib/api.ts'
import { isLocaleChosen, locale, setLocale } from '../lib/i18n.ts'
import { paths } from '../lib/paths.ts'
import { keys } from '../lib/query-keys.ts'

export type { UserInfo }
export type Viewer = UserInfo & { authorized: true; user_id: number }

const isViewer = (user: UserInfo): user is Viewer => user.authorized

/** Whether this page is on its way out already. */
let leaving = false

/** A call under way that gives this browser another session of the same person. */
let renewal: Promise<unknown> | null = null

/** Runs such a call. The one before ends with it, which the page may hear of sooner than it gets the new one: that is no logout. */
export function renewing<T>(call: Promise<T>): Promise<T> {
  const mine = call.finally(() => {
    if (renewal === mine) renewal = null
  })
  renewal = mine
  return mine
}

const askUser = async (): Promise<UserInfo> => (await auth.getUserInfo.$get()).json()

/** The last answer to who is looking, if there is one. */
export const knownUser = (): UserInfo | undefined => queryClient.getQueryData<UserInfo>(keys.user)

const userQuery = queryOptions({
  queryKey: keys.user,
  queryFn: async () => {
    const before = knownUser()
    const pending = renewal
    let user = await askUser()
    if (before?.user_id !== user.user_id && (pending ?? renewal)) {
      await (pending ?? renewal)?.catch(() => {})
      user = await askUser()
    }
    // Logged out elsewhere, or somebody else in another tab: nothing of the person before may stay in memory.
    if (!leaving && before?.user_id && before.user_id !== user.user_id) location.reload()
    return user
  },
  staleTime: 5 * 60_000,
})

/** Who is looking: undefined while it is not known, null for a guest. */
export function useViewer(): Viewer | null | undefined {
  const { data, isError } = useQuery(userQuery)
  return data ? (isViewer(data) ? data : null) : isError ? null : undefined
}

/**
 * Asks the server again who is looking; resolves with the answer. Call it after whatever changes that. In a browser where no
 * language was chosen, the page takes that of the account.
 */
export async function refreshViewer(): Promise<Viewer | null> {
  const user = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
  if (!isViewer(user)) return null
  // A page whose texts cannot be had stays in the language it has.
  if (user.language !== locale() && !isLocaleChosen()) await setLocale(user.language).catch(() => {})
  return user
}

/**
 * Ends the session, with `everywhere` all sessions of the person; then runs `before` and loads the page again, so that nothing of the
 * person stays in memory.
 */
export async function endSession(everywhere: boolean, before: () => Promise<unknown>): Promise<void> {
  leaving = true
  try {
    await (everywhere ? auth.endSession.$post({ json: { id: 'all' } }) : auth.logout.$post())
  } catch (error) {
    leaving = false
    throw error
  }
  await before().catch(() => {})
  location.assign(paths.home())
}
