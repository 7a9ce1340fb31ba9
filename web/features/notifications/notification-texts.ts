import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  type EventKind,
  isEventKind,
  type Kind,
  type Notification,
  type ThingKind,
} from '../../../workers/notifications/notifications.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { formatBps } from '../../lib/token-format.ts'
import type { IconName } from '../../ui/Icon.tsx'

/** The text and the icon of each kind; `percent` is the refund that the event names, `until` a deadline. */
const KINDS: Record<Kind, { text: MessageDescriptor; icon: IconName }> = {
  orderPlaced: { text: msg`New order`, icon: 'box' },
  orderAccepted: { text: msg`The seller accepted your order`, icon: 'check' },
  orderRejected: { text: msg`The seller declined your order. You got a full refund.`, icon: 'close' },
  orderCancelled: { text: msg`The buyer cancelled the order`, icon: 'close' },
  orderDelivered: { text: msg`The seller delivered your order`, icon: 'box' },
  changesRequested: { text: msg`The buyer requests changes to your delivery`, icon: 'pencil' },
  orderRedelivered: { text: msg`The seller sent a new delivery`, icon: 'box' },
  orderCompleted: { text: msg`The buyer released the payment`, icon: 'check' },
  orderReleased: { text: msg`The payment was released because the 14 days after the delivery have passed`, icon: 'clock' },
  paymentOwed: { text: msg`A payment could not be sent to your wallet. Withdraw it to another address.`, icon: 'wallet' },
  disputeOpened: { text: msg({ message: 'The buyer opened a dispute and asks for a refund of {percent}' }), icon: 'warning' },
  disputeLowered: { text: msg({ message: 'The buyer now asks for a refund of {percent}' }), icon: 'warning' },
  disputeOffered: { text: msg({ message: 'The seller offers a refund of {percent}' }), icon: 'warning' },
  disputeAgreed: { text: msg({ message: 'The dispute ended with a refund of {percent}' }), icon: 'check' },
  disputeDecided: { text: msg`An arbitrator decided the dispute`, icon: 'gavel' },
  disputeSettled: { text: msg`The dispute was settled after the time limit`, icon: 'clock' },
  evidenceAdded: { text: msg`The other party submitted evidence in the dispute`, icon: 'file' },
  reviewReceived: { text: msg`You received a review`, icon: 'star' },
  deliveryDue: { text: msg({ message: 'Your delivery is due by {until}' }), icon: 'clock' },
  releaseDue: { text: msg({ message: 'Check the delivery by {until}. After that, anyone may release the payment.' }), icon: 'clock' },
  settleDue: { text: msg({ message: 'Try to agree by {until}. After that, anyone may settle the dispute.' }), icon: 'clock' },
  placeOffered: { text: msg({ message: 'You have a place at an event. Pay for it by {until}.' }), icon: 'ticket' },
  placeDue: { text: msg({ message: 'Pay for your place by {until}, or it goes to the next person.' }), icon: 'clock' },
  placeLost: { text: msg`You lost your place because you did not pay for it in time`, icon: 'close' },
  placePaid: { text: msg`An attendee paid for their place`, icon: 'ticket' },
  placeUnpaid: { text: msg`An attendee did not pay for their place in time`, icon: 'clock' },
  reviewAnswered: { text: msg`Your review was answered`, icon: 'chat' },
  newMatches: {
    text: msg({
      message: '{count, plural, one {# new listing matches your saved searches} other {# new listings match your saved searches}}',
    }),
    icon: 'search',
  },
  offerReceived: { text: msg`You received a custom offer`, icon: 'ticket' },
  offerAccepted: { text: msg`Your offer was accepted. You can pay now.`, icon: 'check' },
  offerDeclined: { text: msg`Your offer was declined`, icon: 'close' },
  creatorQuestion: { text: msg`We have a question about your application as a creator`, icon: 'chat' },
  creatorGranted: { text: msg`We accepted your application as a creator`, icon: 'check' },
  creatorRefused: { text: msg`We did not accept your application as a creator`, icon: 'close' },
  creatorRemoved: { text: msg`Our team has removed your creator page. Everything on it is kept.`, icon: 'close' },
  creatorRestored: { text: msg`Your creator page is public again`, icon: 'check' },
  postCommented: { text: msg`Your post has new comments`, icon: 'chat' },
  listingHidden: { text: msg`Our team has hidden your listing after a report. Only you can see it.`, icon: 'flag' },
  listingRestored: { text: msg`Your listing is no longer hidden by our team`, icon: 'check' },
  profileHidden: { text: msg`Our team has hidden your profile after a report. Others see only your name and country.`, icon: 'flag' },
  profileRestored: { text: msg`Your profile is no longer hidden by our team`, icon: 'check' },
  memberWarned: { text: msg`Our team has sent you a warning`, icon: 'warning' },
  memberSuspended: { text: msg`Our team has suspended your account`, icon: 'warning' },
  suspensionEnded: { text: msg`Your account is no longer suspended`, icon: 'check' },
}

/** The texts that replace those above if the order pays for a place at an event. */
const EVENT_TEXTS: Record<EventKind, MessageDescriptor> = {
  orderAccepted: msg`The host accepted your order. Your place is confirmed.`,
  orderRejected: msg`The host declined your order. You got a full refund.`,
  orderCancelled: msg`An attendee cancelled their order for a place`,
  orderDelivered: msg`The host confirmed that the event has taken place`,
  orderCompleted: msg`An attendee released the payment`,
  orderReleased: msg`The payment was released because 14 days have passed since the host confirmed the event`,
  disputeOpened: msg({ message: 'An attendee opened a dispute and asks for a refund of {percent}' }),
  disputeLowered: msg({ message: 'The attendee now asks for a refund of {percent}' }),
  disputeOffered: msg({ message: 'The host offers a refund of {percent}' }),
  deliveryDue: msg({ message: 'Once the event is over, confirm by {until} that it has taken place' }),
  releaseDue: msg({
    message: 'Was the event as agreed? Release the payment or open a dispute by {until}. After that, anyone may release the payment.',
  }),
}

/** The text, the icon and the link of a notification. */
export function describeNotification({ kind, thing, params }: Notification): { text: MessageDescriptor; icon: IconName; href: string } {
  const { text: usual, icon } = KINDS[kind]
  const text = isEventKind(kind, params) ? EVENT_TEXTS[kind] : usual
  const { title, refundBps = 0, until = 0, count = 0 } = params
  const hrefs: Record<ThingKind, string> = {
    event: paths.listing(Number(thing.id), title, 'events'),
    order: paths.order(thing.id),
    saved: `/saved/${thing.id}`,
    room: paths.messenger(thing.id),
    application: paths.creatorSignUp(),
    post: paths.post(title, thing.id),
    listing: paths.listing(Number(thing.id), title, params.listType),
    profile: paths.profile(),
    account: paths.terms(),
  }
  return {
    text: { ...text, values: { percent: formatBps(refundBps), until: formatDate(until, 'dayTime'), count } },
    icon,
    href: hrefs[thing.kind],
  }
}
