import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { brand } from '../../brand.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './landing.module.css'

/** Simple marks of our own, not the trademarks of these companies. */
const MARKS = {
  base: (
    <svg viewBox="0 0 48 48" width="56" height="56" aria-hidden="true">
      <path className={css.blue} d="M24 4 42 14v20L24 44 6 34V14Z" />
      <path className={css.cut} d="m6 14 18 10 18-10M24 24v20M15 9l18 10m0-10L15 19" />
    </svg>
  ),
  cloudflare: (
    <svg viewBox="0 0 48 48" width="56" height="56" aria-hidden="true">
      <path className={css.orange} d="M13 38a9 9 0 0 1-1.4-17.9A12.5 12.5 0 0 1 36 18.4 10 10 0 0 1 36 38Z" />
      <path className={css.cut} d="M20 38c0-6 3-10 8-12m-1 12c0-4 2-6.5 5-8" />
    </svg>
  ),
}

/** The two companies whose networks the product runs on. */
export function Partners() {
  return (
    <section className={css.partners}>
      <h2>
        <Trans>What {brand.name} runs on</Trans>
      </h2>
      <ul>
        <Partner name="Base" href="https://www.base.org" mark={MARKS.base}>
          <Trans>The network on which payments wait in escrow. Anyone can check every payment there.</Trans>
        </Partner>
        <Partner name="Cloudflare" href="https://www.cloudflare.com" mark={MARKS.cloudflare}>
          <Trans>The network that serves this site, its conversations and its files.</Trans>
        </Partner>
      </ul>
    </section>
  )
}

function Partner({ name, href, mark, children }: { name: string; href: string; mark: ReactNode; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <li>
      <a href={href} target="_blank" rel="noopener noreferrer">
        {mark}
        <span>
          <b>{name}</b>
          <span className="mute">{children}</span>
        </span>
        <Icon name="out" />
        <span className="unseen">{t`Opens in a new tab`}</span>
      </a>
    </li>
  )
}
