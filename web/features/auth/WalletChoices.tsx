import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { ApiError, needsFreshSignIn } from '../../lib/api-error.ts'
import { errorText } from '../../lib/errors.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { BASE_WALLET, chosenWallet, discover, remoteWallets, useWallets, WALLET_CONNECT } from '../../wallet/discovery.ts'
import { type Proof, type ProofPurpose, type RefusedProof, signProof, submitProof } from '../../wallet/sign-in.ts'
import type { Wallet } from '../../wallet/wallet.ts'
import { WalletError, type WalletReason } from '../../wallet/wallet-error.ts'
import css from './auth.module.css'

/**
 * The wallets to choose from: Base Account, those found in this browser, and WalletConnect if it is configured. The chosen one signs
 * for an account that is not among `linked`; the signature is sent for `purpose`, then `onProved` runs. If the server requires a fresh
 * sign-in first, `onRefused` gets the signature.
 */
export function WalletChoices({
  purpose,
  linked,
  onProved,
  onRefused,
}: {
  purpose: ProofPurpose
  linked?: readonly string[]
  onProved: () => Promise<unknown>
  onRefused?: (refused: RefusedProof) => void
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
    // A wallet never answers if its request is ignored, so another press starts over.
    attempt.current?.abort()
    const mine = new AbortController()
    attempt.current = mine
    setBusy(wallet.rdns)
    setFailure(null)
    let proof: Proof | undefined
    try {
      proof = await signProof(wallet, mine.signal, linked)
      await submitProof(purpose, proof)
      await onProved()
    } catch (error) {
      if (mine.signal.aborted) return
      setBusy(null)
      if (proof && onRefused && needsFreshSignIn(error)) onRefused({ proof, error })
      else setFailure(error)
    }
  }

  const [base, ...others] = remoteWallets()
  const all = [...(base ? [base] : []), ...found, ...others]
  // To sign in again, people use a wallet they have used before.
  const isLast = ({ rdns }: Wallet) => purpose === 'signInAgain' && rdns === chosenWallet()
  const wallets = all.toSorted((a, b) => Number(isLast(b)) - Number(isLast(a)))
  return (
    <>
      {failure !== null && <ProofFailure error={failure} />}
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
      <OtherWallets found={found} />
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

/** Well-known wallets: name, reverse domain name, download page, and the link that opens this page in their app on a phone. */
const WELL_KNOWN = [
  ['MetaMask', 'io.metamask', 'https://metamask.io/download', () => `https://link.metamask.io/dapp/${location.host}${location.pathname}`],
  [
    'Phantom',
    'app.phantom',
    'https://phantom.com/download',
    () => `https://phantom.app/ul/browse/${encodeURIComponent(location.href)}?ref=${encodeURIComponent(location.origin)}`,
  ],
] as const

/** Links to well-known wallets that are not in this browser. */
function OtherWallets({ found }: { found: Wallet[] }) {
  const missing = WELL_KNOWN.filter(([, rdns]) => !found.some((wallet) => wallet.rdns === rdns))
  if (!missing.length) return null
  // Browsers on phones have no wallet extensions; wallet apps have a browser.
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

/** Says why there is no signature of a wallet, or why the server refused it. */
function ProofFailure({ error }: { error: unknown }) {
  const { t } = useLingui()
  const reason = error instanceof WalletError ? error.reason : null
  const failed = t`The wallet did not answer as expected. Unlock it, then try again, or choose another.`
  const texts: Partial<Record<WalletReason, string>> = {
    rejected: t`You declined in the wallet. Nothing was changed. You can choose a wallet again.`,
    pending: t`Your wallet already shows a request from us. Open it and answer, then try again.`,
    chain: t`Your wallet is on another network and did not switch. Choose the right network in the wallet, then try again.`,
    locked: t`The wallet did not give an address. Unlock it and try again.`,
    known: t`This wallet address is already linked. Choose another one in the wallet, then try again.`,
  }
  const calm = reason === 'rejected' || reason === 'pending' || reason === 'known'
  return (
    <p className={css.notice} role="alert" data-bad={!calm}>
      <Icon name={calm ? 'info' : 'warning'} />
      <span>{error instanceof ApiError ? errorText(error) : ((reason && texts[reason]) ?? failed)}</span>
    </p>
  )
}
