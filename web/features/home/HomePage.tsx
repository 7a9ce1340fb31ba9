import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation, useSearch } from 'wouter'
import { lazyPage } from '../../lib/lazy-component.ts'
import { lazySection } from '../../lib/lazy-section.tsx'
import { pageData } from '../../lib/page-data.ts'
import type { PageProps } from '../../lib/page-props.ts'
import { type ListType, paths } from '../../lib/paths.ts'
import { openDialog, useGate } from '../../session/dialogs.ts'
import { useTitle } from '../../session/title.ts'
import { useViewer } from '../../session/viewer.ts'
import { Below } from '../../ui/Below.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Cards } from './Cards.tsx'
import CategoryRail from './CategoryRail.tsx'
import { postOf } from './filter.ts'
import css from './HomePage.module.css'

const PromotedCreators = lazySection('creators', () => import('../creator-page/PromotedCreators.tsx'), ['creator-page'])
const Escrow = lazySection('escrow', () => import('../escrow/Escrow.tsx'), ['escrow'])
const RecentlyViewed = lazyPage(() => import('../saved/RecentlyViewed.tsx'), ['ui', 'saved', 'cards'])

const BANNERS = 18

/** `/` and its tabs. */
export default function HomePage(_: PageProps) {
  const { t } = useLingui()
  const [path, navigate] = useLocation()
  const show = new URLSearchParams(useSearch()).get('show') ?? ''
  const viewer = useViewer()
  const gate = useGate()
  const tab = (['jobs', 'events'] as const).find((type) => path.startsWith(`/${type}`)) ?? 'services'
  // `/` always has the first banner, the tabs a random one.
  const banner = path === '/' || path.startsWith('/login') ? 1 : 1 + Math.floor(pageData().random * BANNERS)
  const names: Record<ListType, string> = { services: t`Services`, jobs: t`Jobs`, events: t`Events` }
  useTitle(path === '/' ? t`Good work finds its people` : names[tab])
  // A guest logs in, and is then asked what they want to do.
  const post = () => gate(() => (viewer ? navigate(paths.list(postOf(tab, show))) : openDialog('purpose')))
  const posts: Record<ListType, string> = { services: t`Post a service`, jobs: t`Post a job`, events: t`Post an event` }

  return (
    <>
      <section className={css.hero}>
        <img key={banner} className={css.art} src={`/art/banner-${banner}.svg`} alt="" fetchPriority="high" />
        <div className="wrap">
          <div className={css.pitch}>
            <h1>
              <Trans>Good work finds its people here.</Trans>
            </h1>
            <p>
              <Trans>
                Hire and get hired. Your payment waits in escrow on Base until the work is done, and you see the fee before you pay.
              </Trans>
            </p>
            <div className={css.acts}>
              <Button look="primary" onClick={post}>
                {viewer === null ? <Trans>Sign up</Trans> : posts[tab]}
              </Button>
              <a className={css.how} href="#escrow">
                <Trans>How escrow works</Trans>
              </a>
            </div>
          </div>
        </div>
      </section>
      <div className={css.sheet}>
        <div className="wrap">
          <nav className={css.tabs} aria-label={t`Listings`}>
            {(Object.keys(names) as ListType[]).map((type) => (
              <ButtonLink
                key={type}
                look="ghost"
                href={paths.shown(paths.tab(type), show)}
                aria-current={type === tab ? 'page' : undefined}
              >
                {names[type]}
              </ButtonLink>
            ))}
          </nav>
          <CategoryRail type={tab} />
          <Cards
            key={tab}
            tab={tab}
            show={show}
            onShow={(wanted) => navigate(paths.shown(path, wanted), { replace: true })}
            onPost={post}
          />
          <Below>
            <RecentlyViewed />
          </Below>
        </div>
        {path === '/' && <PromotedCreators />}
        <Escrow />
      </div>
    </>
  )
}
