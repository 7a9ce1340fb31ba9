import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useOpenRequest } from '../../wallet/open-requests.ts'

/** A warning if the wallet had an open request for the same thing when the dialog opened. The contract executes only one of them. */
export function EarlierRequest({ subject, account }: { subject: string; account: string }) {
  const open = useOpenRequest(subject, [account])
  const [first] = useState(open)
  if (!first || open?.id !== first.id) return null
  const at = formatDate(first.at, 'time')
  return (
    <Notice tone="amber">
      {open.isSent ? (
        <Trans>
          At {at} your wallet sent a transaction for this step, and the result is not known yet. Only the first one counts: a second one may
          cost a network fee and do nothing.
        </Trans>
      ) : (
        <Trans>
          At {at} your wallet was asked to confirm a transaction for this step, and the result is not known yet. Look for that request in
          your wallet first. If you confirm both, only the first one counts, and the second may cost a network fee.
        </Trans>
      )}
    </Notice>
  )
}
