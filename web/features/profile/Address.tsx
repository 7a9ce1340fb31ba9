import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { shortAddress } from '../../ui/member-name.ts'
import { toast } from '../../ui/toast.ts'

/** How long the button shows that it has copied (ms). */
const COPIED_MS = 2000

/** A wallet's short address; a press copies the whole address. */
export function Address({ address }: { address: string }) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(setCopied, COPIED_MS, false)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setCopied(true),
      () => toast(t`The browser did not allow copying.`, 'bad'),
    )
  return (
    <Button small icon={copied ? 'check' : 'wallet'} onClick={copy} title={address}>
      <span>
        <span className="unseen">
          <Trans>Copy the wallet address</Trans>{' '}
        </span>
        <span className="num">{shortAddress(address)}</span>
        <span role="status">{copied && <> {t`Address copied.`}</>}</span>
      </span>
    </Button>
  )
}
