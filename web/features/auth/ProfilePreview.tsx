import { Trans, useLingui } from '@lingui/react/macro'
import type { ProfileFields } from '../../../workers/auth/users.schema.ts'
import { locale } from '../../i18n.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { toast } from '../../ui/Toast.tsx'
import css from './auth.module.css'

/** `{"country":"JP"}` -> `Japan` in the page's language; null where nothing is known. */
function countryName(geoip: string): string | null {
  try {
    const { country } = JSON.parse(geoip) as { country?: string }
    return country ? (new Intl.DisplayNames(locale(), { type: 'region' }).of(country) ?? null) : null
  } catch {
    return null
  }
}

/** The card others see, drawn from what is in the form right now. */
export function ProfilePreview({ draft, address, geoip }: { draft: ProfileFields; address: string | null; geoip: string }) {
  const { t } = useLingui()
  const country = countryName(geoip)
  const copy = () =>
    navigator.clipboard.writeText(address ?? '').then(
      () => toast(t`Address copied.`),
      () => toast(t`The browser did not allow copying.`, 'bad'),
    )
  return (
    <aside className={css.preview} aria-label={t`Preview`}>
      <div className={css.face}>
        <Avatar name={draft.name || '?'} image={draft.image} size={96} />
      </div>
      <h2 className="cut">
        <bdi>{draft.name || <Trans>Your name</Trans>}</bdi>
      </h2>
      {draft.title && (
        <p className="mute">
          <bdi>{draft.title}</bdi>
        </p>
      )}
      <div className={css.facts}>
        {country && <Chip icon="pin">{country}</Chip>}
        {address && (
          <Button small icon="wallet" onClick={copy} title={address}>
            <span>
              <span className="unseen">
                <Trans>Copy the wallet address</Trans>{' '}
              </span>
              <span className="num">{`${address.slice(0, 6)}…${address.slice(-4)}`}</span>
            </span>
          </Button>
        )}
      </div>
      {draft.description && <p className={css.about}>{draft.description}</p>}
    </aside>
  )
}
