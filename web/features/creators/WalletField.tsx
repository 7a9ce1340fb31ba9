import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useId, useState } from 'react'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import type { Viewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldError, Select } from '../../ui/Field.tsx'
import { shortAddress } from '../../ui/member-name.ts'
import css from './creators.module.css'

const LinkDialog = lazyComponent(() => import('../auth/LinkDialog.tsx'), ['auth', 'wallet'])

/** Chooses one of the viewer's wallets, or links one. A guest has none yet. */
export function WalletField({
  viewer,
  value,
  error,
  onChange,
}: {
  viewer: Viewer | null
  value: string
  error: string | null
  onChange: (wallet: string) => void
}) {
  const { t } = useLingui()
  const id = useId()
  const [isLinking, setLinking] = useState(false)
  usePrefetch(viewer, LinkDialog)
  const accounts = viewer?.accounts ?? []
  const hint = <Trans>The wallet of your creator page.</Trans>
  if (accounts.length > 0)
    return (
      <Select
        name="wallet"
        label={t`Wallet`}
        value={value}
        options={accounts.map((account) => [account, shortAddress(account)] as const)}
        error={error}
        hint={hint}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return (
    <fieldset className={css.wallet}>
      <legend>{t`Wallet`}</legend>
      {viewer ? (
        <>
          <Button name="wallet" icon="wallet" aria-describedby={`${id}h`} onClick={() => setLinking(true)}>
            <Trans>Link a wallet</Trans>
          </Button>
          {error && <FieldError>{error}</FieldError>}
          <p id={`${id}h`} className={css.hint}>
            {hint}
          </p>
        </>
      ) : (
        <p className={css.hint}>
          <Trans>You choose it once you are logged in.</Trans>
        </p>
      )}
      {isLinking && (
        <Suspense fallback={null}>
          <LinkDialog known={accounts} onClose={() => setLinking(false)} />
        </Suspense>
      )}
    </fieldset>
  )
}
