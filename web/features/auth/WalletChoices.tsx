import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/errors.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { BASE_WALLET, chosenWallet, discover, remoteWallets, useWallets, WALLET_CONNECT } from '../../wallet/discovery.ts'
import { WalletError } from '../../wallet/request.ts'
import { type ProofFor, prove } from '../../wallet/sign-in.ts'
import { Unconfirmed } from '../../wallet/unconfirmed.ts'
import type { Wallet } from '../../wallet/wallet.ts'
import css from './auth.module.css'

/**
 * The ways in by wallet: the Base wallet, which needs nothing installed, those found in this browser, and WalletConnect where it is
 * set up. `onProved` runs once the server knows; until it is done the wallet shows as busy. `known` are addresses a new one shall not
 * be among; `onUnconfirmed` is called with what was signed where the server wants to know first who is asking;
 * `onSending` is handed the call that ends it.
 */
export function WalletChoices({
  how,
  known,
  onProved,
  onUnconfirmed,
  onSending,
}: {
  how: ProofFor
  known?: readonly string[]
  onProved: () => Promise<unknown>
  onUnconfirmed?: (refusal: Unconfirmed) => void
  onSending?: <T>(call: Promise<T>) => Promise<T>
}) {
  const found = useWallets()
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const attempt = useRef<AbortController>(null)

  useEffect(() => {
    discover()
    return () => attempt.current?.abort()
  }, [])

  const pick = async (wallet: Wallet) => {
    // A window or a phone that was left alone never answers; choosing again starts anew.
    attempt.current?.abort()
    const mine = new AbortController()
    attempt.current = mine
    setBusy(wallet.rdns)
    setFailure(null)
    try {
      await prove(wallet, how, mine.signal, known, onSending)
      await onProved()
    } catch (error) {
      if (mine.signal.aborted) return
      setBusy(null)
      if (error instanceof Unconfirmed && onUnconfirmed) onUnconfirmed(error)
      else setFailure(error)
    }
  }

  const [base, ...others] = remoteWallets()
  const all = [...(base ? [base] : []), ...found, ...others]
  // Whoever confirms who they are does so with a wallet they have used before.
  const isLast = ({ rdns }: Wallet) => how === 'signInAgain' && rdns === chosenWallet()
  const wallets = all.toSorted((a, b) => Number(isLast(b)) - Number(isLast(a)))
  return (
    <>
      {failure !== null && <Failure error={failure} />}
      <ul className={css.wallets}>
        {wallets.map((wallet) => (
          <li key={wallet.rdns}>
            <WalletButton
              wallet={wallet}
              busy={busy === wallet.rdns}
              blocked={busy !== null && found.some(({ rdns }) => rdns === busy)}
              onPick={() => pick(wallet)}
            />
          </li>
        ))}
      </ul>
      <GetOne found={found} />
      <p className={css.assurance}>
        <Icon name="lock" size={18} />
        <span>
          <Trans>You sign a short message that says who you are. It costs nothing, moves no money, and your keys stay in the wallet.</Trans>
        </span>
      </p>
    </>
  )
}

function WalletButton({ wallet, busy, blocked, onPick }: { wallet: Wallet; busy: boolean; blocked: boolean; onPick: () => void }) {
  const { t } = useLingui()
  const about: Record<string, string> = {
    [BASE_WALLET]: t`Nothing to install`,
    [WALLET_CONNECT]: t`Scan a code with the wallet on your phone`,
  }
  return (
    <button
      type="button"
      className={css.wallet}
      aria-busy={busy || undefined}
      aria-disabled={blocked || undefined}
      onClick={blocked ? undefined : onPick}
    >
      <Mark image={wallet.icon} icon="wallet" />
      <span className={css.told}>
        <b className="cut">{wallet.name}</b>
        <span className="small mute" aria-live="polite">
          {busy
            ? t`Continue in your wallet…`
            : wallet.rdns === chosenWallet()
              ? t`Last used`
              : (about[wallet.rdns] ?? t`Found in this browser`)}
        </span>
      </span>
      {busy ? <Spinner /> : <Icon name="right" />}
    </button>
  )
}

/** Wallets people ask for by name: what they call themselves, where to get them, and what opens this page inside their app on a phone. */
const ASKED_FOR = [
  ['MetaMask', 'io.metamask', 'https://metamask.io/download', () => `https://link.metamask.io/dapp/${location.host}${location.pathname}`],
  [
    'Phantom',
    'app.phantom',
    'https://phantom.com/download',
    () => `https://phantom.app/ul/browse/${encodeURIComponent(location.href)}?ref=${encodeURIComponent(location.origin)}`,
  ],
] as const

/** The way to those that are not in this browser. */
function GetOne({ found }: { found: Wallet[] }) {
  const missing = ASKED_FOR.filter(([, rdns]) => !found.some((wallet) => wallet.rdns === rdns))
  if (!missing.length) return null
  // Browsers on phones have no wallets in them; the wallets there have browsers.
  const phone = matchMedia('(hover: none) and (pointer: coarse)').matches
  return (
    <p className={css.others}>
      {phone ? <Trans>Open this page inside an app:</Trans> : <Trans>Other wallets:</Trans>}
      {missing.map(([name, rdns, download, inside]) => (
        <a key={rdns} href={phone ? inside() : download} target="_blank" rel="noreferrer">
          {name}
        </a>
      ))}
    </p>
  )
}

/** What went wrong, calmly; nothing is asked again until the person presses a wallet. */
function Failure({ error }: { error: unknown }) {
  const { t } = useLingui()
  const reason = error instanceof WalletError ? error.reason : null
  const texts = {
    rejected: t`You declined in the wallet. Nothing was changed. You can choose a wallet again.`,
    pending: t`Your wallet already shows a request from us. Open it and answer, then try again.`,
    chain: t`Your wallet is on another network and did not switch. Choose the right network in the wallet, then try again.`,
    locked: t`The wallet returned no account. Unlock it and try again.`,
    known: t`This account is already linked. Choose another one in the wallet, then try again.`,
    failed: t`The wallet did not answer as expected. Unlock it, then try again, or choose another.`,
  }
  const calm = reason === 'rejected' || reason === 'pending' || reason === 'known'
  return (
    <p className={css.notice} role="alert" data-bad={!calm}>
      <Icon name={calm ? 'info' : 'warning'} />
      <span>{reason ? texts[reason] : error instanceof ApiError ? errorText(error) : texts.failed}</span>
    </p>
  )
}
