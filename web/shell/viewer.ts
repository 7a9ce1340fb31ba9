import { queryOptions, useQuery } from '@tanstack/react-query'
import type { UserInfo } from '../../workers/auth/users.schema.ts'
import { auth, queryClient } from '../api.ts'
import { paths } from '../paths.ts'

export type { UserInfo }
export type Viewer = UserInfo & { authorized: true; user_id: number }

const isViewer = (user: UserInfo): user is Viewer => user.authorized

const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async () => (await auth.getUserInfo.$get()).json() as Promise<UserInfo>,
  staleTime: 5 * 60_000,
})

/** Who is looking: undefined while it is not known, null for a guest. */
export function useViewer(): Viewer | null | undefined {
  const { data, isError } = useQuery(userQuery)
  return data ? (isViewer(data) ? data : null) : isError ? null : undefined
}

/** Asks the server again who is looking; resolves with the answer. Call it after whatever changes that. */
export async function refreshViewer(): Promise<Viewer | null> {
  const user = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
  return isViewer(user) ? user : null
}

/** Ends the session. The page is loaded anew, so that nothing of the person stays in memory. */
export async function logout(): Promise<void> {
  await auth.logout.$post()
  location.assign(paths.home())
}
