import { queryOptions, useQuery } from '@tanstack/react-query'
import { auth, queryClient } from '../api.ts'

/** Answer of getUserInfo, as far as the shell needs it. A guest is `{ authorized: false }`. */
export type UserInfo =
  | { authorized: false }
  | {
      authorized: true
      /** The terms are accepted; listings may be published. */
      creator: boolean
      user_id: number
      username: string | null
      name: string | null
      /** A media id. */
      image: string | null
      /** Linked wallets (EIP-55), payout wallet first. */
      accounts: `0x${string}`[]
    }
export type Viewer = Extract<UserInfo, { authorized: true }>

const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async () => (await (await auth.getUserInfo.$get()).json()) as UserInfo,
  staleTime: 5 * 60_000,
})

/** Who is looking: undefined while it is not known, null for a guest. */
export function useViewer(): Viewer | null | undefined {
  const { data, isError } = useQuery(userQuery)
  return data ? (data.authorized ? data : null) : isError ? null : undefined
}

/** Asks the server again who is looking; resolves with the answer. Call it after whatever changes that. */
export async function refreshViewer(): Promise<Viewer | null> {
  const user = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
  return user.authorized ? user : null
}

/** Ends the session and forgets everything personal that was loaded. */
export async function logout(): Promise<void> {
  await auth.logout.$post()
  queryClient.setQueryData(['user'], { authorized: false } satisfies UserInfo)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'user' && !queryKey.includes('public') })
}
