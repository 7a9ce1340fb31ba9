import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import {
  MAX_REPORTED_COPY,
  type PostReportList,
  type ReportedItem,
  type ReportPart,
} from '../../../workers/creators/post-reports.schema.ts'
import { adminPaths } from '../../lib/admin-paths.ts'
import { formatDate } from '../../lib/dates.ts'
import { errorText } from '../../lib/errors.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { ListState } from '../../lib/ListState.tsx'
import { paths } from '../../lib/paths.ts'
import { postReportsQuery, useDecidePostReports } from '../../queries/post-reports.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { toast } from '../../ui/toast.ts'
import { Skeletons } from '../admin-pages/AdminFrame.tsx'
import { LinkCard } from '../posts/LinkCard.tsx'
import { PostFiles } from '../posts/PostFiles.tsx'
import { ReasonLabel } from '../reviews/ReasonLabel.tsx'
import { changedThing, isChangedThing } from './changed-thing.ts'
import { MemberActions } from './MemberActions.tsx'
import { NothingOpen } from './NothingOpen.tsx'
import css from './Reports.module.css'

/**
 * The reported posts and comments, listings, or members and pages, or what is hidden of them, for admins of the Platform contract. Renders
 * nothing while nothing is hidden.
 */
export function PostReports({ list, part }: { list: PostReportList; part: ReportPart }) {
  const { t } = useLingui()
  const query = useInfiniteQuery(postReportsQuery(list, part))
  const things = query.data?.pages.flatMap((page) => page.things) ?? []
  // A page may contain only things that can no longer be read.
  const isEmpty = things.length === 0 && !query.hasNextPage
  if (list === 'hidden' && isEmpty && !query.error) return null
  const titles = {
    posts: [t`Reported posts and comments`, t`Hidden posts and comments`],
    listings: [t`Reported listings`, t`Hidden listings`],
    members: [t`Reported members and pages`, t`Hidden profiles`],
  } as const
  const title = titles[part][list === 'open' ? 0 : 1]
  return (
    <section className={css.list} aria-label={title}>
      <h2>{title}</h2>
      <ListState
        queries={[query]}
        isEmpty={isEmpty}
        skeleton={<Skeletons height={132} count={1} />}
        empty={<NothingOpen text={<Trans>What members report appears here.</Trans>} />}
      >
        <ul className={css.list}>
          {things.map((thing) => (
            <li key={`${thing.kind} ${thing.id}`}>
              <Entry of={thing}>
                <Thing thing={thing} />
              </Entry>
            </li>
          ))}
        </ul>
        <LoadMore query={query} />
      </ListState>
    </section>
  )
}

/** Whether the present text is the reported one. A long one is compared as far as the copy has it, which then ends with dots. */
const isUnchanged = (copy: string, present: string) =>
  copy === present || (copy.length > MAX_REPORTED_COPY && present.startsWith(copy.slice(0, -1)))

/** What a card is about: its name, and the page of the thing. */
function useHeading(thing: ReportedItem): { heading: string; href: string } {
  const { t } = useLingui()
  const name = thing.author.name || t`Deleted account`
  if (thing.kind === 'person') return { heading: t`Member ${name}`, href: paths.person(thing.author.id) }
  if (thing.kind === 'page') return { heading: t`Page of ${name}`, href: paths.creator(thing.creatorName) }
  if (thing.kind === 'listing')
    return { heading: t`Listing by ${name}`, href: paths.listing(Number(thing.id), thing.title, thing.listType) }
  const heading = thing.kind === 'post' ? t`Post by ${name}` : t`Comment by ${name}`
  return { heading, href: paths.post(thing.creatorName, thing.pid) }
}

