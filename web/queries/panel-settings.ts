import { queryOptions } from '@tanstack/react-query'
import type { PanelSettings } from '../../workers/creators/settings.schema.ts'
import { creators } from '../lib/creators-api.ts'
import { keys } from '../lib/query-keys.ts'

/** The settings of all contracts, as the chain has them. Also asked by pages to find out whether the viewer is an admin: others get 403. */
export const contractSettingsQuery = (userId: number) =>
  queryOptions({
    queryKey: keys.contractSettingsOf(`all ${userId}`),
    queryFn: async ({ signal }): Promise<PanelSettings> => (await creators.getContractSettings.$get({}, { init: { signal } })).json(),
    staleTime: 0,
    retry: false,
  })
