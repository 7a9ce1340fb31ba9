import { useLingui } from '@lingui/react/macro'
import type { SocialLinks as Links } from '../../../workers/creators/social-links.schema.ts'
import { Icon } from '../../ui/Icon.tsx'
import { hostOf } from './host-of.ts'
import css from './SocialLinks.module.css'

/** In the order shown. The website has its host as its name. */
const NETWORKS = [
  ['instagram', 'Instagram'],
  ['twitter', 'X'],
  ['twitch', 'Twitch'],
  ['youtube', 'YouTube'],
] as const satisfies [keyof Links, string][]

/** The links of a creator to other sites; nothing without any. */
export function SocialLinks({ links }: { links: Links }) {
  const { t } = useLingui()
  const shown = [
    ...(links.website ? [[links.website, hostOf(links.website)] as const] : []),
    ...NETWORKS.flatMap(([field, name]) => (links[field] ? [[links[field], name] as const] : [])),
  ]
  if (!shown.length) return null
  return (
    <ul className={css.links} aria-label={t`Elsewhere`}>
      {shown.map(([href, name]) => (
        <li key={href}>
          <a href={href} target="_blank" rel="noopener nofollow ugc me">
            <bdi>{name}</bdi>
            <Icon name="out" size={14} />
          </a>
        </li>
      ))}
    </ul>
  )
}
