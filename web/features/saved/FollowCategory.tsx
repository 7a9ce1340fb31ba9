import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { SavedQuery } from '../../../workers/listings/saved/searches.schema.ts'
import { errorText } from '../../lib/errors.ts'
import type { ListType } from '../../lib/paths.ts'
import { useDeleteSearch, useSaveSearch } from '../../queries/change-searches.ts'
import { savedSearchesQuery } from '../../queries/saved-searches.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { isFollowed } from './followed.ts'

interface Category {
  type: ListType
  category: string
  sub?: string
  /** Its name in the language of the page. */
  name: string
}

/**
 * The button that follows a category or subcategory: its new listings are part of the notification every morning, or as the member chooses
 * on the page of saved searches. A guest logs in first.
 */
export default function FollowCategory({ type, category, sub = '', name }: Category) {
  const { t } = useLingui()
  const viewer = useViewer()
  const { data } = useQuery({ ...savedSearchesQuery, enabled: Boolean(viewer) })
  const [save, remove] = [useSaveSearch(), useDeleteSearch()]
  const isThis = (query: SavedQuery) => isFollowed(query) && query.type === type && query.category === category && query.subCategory === sub
  const followed = data?.find(({ query }) => isThis(query))
  const onError = (error: Error) => toast(errorText(error), 'bad')
  const follow = () =>
    save.mutate(
      { query: { type, category, subCategory: sub }, name, alert: 'daily' },
      { onSuccess: () => toast(t`You get the new listings of ${name} every morning`), onError },
    )
  const press = () => {
    if (!viewer) return openDialog('login', follow)
    if (followed) remove.mutate(followed.id, { onError })
    else follow()
  }
  return (
    <Button
      icon={followed ? 'check' : 'bell'}
      aria-pressed={Boolean(followed)}
      busy={save.isPending || remove.isPending}
      disabled={viewer === undefined}
      onClick={press}
    >
      {followed ? <Trans>Following</Trans> : <Trans>Follow</Trans>}
    </Button>
  )
}
