import { useQuery } from '@tanstack/react-query'
import { isAdminQuery } from '../../queries/is-admin.ts'
import { platformAdminQuery } from '../../queries/platform-admin.ts'
import { useViewer } from '../../session/viewer.ts'

/** Of which contracts the viewer is an admin; undefined until it is known. */
export function useAdminContracts() {
  const viewer = useViewer()
  const accounts = viewer?.accounts ?? []
  const platform = useQuery({ ...platformAdminQuery(viewer?.user_id ?? 0), enabled: Boolean(viewer) })
  const orderBook = useQuery({ ...isAdminQuery(accounts), enabled: accounts.length > 0 })
  const isOrderBookAdmin = viewer && accounts.length === 0 ? false : orderBook.data
  return {
    contracts:
      platform.data === undefined || isOrderBookAdmin === undefined
        ? undefined
        : { isPlatformAdmin: platform.data !== null, isOrderBookAdmin },
    error: platform.error ?? orderBook.error,
    isFetching: platform.isFetching || orderBook.isFetching,
    refetch: () => Promise.all([platform.refetch(), ...(accounts.length > 0 ? [orderBook.refetch()] : [])]),
  }
}
