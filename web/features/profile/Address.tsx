import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/Button.tsx'
import { shortAddress } from '../../ui/member-name.ts'
import { useCopy } from '../../ui/use-copy.ts'

/** A wallet's short address; a press copies the whole address. */
export function Address({ address }: { address: string }) {
  const { t } = useLingui()
  const { isCopied, copy } = useCopy(address)
  return (
    <Button small icon={isCopied ? 'check' : 'wallet'} onClick={copy} title={address}>
      <span>
        <span className="unseen">
          <Trans>Copy the wallet address</Trans>{' '}
        </span>
        <span className="num">{shortAddress(address)}</span>
        <span role="status">{isCopied && <> {t`Address copied.`}</>}</span>
      </span>
    </Button>
  )
}
