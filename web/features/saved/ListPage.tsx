import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { SavedListingPage } from '../../../workers/listings/saved/lists.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { ListState } from '../../lib/ListState.tsx'
import type { PageProps } from '../../lib/page-props.ts'
import { paths } from '../../lib/paths.ts'
import { listingToMove, savedListingsQuery, useRenameList } from '../../queries/saved-lists.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useTitle } from '../../session/title.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { CardSkeletons } from '../cards/CardList.tsx'
import { CardNote } from '../cards/card-facts.tsx'
import { ServiceCard } from '../cards/ServiceCard.tsx'
import { changeSaved, listName } from './change-saved.ts'
import { DeleteListDialog } from './DeleteListDialog.tsx'
import { ListNameDialog } from './ListNameDialog.tsx'
import css from './ListPage.module.css'
import { MemberOnly } from './MemberOnly.tsx'
import { ShareListDialog } from './ShareListDialog.tsx'
import { savedPaths } from './saved-paths.ts'
import { WrongLink } from './WrongLink.tsx'

/** `/saved/:list`: a list of the viewer. */
export default function ListPage({ params }: PageProps) {
  return (
    <MemberOnly skeleton={<CardSkeletons />}>
      <List key={params.list} id={params.list!} />
    </MemberOnly>
  )
}

function List({ id }: { id: string }) {
  const query = useInfiniteQuery(savedListingsQuery(id))
  const list = query.data?.pages[0]?.list
  useTitle(list && listName(list.name))
  if (query.error instanceof ApiError && query.error.status === 404) return <WrongLink />
  const saved = query.data?.pages.flatMap((page) => page.listings) ?? []
  return (
    <>
      <nav className={css.crumbs}>
        <Link href={savedPaths.saved}>
          <Trans>All lists</Trans>
        </Link>
      </nav>
      {list && <Head list={list} />}
      <ListState
        queries={[query]}
        isEmpty={!saved.length}
        skeleton={<CardSkeletons />}
        empty={
          <EmptyState
            drawing="saved"
            title={<Trans>This list is empty</Trans>}
            text={<Trans>Press the heart on a listing, then “Change list”, to save it here.</Trans>}
          >
            <ButtonLink look="primary" href={paths.home()}>
              <Trans>Look around</Trans>
            </ButtonLink>
          </EmptyState>
        }
      >
        <h2 className="unseen">
          <Trans>Listings</Trans>
        </h2>
        <ul className={css.grid}>
          {saved.map((one) => (
            <li key={one.listingId}>{one.card ? <Saved card={one.card} /> : <Unavailable id={one.listingId} title={one.title} />}</li>
          ))}
        </ul>
        <LoadMore query={query} />
      </ListState>
    </>
  )
}

/** The name of a list and what its owner can do with it. */
function Head({ list }: { list: SavedListingPage['list'] }) {
  const [, navigate] = useLocation()
  const rename = useRenameList(list.id)
  const [dialog, setDialog] = useState<'share' | 'name' | 'delete' | null>(null)
  const close = () => setDialog(null)
  return (
    <header className={css.head}>
      <div>
        <h1 dir="auto">{listName(list.name)}</h1>
        <p className="mute num">
          <Plural value={list.count} one="# listing" other="# listings" />
          {list.token && (
            <>
              {' · '}
              <Trans>Shared</Trans>
            </>
          )}
        </p>
      </div>
      <div className={css.acts}>
        <Button icon="share" onClick={() => setDialog('share')}>
          <Trans>Share</Trans>
        </Button>
        <Button icon="pencil" onClick={() => setDialog('name')}>
          <Trans>Rename</Trans>
        </Button>
        <Button icon="trash" onClick={() => setDialog('delete')}>
          <Trans>Delete</Trans>
        </Button>
      </div>
      {dialog === 'share' && <ShareListDialog list={list} onClose={close} />}
      {dialog === 'name' && (
        <ListNameDialog
          title={<Trans>Rename the list</Trans>}
          action={<Trans>Save</Trans>}
          start={listName(list.name)}
          save={rename}
          onClose={close}
        />
      )}
      {dialog === 'delete' && (
        <DeleteListDialog list={list} onClose={close} onDeleted={() => navigate(savedPaths.saved, { replace: true })} />
      )}
    </header>
  )
}

type Card = NonNullable<SavedListingPage['listings'][number]['card']>

function Saved({ card }: { card: Card }) {
  const { t } = useLingui()
  const { id, title } = card
  const move = () => {
    listingToMove.set({ id, title })
    openDialog('saveTo')
  }
  return (
    <div className={css.one}>
      <ServiceCard card={card} note={<CardNote card={card} />} />
      <Button small onClick={move} aria-label={t`Move to another list: ${title}`}>
        <Trans>Move</Trans>
      </Button>
    </div>
  )
}

/** A listing that was hidden or deleted after it was saved. */
function Unavailable({ id, title }: { id: number; title: string }) {
  const { t } = useLingui()
  const [isRemoved, setRemoved] = useState(false)
  const remove = () => {
    setRemoved(true)
    changeSaved({ id, title }, false).catch(() => setRemoved(false))
  }
  return (
    <div className={css.gone}>
      <b dir="auto">{title}</b>
      <p className="small">
        <Trans>No longer available: its owner hid or deleted it.</Trans>
      </p>
      <Button small busy={isRemoved} onClick={remove} aria-label={t`Remove ${title}`}>
        <Trans>Remove</Trans>
      </Button>
    </div>
  )
}
