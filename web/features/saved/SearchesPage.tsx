import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Alert, SavedSearch } from '../../../workers/listings/saved/searches.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { ListState } from '../../lib/ListState.tsx'
import type { PageProps } from '../../lib/page-props.ts'
import { paths } from '../../lib/paths.ts'
import { useChangeSearch } from '../../queries/change-searches.ts'
import { savedSearchesQuery } from '../../queries/saved-searches.ts'
import { useTitle } from '../../session/title.ts'
import { ButtonLink, IconButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { SavedSearchFacts } from '../search/SavedSearchFacts.tsx'
import { SavedSearchLink } from '../search/SavedSearchLink.tsx'
import { AlertField } from './AlertField.tsx'
import { isFollowed } from './followed.ts'
import { MemberOnly } from './MemberOnly.tsx'
import page from './SavedPage.module.css'
import { SavedTabs } from './SavedTabs.tsx'
import SearchDialog from './SearchDialog.tsx'
import css from './SearchesPage.module.css'
import { searchName } from './search-name.ts'

/** `/saved/searches`: the viewer's saved searches and followed categories, each with its alert. */
export default function SearchesPage(_: PageProps) {
  const { t } = useLingui()
  useTitle(t`Saved searches`)
  return (
    <MemberOnly skeleton={<Skeletons />}>
      <Searches />
    </MemberOnly>
  )
}

function Searches() {
  const query = useQuery(savedSearchesQuery)
  const all = query.data ?? []
  const groups = [
    { title: <Trans>Searches</Trans>, searches: all.filter((one) => !isFollowed(one.query)) },
    { title: <Trans>Categories you follow</Trans>, searches: all.filter((one) => isFollowed(one.query)) },
  ]
  return (
    <>
      <header className={page.head}>
        <h1>
          <Trans>Saved searches</Trans>
        </h1>
      </header>
      <SavedTabs current="searches" />
      <ListState
        queries={[query]}
        isEmpty={!all.length}
        skeleton={<Skeletons />}
        empty={
          <EmptyState
            drawing="search"
            title={<Trans>No saved searches yet</Trans>}
            text={<Trans>Search, then press “Save search”. Or follow a category. You are notified when something new matches.</Trans>}
          >
            <ButtonLink look="primary" href={paths.home()}>
              <Trans>Look around</Trans>
            </ButtonLink>
          </EmptyState>
        }
      >
        {groups.map(
          ({ title, searches }, i) =>
            searches.length > 0 && (
              // biome-ignore lint/suspicious/noArrayIndexKey: always the same two groups
              <section key={i} className={css.group}>
                <h2>{title}</h2>
                <ul className={css.list}>
                  {searches.map((one) => (
                    <Entry key={one.id} of={one} tag="li">
                      <Row search={one} />
                    </Entry>
                  ))}
                </ul>
              </section>
            ),
        )}
      </ListState>
    </>
  )
}

function Row({ search }: { search: SavedSearch }) {
  const { t } = useLingui()
  const change = useChangeSearch()
  const [isEditing, setEditing] = useState(false)
  const { id, alert, unseen } = search
  const name = searchName(search)
  const setAlert = (next: Alert) =>
    change.mutate({ id, name: search.name, alert: next }, { onError: (error) => toast(errorText(error), 'bad') })
  return (
    <li className={css.row}>
      <span className={css.name}>
        <SavedSearchLink query={search.query}>
          <bdi>{name}</bdi>
        </SavedSearchLink>
        <SavedSearchFacts query={search.query} />
        {unseen > 0 && (
          <span className="small mute num">
            <Plural value={unseen} one="# new listing" other="# new listings" />
          </span>
        )}
      </span>
      <AlertField label={t`Notify me about new listings of ${name}`} value={alert} onChange={setAlert} />
      <IconButton icon="pencil" label={t`Edit ${name}`} onClick={() => setEditing(true)} />
      {isEditing && <SearchDialog search={search} onClose={() => setEditing(false)} />}
    </li>
  )
}

function Skeletons() {
  const { t } = useLingui()
  return (
    <div className={`${css.group} ${css.list}`} role="status" aria-label={t`Loading`}>
      <Skeleton width={120} height={28} />
      {[0, 1, 2].map((i) => (
        <Skeleton key={i} width="100%" height={78} />
      ))}
    </div>
  )
}