function Thing({ thing }: { thing: ReportedItem }) {
  const { heading, href } = useHeading(thing)
  const { text: present, count, reports } = thing
  // Its page answers 404, also to admins.
  const isGone = thing.hidden && (thing.kind === 'post' || thing.kind === 'listing')
  return (
    <article className={css.thing} aria-label={heading}>
      <h3>{isGone ? heading : <Link href={href}>{heading}</Link>}</h3>
      {count > 0 && (
        <p className="small mute">
          <Plural value={count} one="# open report" other="# open reports" />
        </p>
      )}
      {reports.length > 0 && (
        <ul className={css.reports}>
          {reports.map(({ reason, text: note, at, content }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two reports can be equal, and the list is never sorted again
            <li key={i}>
              <b>
                <ReasonLabel reason={reason} />
              </b>{' '}
              <span className="small mute">{formatDate(at, 'dayTime')}</span>
              {note && <p dir="auto">{note}</p>}
              {!isUnchanged(content, present) && (
                <blockquote className={css.reported}>
                  <b className="small">
                    <Trans>When it was reported</Trans>
                  </b>
                  <p dir="auto">{content}</p>
                </blockquote>
              )}
            </li>
          ))}
        </ul>
      )}
      <blockquote className={css.reported}>
        <b className="small">
          <Trans>As it is now</Trans>
        </b>
        {thing.kind === 'post' && thing.isDraft ? (
          <p className="mute">
            <Trans>Its author took it back as a draft.</Trans>
          </p>
        ) : (
          <p className={css.message} dir="auto">
            {present}
          </p>
        )}
        <Files thing={thing} />
      </blockquote>
      {thing.kind === 'person' && (
        <p className="small mute">
          {thing.hidden ? (
            <Trans>Others see only the name and the country until the profile is shown again.</Trans>
          ) : (
            <Trans>If it is hidden, others see only the name and the country. Listings, orders and conversations stay as they are.</Trans>
          )}
        </p>
      )}
      {thing.kind === 'listing' && thing.hidden && (
        <p className="small mute">
          <Trans>Once it is shown again, it is published if it was published before.</Trans>
        </p>
      )}
      <Decisions thing={thing} />
      {thing.author.name && <MemberActions userId={thing.author.id} />}
    </article>
  )
}

/** The pictures and videos of a post, listing, profile or page, and the preview of the link of a post. */
function Files({ thing }: { thing: ReportedItem }) {
  if (!('media' in thing)) return null
  return (
    <div className={css.files}>
      {thing.media.length > 0 && <PostFiles media={thing.media} name="" />}
      {thing.mediaCount > thing.media.length && (
        <p className="small mute">
          <Plural value={thing.mediaCount - thing.media.length} one="And # more file on its page" other="And # more files on its page" />
        </p>
      )}
      {'link' in thing && thing.link && <LinkCard link={thing.link} preview={thing.preview} />}
    </div>
  )
}

/** The buttons that decide the reports. The page of a creator is removed in the list of creators. */
function Decisions({ thing }: { thing: ReportedItem }) {
  const { t } = useLingui()
  const decide = useDecidePostReports(thing)
  const send = async (action: 'hide' | 'dismiss' | 'restore') => {
    try {
      await decide.mutateAsync(action)
      const done = { hide: t`It is hidden now.`, dismiss: t`The reports are dismissed.`, restore: t`It is no longer hidden.` }[action]
      toast(done, 'good', action === 'restore' ? { label: t`Undo`, run: () => void send('hide') } : undefined)
    } catch (error) {
      // What is hidden again is listed only once it is hidden.
      toast(isChangedThing(error) && action !== 'hide' ? t(changedThing) : errorText(error), 'bad')
    }
  }
  return (
    <div className={css.buttons}>
      {thing.count > 0 && (
        <Button onClick={() => void send('dismiss')} disabled={decide.isPending}>
          <Trans>Dismiss</Trans>
        </Button>
      )}
      {thing.kind === 'page' && <ButtonLink href={adminPaths.creatorsNamed(thing.creatorName)}>{t`Find the creator`}</ButtonLink>}
      {thing.kind !== 'page' &&
        (thing.hidden ? (
          <Button onClick={() => void send('restore')} disabled={decide.isPending}>
            <Trans>Show it again</Trans>
          </Button>
        ) : (
          <Button look="danger" onClick={() => void send('hide')} disabled={decide.isPending}>
            {thing.kind === 'person' ? <Trans>Hide the profile</Trans> : <Trans>Hide it</Trans>}
          </Button>
        ))}
    </div>
  )
}
