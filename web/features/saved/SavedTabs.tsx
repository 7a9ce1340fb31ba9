import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { savedSearchesQuery } from '../../queries/saved-searches.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import css from './SavedPage.module.css'
import { savedPaths } from './saved-paths.ts'

/** The links between the pages of what the viewer has saved. */
export function SavedTabs({ current }: { current: 'lists' | 'searches' | 'new' }) {
  const { t } = useLingui()
  const unseen = useQuery(savedSearchesQuery).data?.reduce((sum, search) => sum + search.unseen, 0) ?? 0
  const here = (name: typeof current) => (name === current ? { 'aria-current': 'page' as const } : {})
  return (
    <nav className={css.tabs} aria-label={t`What you saved`}>
      <ButtonLink look="ghost" href={savedPaths.saved} {...here('lists')}>
        <Trans>Lists</Trans>
      </ButtonLink>
      <ButtonLink look="ghost" href={savedPaths.searches} {...here('searches')}>
        <Trans>Searches</Trans>
      </ButtonLink>
      <ButtonLink look="ghost" href={savedPaths.matches} {...here('new')}>
        <Trans>New for you</Trans>
        {unseen > 0 && (
          <span className={css.count}>
            <Badge count={unseen} />
            <span className="unseen">{t`${unseen} not seen`}</span>
          </span>
        )}
      </ButtonLink>
    </nav>
  )
}
