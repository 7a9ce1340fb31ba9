import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Folio, FolioRequest, FolioVersions, SavedFolio } from '../../workers/creators/folios.schema.ts'
import type { SocialLinks } from '../../workers/creators/social-links.schema.ts'
import { creators } from '../lib/creators-api.ts'
import { keys } from '../lib/query-keys.ts'

// The calls of the editor. Not in folio.ts, because visitors need none of them.

/** The last saves of the viewer's page, newest first. */
export const folioVersionsQuery = (name: string) =>
  queryOptions({
    queryKey: keys.folioVersions(name),
    queryFn: async ({ signal }): Promise<FolioVersions> =>
      (await creators.getFolioVersions.$get({ query: { name } }, { init: { signal } })).json(),
    staleTime: 0,
  })

/** The viewer's page as it was saved under a number. */
export const folioVersionQuery = (name: string, version: number) =>
  queryOptions({
    queryKey: keys.folioVersion(name, version),
    queryFn: async ({ signal }): Promise<Folio> => {
      const query = { name, version: String(version) }
      return (await (await creators.getFolioVersion.$get({ query }, { init: { signal } })).json()).folio
    },
  })

/** Loads the page again, for example because it was saved elsewhere. */
export function useReloadFolio(name: string): () => Promise<void> {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: keys.folio(name) })
}

/** Saves the viewer's page as a new version, then loads the page again. */
export function useSaveFolio(name: string) {
  const reload = useReloadFolio(name)
  return useMutation({
    mutationFn: async (json: FolioRequest): Promise<SavedFolio> => (await creators.addFolio.$post({ json })).json(),
    // The editor begins again with what was saved, so it waits for it.
    onSuccess: reload,
  })
}

/** Saves the links of the viewer's page to other sites, then loads the page again. */
export function useSaveSocialLinks(name: string) {
  const reload = useReloadFolio(name)
  return useMutation({
    mutationFn: async (links: Partial<SocialLinks>) => (await creators.updateSocialMedia.$post({ json: { name, ...links } })).json(),
    onSuccess: reload,
  })
}
