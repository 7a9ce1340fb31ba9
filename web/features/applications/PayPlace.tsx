import { Plural, Trans } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import type { Place } from '../../../workers/listings/applications.schema.ts'
import type { Event } from '../../../workers/listings/events.schema.ts'
import { formatUsd } from '../../lib/format.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { paths } from '../../lib/paths.ts'
import { usePrefetch } from '../../lib/prefetch.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { memberName } from '../../ui/member-name.ts'
import { Notice } from '../../ui/Notice.tsx'

const PurchaseDialog = lazyComponent(() => import('../orders/PurchaseDialog.tsx'), ['orders', 'wallet'])

const HOUR = 3600

/** For an attendee of a paid event: the button to pay for the place and the time left, or the order that paid for it. */
export function PayPlace({ event, applicationId, place }: { event: Event; applicationId: string; place: Place }) {
  const [isPaying, setPaying] = useState(false)
  usePrefetch(place.orderId === null, PurchaseDialog)
  return (
    <>
      <PlaceState place={place} onPay={() => setPaying(true)} />
      {/* The dialog stays open when the place is paid, because it then opens the order. */}
      {isPaying && (
        <Suspense fallback={null}>
          <PurchaseDialog
            serviceId={event.id}
            seller={memberName(event.poster.name)}
            sellerAccount={event.account}
            plan={event.title}
            shown={{
              title: event.title,
              price: place.price,
              hourly: false,
              description: event.descriptionPreview,
              event: { start: event.event.event_date, end: event.event.end_date },
            }}
            applicationId={applicationId}
            onClose={() => setPaying(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function PlaceState({ place: { price, payBy, orderId }, onPay }: { place: Place; onPay: () => void }) {
  const now = useNow()
  if (orderId !== null) {
    return (
      <ButtonLink look="primary" wide icon="ticket" href={paths.order(orderId)}>
        <Trans>See your order</Trans>
      </ButtonLink>
    )
  }
  const left = payBy - now
  if (left <= 0) {
    return (
      <Notice>
        <Trans>The time to pay has passed. You will lose your place within a few minutes.</Trans>
      </Notice>
    )
  }
  const hours = Math.floor(left / HOUR)
  return (
    <>
      <p className="small mute">
        <Plural
          value={hours}
          _0="Less than an hour left to pay. After that, your place goes to the next person."
          one="# hour left to pay. After that, your place goes to the next person."
          other="# hours left to pay. After that, your place goes to the next person."
        />
      </p>
      <Button look="primary" wide onClick={onPay}>
        <Trans>Pay {formatUsd(price)} for your place</Trans>
      </Button>
    </>
  )
}
