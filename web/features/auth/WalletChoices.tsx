import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api.ts'
import { errorText } from '../../errors.ts'
import { refreshViewer } from '../../shell/viewer.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { chosenWallet, discover, useWallets, type Wallet } from '../../wallet/discovery.ts'
import { WalletError } from '../../wallet/request.ts'
import { prove } from '../../wallet/sign-in.ts'
import css from './auth.module.css'

/** Where a newcomer gets a wallet; each works in every browser the app does. */
const GET_ONE = [
  ['Base', 'https://base.app/'],
  ['MetaMask', 'https://metamask.io/download'],
  ['Phantom', 'https://phantom.com/download'],
] as const
/** Wallets answer at once; only those still loading take longer (ms). */
const LOOK_MS = 600

/** Sign-in by wallet: those found in this browser, or where to get one. */
export function WalletChoices() {
  const wallets = useWallets()
  const [busy, setBusy] = useState<Wallet | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [looking, setLooking] = useState(true)
  const attempt = useRef<AbortController>(null)

  useEffect(() => {
    discover()
    const timer = setTimeout(setLooking, LOOK_MS, false)
    return () => {
      clearTimeout(timer)
      attempt.current?.abort()
    }
  }, [])

  const signIn = async (wallet: Wallet) => {
    const mine = new AbortController()
    attempt.current = mine
    setBusy(wallet)
    setFailure(null)
    try {
      await prove(wallet, 'signIn', mine.signal)
      await refreshViewer()
    } catch (error) {
      if (mine.signal.aborted) return
      setFailure(error)
      setBusy(null)
    }
  }

  return (
    <>
      {failure !== null && <Failure error={failure} />}
      {wallets.length > 0 ? (
        <ul className={css.wallets}>
          {wallets.map((wallet) => (
            <li key={wallet.rdns}>
              <WalletButton wallet={wallet} busy={busy === wallet} blocked={busy !== null} onPick={() => signIn(wallet)} />
            </li>
          ))}
        </ul>
      ) : looking ? (
        <div className={css.wallets} role="status">
          <span className="unseen">
            <Trans>Looking for wallets</Trans>
          </span>
          <Skeleton height={64} width="100%" />
          <Skeleton height={64} width="100%" />
        </div>
      ) : (
        <NoWallet />
      )}
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
  return (
    <button
      type="button"
      className={css.wallet}
      aria-busy={busy || undefined}
      aria-disabled={blocked || undefined}
      onClick={blocked ? undefined : onPick}
    >
      {wallet.icon ? (
        <img className={css.mark} src={wallet.icon} alt="" />
      ) : (
        <i className={css.mark}>
          <Icon name="wallet" />
        </i>
      )}
      <span className={css.told}>
        <b className="cut">{wallet.name}</b>
        <span className="small mute" aria-live="polite">
          {busy ? t`Go on in your wallet…` : wallet.rdns === chosenWallet() ? t`Used last` : t`Found in this browser`}
        </span>
      </span>
      {busy ? <Spinner /> : <Icon name="right" />}
    </button>
  )
}

/** What went wrong, calmly; nothing is asked again until the person presses a wallet. */
function Failure({ error }: { error: unknown }) {
  const { t } = useLingui()
  const reason = error instanceof WalletError ? error.reason : null
  const texts = {
    rejected: t`You declined in the wallet. Nothing happened; choose a wallet whenever you like.`,
    pending: t`Your wallet already shows a request of ours. Open it and answer there, then try again.`,
    chain: t`Your wallet is on another network and did not switch. Choose the right network in the wallet, then try again.`,
    locked: t`The wallet gave no account. Unlock it and try again.`,
    failed: t`The wallet did not answer as expected. Unlock it, then try again, or choose another.`,
  }
  const calm = reason === 'rejected' || reason === 'pending'
  return (
    <p className={css.notice} role="alert" data-bad={!calm}>
      <Icon name={calm ? 'info' : 'warning'} />
      <span>{reason ? texts[reason] : error instanceof ApiError ? errorText(error) : texts.failed}</span>
    </p>
  )
}

function NoWallet() {
  return (
    <div className={css.none}>
      <div>
        <h3>
          <Trans>No wallet in this browser yet</Trans>
        </h3>
        <p className={css.lead}>
          <Trans>
            A wallet is your account here, and where you are paid. Get one of these, then reload this page. It takes two minutes.
          </Trans>
        </p>
      </div>
      <ul className={css.wallets}>
        {GET_ONE.map(([name, href]) => (
          <li key={name}>
            <a className={css.wallet} href={href} target="_blank" rel="noreferrer">
              <i className={css.mark}>
                <Icon name="wallet" />
              </i>
              <span className={css.told}>
                <b>{name}</b>
                <span className="small mute">{new URL(href).host}</span>
              </span>
              <Icon name="link" />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
