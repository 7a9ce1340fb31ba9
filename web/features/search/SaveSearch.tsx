import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { savedSearchesQuery } from '../../queries/saved-searches.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { findSaved } from './saved-query.ts'
import type { SearchFilter } from './search-filter.ts'

const SearchDialog = lazyComponent(() => import('../saved/SearchDialog.tsx'), ['saved'])
const NewSearchDialog = lazyComponent(() => import('./NewSearchDialog.tsx'), ['saved'])

/** The button that saves the search of the page, or opens the saved one. Nothing for people and for the listings of one member. */
export function SaveSearch({ text, filter }: { text: string; filter: SearchFilter }) {
  const viewer = useViewer()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({ ...savedSearchesQuery, enabled: Boolean(viewer) })
  const { kind } = filter
  if (kind === 'people' || filter.userId) return null
  const saved = findSaved(data ?? [], text, filter)
  const open = () => setOpen(true)
  const close = () => setOpen(false)
  return (
    <>
      <Button small icon={saved ? 'check' : 'bell'} onClick={() => (viewer ? open() : openDialog('login', open))}>
        {saved ? <Trans context="a search">Saved</Trans> : <Trans>Save search</Trans>}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          {saved ? (
            <SearchDialog search={saved} onClose={close} />
          ) : (
            <NewSearchDialog text={text} filter={{ ...filter, kind }} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}
