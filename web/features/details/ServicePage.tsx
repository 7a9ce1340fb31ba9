import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import type { Service } from '../../../workers/listings/services.schema.ts'
import { ApiError, chat } from '../../api.ts'
import { errorText } from '../../errors.ts'
import { formatDate } from '../../format.ts'
import { paths } from '../../paths.ts'
import type { PageProps } from '../../routes.tsx'
import { useTitle } from '../../shell/title.ts'
import { useViewer } from '../../shell/viewer.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Stars } from '../../ui/Stars.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/Toast.tsx'
import { serviceQuery, useToggle } from '../listings/queries.ts'
import { Gallery } from './Gallery.tsx'
import { Plans } from './Plans.tsx'
import { RichText } from './RichText.tsx'
import css from './ServicePage.module.css'

/** `/services/:id/:slug?` */
export default function ServicePage({ params }: PageProps) {
  const id = /^[1-9]\d{0,9}$/.test(params.id ?? '') ? Number(params.id) : 0
  const { data, error, isFetching, refetch } = useQuery({ ...serviceQuery(id), enabled: id > 0 })
  useTitle(data?.title)
  if (data) return <Shown service={data} />
  if (id === 0 || (error instanceof ApiError && error.status === 404)) return <Gone />
  if (error)
    return (
      <div className="wrap">
        <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />
      </div>
    )
  return <Waiting />
}

function Shown({ service }: { service: Service }) {
  const { t, i18n } = useLingui()
  const viewer = useViewer()
  const own = viewer?.user_id === service.poster.userId
  const category = service.categoryLabel[i18n.locale === 'ja' ? 'ja' : 'en']
  return (
    <div className={`wrap ${css.page}`} data-own={own}>
      <nav className={css.crumbs} aria-label={t`You are here`}>
        <Link href={paths.tab('services')}>
          <Trans>Services</Trans>
        </Link>
        <span aria-hidden="true">/</span>
        <Link href={paths.search(category)}>{category}</Link>
      </nav>
      {own && <Owner service={service} />}
      <div className={css.cols}>
        <header className={css.head}>
          <h1 lang={service.lang}>{service.title}</h1>
          <div className={css.byline}>
            <Poster service={service} />
            <Stars rating={service.rating} />
            <div className={css.acts}>
              <Share title={service.title} />
              {viewer && !own && <Message userId={service.poster.userId} />}
            </div>
          </div>
        </header>
        <div className={css.gallery}>
          <Gallery media={service.media} title={service.title} />
        </div>
        <section className={css.about}>
          <p className={css.lead} lang={service.lang}>
            {service.descriptionPreview}
          </p>
          <h2>
            <Trans>About this service</Trans>
          </h2>
          <RichText html={service.description} lang={service.lang} />
          <p className="small mute">
            <Trans>Last changed {formatDate(service.updatedAt)}</Trans>
          </p>
        </section>
        <div className={css.side}>
          <Plans service={service} own={own} />
        </div>
      </div>
    </div>
  )
}

function Poster({ service: { poster } }: { service: Service }) {
  const { i18n } = useLingui()
  const country = poster.country && new Intl.DisplayNames(i18n.locale, { type: 'region' }).of(poster.country)
  return (
    <Link className={css.poster} href={paths.person(poster.userId)}>
      <Avatar name={poster.name} image={poster.image} size={44} />
      <span>
        <b>{poster.name}</b>
        <span className="small mute">{[poster.title, country].filter(Boolean).join(' · ')}</span>
      </span>
    </Link>
  )
}

/** Hands the page's address to the device's own share sheet, or copies it. */
function Share({ title }: { title: string }) {
  const { t } = useLingui()
  const share = async () => {
    const url = location.origin + location.pathname
    try {
      if (navigator.share && matchMedia('(pointer: coarse)').matches) await navigator.share({ title, url })
      else {
        await navigator.clipboard.writeText(url)
        toast(t`The link is copied.`)
      }
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        toast(t`The link could not be copied. It stands in the address bar.`, 'bad')
    }
  }
  return (
    <Button icon="link" onClick={share}>
      <Trans>Share</Trans>
    </Button>
  )
}

function Message({ userId }: { userId: number }) {
  const [, navigate] = useLocation()
  const open = async () => {
    try {
      const { roomId } = await (await chat.openChat.$post({ json: { users: [userId] } })).json()
      navigate(paths.messenger(roomId))
    } catch (error) {
      toast(errorText(error), 'bad')
    }
  }
  return (
    <Button icon="chat" onClick={open}>
      <Trans>Message</Trans>
    </Button>
  )
}

/** What only the seller sees: whether it is on offer, and the way to change it. */
function Owner({ service }: { service: Service }) {
  const toggle = useToggle(service.id)
  const change = (enabled: boolean) => toggle.mutate(enabled, { onError: (error) => toast(errorText(error), 'bad') })
  return (
    <aside className={css.owner} data-enabled={service.enabled}>
      <div>
        <b>
          {service.enabled ? (
            <Trans>This is your listing, as members see it.</Trans>
          ) : (
            <Trans>This listing is hidden. Only you can see it.</Trans>
          )}
        </b>
        <p className="small">
          {service.enabled ? (
            <Trans>It is found by search and can be ordered.</Trans>
          ) : (
            <Trans>Orders already placed go on as agreed. Switch it on to take new ones.</Trans>
          )}
        </p>
      </div>
      <Switch label={<Trans>On offer</Trans>} checked={service.enabled} onChange={change} disabled={toggle.isPending} />
      <ButtonLink icon="pencil" href={paths.list('services', service.id)}>
        <Trans>Edit</Trans>
      </ButtonLink>
    </aside>
  )
}

function Gone() {
  const { t } = useLingui()
  useTitle(t`No longer offered`)
  return (
    <div className="wrap">
      <h1 className="unseen">
        <Trans>No longer offered</Trans>
      </h1>
      <EmptyState
        drawing="lost"
        title={<Trans>This service is not offered here</Trans>}
        text={<Trans>It was taken down by its owner, or the link is not complete. Orders placed before go on as agreed.</Trans>}
      >
        <ButtonLink look="primary" href={paths.tab('services')}>
          <Trans>See other services</Trans>
        </ButtonLink>
      </EmptyState>
    </div>
  )
}

function Waiting() {
  const { t } = useLingui()
  return (
    <div className={`wrap ${css.page}`} role="status" aria-label={t`Loading`}>
      <div className={css.crumbs}>
        <Skeleton width={160} />
      </div>
      <div className={css.cols}>
        <div className={css.head}>
          <Skeleton width="80%" height={36} />
          <div className={css.byline}>
            <Skeleton width={44} height={44} round />
            <Skeleton width={140} />
          </div>
        </div>
        <div className={css.gallery}>
          <Skeleton width="100%" ratio="3 / 2" />
        </div>
        <div className={css.about}>
          <Skeleton width="40%" height={24} />
          <Skeleton width="100%" height={120} />
        </div>
        <div className={css.side}>
          <Skeleton width="100%" height={420} />
        </div>
      </div>
    </div>
  )
}
