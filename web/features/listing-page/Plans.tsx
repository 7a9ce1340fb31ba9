import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useState } from 'react'
import type { Service, ServiceOption } from '../../../workers/listings/services.schema.ts'
import { afterFee } from '../../lib/fee.ts'
import { formatUsd } from '../../lib/format.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { pageData } from '../../lib/page-data.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { formatBps, formatToken } from '../../lib/token-format.ts'
import { useFee } from '../../queries/fees.ts'
import { openDialog } from '../../session/dialogs.ts'
import { useViewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import css from './Plans.module.css'

const PurchaseDialog = lazyComponent(() => import('../orders/PurchaseDialog.tsx'), ['orders', 'wallet'])

/** Formats micro-USD as an amount of a stablecoin, whose smallest unit is one micro-USD. */
const inStablecoin = (micro: number) =>
  formatToken(BigInt(micro), 6, pageData().config?.tokens.find(({ decimals }) => decimals === 6)?.symbol ?? 'USDC')

/** The plans of a service and the button to buy one, which calls `onBuy` if set. With `own` the viewer is the seller, who cannot buy. */
export function Plans({ service, own, onBuy }: { service: Service; own: boolean; onBuy?: (() => void) | undefined }) {
  const { t } = useLingui()
  const viewer = useViewer()
  usePrefetch(viewer && !own, PurchaseDialog)
  const titles = Object.keys(service.options)
  const [chosen, choose] = useState(titles[0]!)
  const [buying, setBuying] = useState(false)
  const title = Object.hasOwn(service.options, chosen) ? chosen : titles[0]!
  const plan = service.options[title]!
  const price = formatUsd(plan.price)
  const buy = () => (onBuy ? onBuy() : viewer ? setBuying(true) : openDialog('login', () => setBuying(true)))

  const panel = <PlanDetails plan={plan} lang={service.lang} />

  return (
    <aside className={css.plans} aria-label={t`Plans`}>
      {titles.length > 1 ? (
        <Tabs
          label={t`Plans`}
          tabs={titles.map(
            (name) =>
              [
                name,
                <span key={name} lang={service.lang}>
                  {name}
                </span>,
              ] as const,
          )}
          value={title}
          onChange={choose}
        >
          {panel}
        </Tabs>
      ) : (
        <>
          <h2 className={css.only} lang={service.lang}>
            {title}
          </h2>
          {panel}
        </>
      )}
      {!own && (
        <div className={css.buy} data-bottom="phone">
          <p className={css.brief}>
            <b className="num">{price}</b>
            <span className="cut small mute">
              {title} · <Plural value={plan.delivery} one="# day" other="# days" />
            </span>
          </p>
          <Button look="primary" wide onClick={buy} disabled={viewer === undefined}>
            <Trans>Continue with {price}</Trans>
          </Button>
        </div>
      )}
      <Escrow price={plan.price} days={plan.delivery} seller={service.account} />
      {buying && (
        <Suspense fallback={null}>
          <PurchaseDialog
            serviceId={service.id}
            seller={service.poster.name}
            sellerAccount={service.account}
            plan={title}
            shown={{ title: service.title, ...plan }}
            onClose={() => setBuying(false)}
          />
        </Suspense>
      )}
    </aside>
  )
}

function PlanDetails({ plan, lang }: { plan: ServiceOption; lang: string }) {
  return (
    <div className={css.in} lang={lang}>
      <p className={css.price}>
        <span className={css.big}>{formatUsd(plan.price)}</span>
        {plan.hourly && <Trans>per hour</Trans>}
        <span className="num mute">{inStablecoin(plan.price)}</span>
      </p>
      <p className={css.about}>{plan.description}</p>
      <p className={css.meta}>
        <Chip icon="clock">
          <Plural value={plan.delivery} one="# day" other="# days" />
        </Chip>
        <Chip>
          <Plural value={plan.revisions} _0="No revisions" one="# revision" other="# revisions" />
        </Chip>
      </p>
      {plan.features.length > 0 && (
        <ul className={css.ticks}>
          {plan.features.map((feature) => (
            <li key={feature}>
              <Icon name="check" />
              {feature}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Who holds the payment, and what the seller receives of it once the fee is known. */
function Held({ price, feeBps }: { price: number; feeBps: number | null }) {
  if (feeBps === null) return <Trans>Held in escrow until you release it. Our fee is included; you see it before you pay.</Trans>
  const fee = formatBps(feeBps)
  const receives = inStablecoin(afterFee(price, feeBps))
  return (
    <Trans>
      Held in escrow until you release it. The fee of {fee} is included; the seller receives {receives}.
    </Trans>
  )
}

/** Explains escrow and fee before the purchase. */
function Escrow({ price, days, seller }: { price: number; days: number; seller: string }) {
  const { feeBps } = useFee(seller)
  const grace = days + 2
  const notes: [IconName, ReactNode][] = [
    ['lock', <Held key="held" price={price} feeBps={feeBps} />],
    [
      'clock',
      <Plural
        key="late"
        value={grace}
        one="Not delivered # day after the order was accepted? Get a full refund."
        other="Not delivered # days after the order was accepted? Get a full refund."
      />,
    ],
    [
      'warning',
      <Trans key="silent">
        Not what was agreed? Open a dispute within 14 days of the delivery. After that anyone may release the payment to the seller.
      </Trans>,
    ],
  ]
  return (
    <ul className={css.notes}>
      {notes.map(([icon, text]) => (
        <li key={icon}>
          <Icon name={icon} size={18} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
