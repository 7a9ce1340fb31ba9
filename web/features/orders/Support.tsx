import { Trans } from '@lingui/react/macro'
import { brand } from '../../brand.ts'
import { ApiError } from '../../lib/api-error.ts'
import { WalletError } from '../../wallet/wallet-error.ts'

/** Errors that a person cannot do much about. */
const CODES = ['internal', 'outside_unavailable', 'transaction_foreign', 'transaction_failed', 'rpc_method_refused']

/** Whether an error has no better next step than to try again or to ask the team. */
export const needsSupport = (error: unknown): boolean =>
  error instanceof ApiError
    ? CODES.includes(error.code)
    : !(error instanceof WalletError) || error.reason === 'failed' || error.reason === 'contract'

/** How to reach the team about an error that comes again, with the id of the failed request. */
export function Support({ error }: { error: unknown }) {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  const address = `mailto:${brand.contact}`
  return (
    <p className="small">
      {requestId ? (
        <Trans>
          If it happens again, <a href={address}>contact support</a>. Error ID: <code>{requestId}</code>
        </Trans>
      ) : (
        <Trans>
          If it happens again, <a href={address}>contact support</a>.
        </Trans>
      )}
    </p>
  )
}
