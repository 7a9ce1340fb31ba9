import { Trans, useLingui } from '@lingui/react/macro'
import { NEW_METHOD_SECONDS } from '../../../workers/auth/fresh-sign-in.schema.ts'
import type { WalletChange } from '../../../workers/auth/users.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { useDismissWalletChange } from '../../queries/wallets.ts'
import { Button } from '../../ui/Button.tsx'
import { shortAddress } from '../../ui/member-name.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Refused } from './Refused.tsx'
import css from './settings.module.css'

/** Notices about added and removed wallets. Each stays until it is dismissed; for an added wallet that is possible after 72 hours. */
export function WalletChanges({ changes }: { changes: WalletChange[] }) {
  const { t } = useLingui()
  const dismiss = useDismissWalletChange()
  if (!changes.length) return null
  return (
    <section className={css.changes} aria-label={t`Changes to your wallets`}>
      {changes.map(({ id, kind, address, at }) => {
        const short = shortAddress(address)
        const time = formatDate(at, 'dayTime')
        const until =
          kind === 'added' && at + NEW_METHOD_SECONDS > Date.now() / 1000 ? formatDate(at + NEW_METHOD_SECONDS, 'dayTime') : null
        return (
          <Notice key={id} tone="sky">
            <p>
              <b>
                {kind === 'added' ? (
                  <Trans>
                    The wallet <span className={css.nowrap}>{short}</span> was added to your account on {time}.
                  </Trans>
                ) : (
                  <Trans>
                    The wallet <span className={css.nowrap}>{short}</span> was removed from your account on {time}.
                  </Trans>
                )}
              </b>
            </p>
            <p>
              {kind === 'added' ? (
                <Trans>If it was not you, unlink it below, log out everywhere else, and change your password if you have one.</Trans>
              ) : (
                <Trans>If it was not you, log out everywhere else, change your password if you have one, and link the wallet again.</Trans>
              )}
            </p>
            {until ? (
              <p className="small mute">
                <Trans>This notice stays until {until}, so that nobody else can remove it.</Trans>
              </p>
            ) : (
              <Button
                small
                aria-label={t`Dismiss the notice about ${short}`}
                busy={dismiss.isPending && dismiss.variables === id}
                onClick={() => dismiss.mutate(id)}
              >
                <Trans>Dismiss this notice</Trans>
              </Button>
            )}
          </Notice>
        )
      })}
      {dismiss.error && <Refused error={dismiss.error} onConfirmed={() => dismiss.mutate(dismiss.variables!)} />}
    </section>
  )
}
