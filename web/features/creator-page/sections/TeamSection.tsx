import { useLingui } from '@lingui/react/macro'
import type { FolioSection } from '../../../../workers/creators/folios.schema.ts'
import { detectLanguage } from '../../../../workers/listings/text.schema.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { hostOf } from '../host-of.ts'
import css from './sections.module.css'
import type { SubHeading } from './sub-heading.ts'

type Team = Extract<FolioSection, { kind: 'TEAM' }>

/** The people behind the page. A member without a picture has the initials of the name. */
export function TeamSection({ section: { members }, heading: Heading }: { section: Team; heading: SubHeading }) {
  const { t } = useLingui()
  return (
    <ul className={css.team}>
      {members.map(({ name, role, text, picture, link }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the members of a shown section do not move
        <li key={i} lang={detectLanguage(name + role + text)}>
          <Avatar name={name} image={picture?.id ?? null} size={96} />
          <Heading>
            <bdi>{name}</bdi>
          </Heading>
          {role && <p className={css.role}>{role}</p>}
          {text && <p className={css.plain}>{text}</p>}
          {link && (
            <a
              className={css.link}
              href={link}
              target="_blank"
              rel="noopener nofollow ugc"
              aria-label={t`Link of ${name}: ${hostOf(link)}`}
            >
              {hostOf(link)}
              <Icon name="out" size={14} />
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
