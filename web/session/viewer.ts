import { queryOptions, useQuery } from '@tanstack/react-query'
import type { UserInfo } from '../../workers/auth/users.schema.ts'
import { auth, queryClient } from '../lib/api.ts'
import { firstKeys } from '../lib/first-keys.ts'
import { isLocaleChosen, locale, setLocale } from '../lib/i18n.ts'
import { paths } from '../lib/paths.ts'

export type { UserInfo }
export type Viewer = UserInfo & { authorized: true; user_id: number }

const isViewer = (user: UserInfo): user is Viewer => user.authorized

/** Whether the page is being left after a logout. */
let leaving = false

/** A running call that gives this browser another session of the same member. */
let renewal: Promise<unknown> | null = null

/**
 * Remembers a renewal of the session until it ends. The call ends the old session, and the page may notice this before it has the new one.
 * That must not count as a logout.
 */
export function trackRenewal<T>(call: Promise<T>): Promise<T> {
  const mine = call.finally(() => {
    if (renewal === mine) renewal = null
  })
  renewal = mine
  return mine
}

const fetchUser = async (): Promise<UserInfo> => (await auth.getUserInfo.$get()).json()

/** The viewer or guest as last loaded, if ever. */
export const cachedUser = (): UserInfo | undefined => queryClient.getQueryData<UserInfo>(firstKeys.user)

const userQuery = queryOptions({
  queryKey: firstKeys.user,
  queryFn: async () => {
    const before = cachedUser()
    const pending = renewal
    let user = await fetchUser()
    if (before?.user_id !== user.user_id && (pending ?? renewal)) {
      await (pending ?? renewal)?.catch(() => {})
      user = await fetchUser()
    }
    // The member logged out elsewhere, or another one logged in in another tab. No data of the first member may stay in memory.
    if (!leaving && before?.user_id && before.user_id !== user.user_id) location.reload()
    return user
  },
  staleTime: 5 * 60_000,
})

/** The signed-in member; undefined until it is known, null for a guest or if it could not be loaded. */
export function useViewer(): Viewer | null | undefined {
  const { data, isError } = useQuery(userQuery)
  return data ? (isViewer(data) ? data : null) : isError ? null : undefined
}

/**
 * Loads the viewer again. Call it after every change of the viewer's account. If no language was chosen in this browser, the page takes
 * that of the account.
 */
export async function refreshViewer(): Promise<Viewer | null> {
  const user = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
  if (!isViewer(user)) return null
  // If the texts cannot be loaded, the page keeps its language.
  if (user.language !== locale() && !isLocaleChosen()) await setLocale(user.language).catch(() => {})
  return user
}

/**
 * Ends the session, or with `everywhere` all sessions of the member. Then runs `before` and reloads the page, so that no data of the member
 * stays in memory.
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
