import { Trans, useLingui } from '@lingui/react/macro'
import { countryName } from '../../lib/place-name.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { Address } from './Address.tsx'
import type { Draft } from './draft.ts'
import css from './profile.module.css'

/** A preview of the profile as others see it, with the current values of the form. Without a picture, it has the initials of `name`. */
export function ProfilePreview({ draft, name, address }: { draft: Draft; name: string; address: string | null }) {
  const { t } = useLingui()
  return (
    <aside className={css.preview} aria-label={t`Preview`}>
      <div className={css.face}>
        <Avatar name={name} image={draft.image} size={96} />
      </div>
      <h2 className="cut">
        <bdi>{draft.name || <Trans>Your name</Trans>}</bdi>
      </h2>
      {draft.title && (
        <p className="mute">
          <UserText text={draft.title} />
        </p>
      )}
      <div className={css.facts}>
        {draft.country && <Chip icon="pin">{countryName(draft.country)}</Chip>}
        {address && <Address address={address} />}
      </div>
      {draft.description && <p className={css.about}>{draft.description}</p>}
    </aside>
  )
}
