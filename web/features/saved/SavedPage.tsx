import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { SavedList } from '../../../workers/listings/saved/lists.schema.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { ListState } from '../../lib/ListState.tsx'
import type { PageProps } from '../../lib/page-props.ts'
import { paths } from '../../lib/paths.ts'
import { savedListsQuery, useAddList } from '../../queries/saved-lists.ts'
import { useTitle } from '../../session/title.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Cover } from './Cover.tsx'
import { listName } from './change-saved.ts'
import { ListNameDialog } from './ListNameDialog.tsx'
import { MemberOnly } from './MemberOnly.tsx'
import RecentlyViewed from './RecentlyViewed.tsx'
import css from './SavedPage.module.css'
import { SavedTabs } from './SavedTabs.tsx'
import { savedPaths } from './saved-paths.ts'

/** `/saved/`: the viewer's lists of saved listings, and what was viewed in this browser. */
export default function SavedPage(_: PageProps) {
  const { t } = useLingui()
  useTitle(t({ message: 'Saved', context: 'name of a list' }))
  return (
    <MemberOnly skeleton={<Skeletons />} guest={<RecentlyViewed />}>
      <Lists />
      <RecentlyViewed />
    </MemberOnly>
  )
}

function Lists() {
  const query = useQuery(savedListsQuery())
  const add = useAddList()
  const [isNaming, setNaming] = useState(false)
  const lists = query.data ?? []
  return (
    <>
      <header className={css.head}>
        <h1>
          <Trans context="name of a list">Saved</Trans>
        </h1>
        {lists.length > 0 && (
          <Button icon="plus" onClick={() => setNaming(true)}>
            <Trans>New list</Trans>
          </Button>
        )}
      </header>
      <SavedTabs current="lists" />
      <ListState
        queries={[query]}
        isEmpty={!lists.length}
        skeleton={<Skeletons />}
        empty={
          <EmptyState
            drawing="saved"
            title={<Trans>Nothing saved yet</Trans>}
            text={<Trans>Press the heart on a listing to save it, and find it here again.</Trans>}
          >
            <ButtonLink look="primary" href={paths.home()}>
              <Trans>Look around</Trans>
            </ButtonLink>
          </EmptyState>
        }
      >
        <ul className={css.lists}>
          {lists.map((list) => (
            <Entry key={list.id} of={list} tag="li">
              <ListCard list={list} />
            </Entry>
          ))}
        </ul>
      </ListState>
      {isNaming && (
        <ListNameDialog title={<Trans>New list</Trans>} action={<Trans>Create</Trans>} save={add} onClose={() => setNaming(false)} />
      )}
    </>
  )
}

function ListCard({ list }: { list: SavedList }) {
  return (
    <li>
      <Link href={savedPaths.list(list.id)} className={css.list}>
        <Cover covers={list.covers} />
        <b dir="auto">{listName(list.name)}</b>
        <span className={`small mute num ${css.facts}`}>
          <Plural value={list.count} one="# listing" other="# listings" />
          {list.token && (
            <span>
              <Icon name="link" size={16} />
              <Trans>Shared</Trans>
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}

function Skeletons() {
  const { t } = useLingui()
  return (
    <div className={css.lists} role="status" aria-label={t`Loading`}>
      {[0, 1, 2].map((i) => (
        <Skeleton key={i} width="100%" ratio="4 / 3" />
      ))}
    </div>
  )
}
