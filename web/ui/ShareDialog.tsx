import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from './Button.tsx'
import { CopyButton } from './CopyButton.tsx'
import { Dialog } from './Dialog.tsx'
import { TextField } from './Field.tsx'
import { NetworkLogo } from './NetworkLogo.tsx'
import css from './ShareDialog.module.css'
import { NETWORKS, shareLink } from './share.ts'

/** Shares a URL: on six social networks, with the device's share sheet if it has one, or by the clipboard. */
export default function ShareDialog({ url, title, onClose }: { url: string; title: string; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog title={<Trans>Share</Trans>} subtitle={<span className={css.title}>{title}</span>} onClose={onClose}>
      <ul className={css.networks}>
        {NETWORKS.map((network) => (
          <li key={network.name}>
            <a href={shareLink(network, url, title)} target="_blank" rel="noreferrer" data-network={network.name}>
              <NetworkLogo name={network.name} />
              {network.name}
            </a>
          </li>
        ))}
      </ul>
      <TextField label={<Trans>Link</Trans>} value={url} readOnly onFocus={(event) => event.target.select()} />
      <div className={css.acts}>
        <CopyButton text={url} label={t`Copy the link`} />
        {'share' in navigator && (
          // Closing the device's share sheet is not an error.
          <Button icon="share" onClick={() => navigator.share({ title, url }).catch(() => {})}>
            <Trans>Share another way</Trans>
          </Button>
        )}
      </div>
    </Dialog>
  )
}
