import { Trans, useLingui } from '@lingui/react/macro'
import { brand } from '../../brand.ts'
import { installOffer } from '../../lib/install-offer.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import css from './InstallOffer.module.css'
import { endInstallOffer } from './installed-app.ts'

/** Offers to install the site as an app. Shown from the second visit, until it is closed. */
export default function InstallOffer() {
  const { t } = useLingui()
  const offer = installOffer.use()
  if (!offer) return null
  const isByHand = offer === 'by-hand'
  const install = async () => {
    // The browser opens a prompt only once.
    if (!isByHand) await offer.prompt.prompt()
    endInstallOffer()
  }
  return (
    <section className={css.offer} aria-label={t`Install ${brand.name}`}>
      <img src="/favicon.svg" alt="" width={40} height={40} />
      <p>
        <b>
          <Trans>Install {brand.name}</Trans>
        </b>
        <br />
        {isByHand ? (
          <Trans>Press Share, then “Add to Home Screen”.</Trans>
        ) : (
          <Trans>It opens in its own window, and pages you have seen open without a connection.</Trans>
        )}
      </p>
      {!isByHand && (
        <Button small look="primary" onClick={install}>
          <Trans>Install</Trans>
        </Button>
      )}
      <IconButton icon="close" label={t`Not now`} onClick={endInstallOffer} />
    </section>
  )
}
