import { queryOptions } from '@tanstack/react-query'
import type { Panel } from '../../workers/creators/panel.schema.ts'
import { creators } from '../lib/creators-api.ts'
import { keys } from '../lib/query-keys.ts'

/** How often to poll (ms). Admins get no pushes about what is reported or disputed. */
const POLL_MS = 60_000

/**
 * Which pages of the panel are for the viewer, and how much is open; null if none is. For links, numbers, and to load the code of pages:
 * the server checks the wallet on every call.
 */
export const panelQuery = (userId: number) =>
  queryOptions({
    queryKey: keys.panelOf(userId),
    queryFn: async ({ signal }): Promise<Panel | null> => (await (await creators.getPanel.$get({}, { init: { signal } })).json()).panel,
    // Asked at each page of the panel, but not for each of its parts.
    staleTime: 5000,
    refetchInterval: ({ state }) => (state.data ? POLL_MS : false),
    retry: false,
  })
