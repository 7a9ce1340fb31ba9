import { useLingui } from '@lingui/react/macro'
import { brand } from '../../brand.ts'
import {
  ANSWER_HOURS,
  ATTACHMENT_MB,
  EVIDENCE_DAYS,
  LATE_DAYS,
  MAX_EVIDENCE_MESSAGES,
  MAX_FEE_PERCENT,
  MAX_FILES,
  MAX_SUBMISSIONS,
  MIN_PRICE_USD,
  RELEASE_DAYS,
  SETTLE_DAYS,
} from '../../lib/figures.ts'
import { formatUsd } from '../../lib/format.ts'
import { formatBps } from '../../lib/token-format.ts'
import type { Question } from './faq.ts'
import { ORDERS_LINK } from './links.ts'

/** Questions and answers about orders and disputes. Every sentence must be true of the product. */

/** Questions about orders. */
export function useOrders(): Question[] {
  const { t } = useLingui()
  const minPrice = formatUsd(MIN_PRICE_USD * 1_000_000)
  return [
    {
      id: 'orders',
      question: t`How does an order work?`,
      answer: [
        {
          steps: [
            t`You choose a plan and pay. Before you sign you see the price, the fee, and what the seller gets.`,
            t`The seller accepts or declines. Until then you can cancel at any time and get a full refund.`,
            t`You talk in the order’s own conversation. Within the agreed days, the seller delivers a message and files on the order’s page. You can request changes there as often as the plan includes revisions.`,
            t`You check the work and release the payment; the seller is paid at once, minus the fee. Not what was agreed? Open a dispute within ${RELEASE_DAYS} days of the delivery.`,
          ],
        },
      ],
    },
    {
      id: 'quote',
      question: t`Can anything change after I have paid?`,
      answer: [
        t`No. Title, plan, price, delivery days, revisions and both fees are fixed when you pay, and the seller’s later changes do not apply to your order. If the seller has changed the plan while you were reading, you see what is different before you pay.`,
      ],
    },
    {
      id: 'custom-amount',
      question: t`Can I pay another amount?`,
      answer: [
        t`Yes, if you have agreed on one: enter it in the purchase dialog, at least ${minPrice}. Both of you see both amounts, and the seller decides whether to accept the order.`,
      ],
    },
    {
      id: 'deliveries',
      question: t`How is the work delivered?`,
      answer: [
        t`On the order’s page, as a message with up to ${MAX_FILES} files of any type, each up to ${ATTACHMENT_MB} MB. Only the two of you can download them, and arbitrators if there is a dispute. The seller confirms the delivery in their wallet, and with that the ${RELEASE_DAYS} days begin.`,
      ],
    },
    {
      id: 'changes',
      question: t`How do I request changes?`,
      answer: [
        t`Press “Request changes” on the order’s page and write what should be different. The seller can then deliver again. The date from which the payment may be released stays the same, so if you do not agree on the work in time, open a dispute before that date.`,
      ],
    },
    {
      id: 'cancel',
      question: t`When can I cancel?`,
      answer: [
        {
          points: [
            t`Before the seller accepts: at any time.`,
            t`After that: once the delivery is more than ${LATE_DAYS} days late. The delivery days count from the acceptance.`,
            t`After a delivery: no longer. Then you can open a dispute.`,
          ],
        },
        t`You always get the whole price back, and no fee is taken. The same applies if the seller declines, which they can do until they deliver.`,
      ],
    },
    {
      id: 'without-quote',
      question: t`What is an order without a matching quote?`,
      answer: [
        t`The contract is open to everybody, so somebody can pay it without this site, or pay something else than agreed. We show such an order to both sides with a warning and after all others. The seller is not notified of it before accepting it, and it can have no review and no invoice.`,
      ],
    },
  ]
}

/** Questions about problems. */
export function useProblems(): Question[] {
  const { t } = useLingui()
  return [
    {
      id: 'problems',
      question: t`What if something goes wrong?`,
      answer: [
        t`If the seller declines, you get a full refund. If the seller has accepted and the delivery is more than ${LATE_DAYS} days late, you can cancel and get a full refund. Neither costs a fee.`,
        t`If the work is not what was agreed, do not release the payment, but do not just wait. Request changes on the order’s page, or write in its conversation what is missing. If that does not help, open a dispute in the order: once ${RELEASE_DAYS} days have passed after the delivery, anyone may release the whole payment to the seller, unless a dispute is open.`,
      ],
    },
    {
      id: 'no-answer',
      question: t`What if the other side stops answering?`,
      answer: [
        t`Every order can still be ended:`,
        {
          points: [
            t`The seller does not accept: the buyer cancels.`,
            t`The seller does not deliver: the buyer cancels once the delivery is more than ${LATE_DAYS} days late.`,
            t`The buyer does not release: once ${RELEASE_DAYS} days have passed after the delivery, anyone may release the payment to the seller.`,
            t`Nobody ends a dispute: after ${SETTLE_DAYS} days, anyone may settle it by fixed rules.`,
          ],
        },
      ],
    },
    {
      id: 'owed',
      question: t`What if a payment cannot be sent to my wallet?`,
      answer: [
        t`This happens if a wallet refuses a payment, or if a token’s issuer has blocked it. The contract then keeps the payment for you. You find it under [Orders](${ORDERS_LINK}) and on the order’s page, and can withdraw it to any address that can receive it. There is no deadline.`,
      ],
    },
  ]
}

/** Questions about disputes. */
export function useDisputes(): Question[] {
  const { t } = useLingui()
  const maxFee = formatBps(MAX_FEE_PERCENT * 100)
  return [
    {
      id: 'disputes',
      question: t`How does a dispute work?`,
      answer: [
        t`Only the buyer can open one, while the order is delivered and not released. You choose how much of the price you ask for, from 1% to 100%. You can lower that amount later, but not raise it.`,
        t`The seller accepts it or offers less, and can raise the offer later. As soon as one of you accepts the other’s amount, it is refunded to the buyer, and the rest, minus the fee, is paid to the seller.`,
      ],
    },
    {
      id: 'dispute-end',
      question: t`What if we cannot agree?`,
      answer: [
        t`Time limits apply. If the seller does not answer within ${SETTLE_DAYS} days, anyone may settle the dispute at the amount the buyer asks for. If you have not agreed within ${SETTLE_DAYS} days of the seller’s first offer, anyone may settle it halfway between both amounts. A later offer or a lower amount does not change these dates.`,
      ],
    },
    {
      id: 'arbitrator',
      question: t`Who decides a dispute?`,
      answer: [
        t`Before that, once the seller has answered or ${ANSWER_HOURS} hours have passed, an arbitrator of ${brand.name} may decide on a refund between the seller’s offer and what the buyer asks for.`,
        t`An arbitrator must not be the buyer or the seller. The decision is final and pays out at once. Both of you see it in the order, with the reason that the arbitrator wrote.`,
      ],
    },
    {
      id: 'evidence',
      question: t`Which evidence can I submit?`,
      answer: [
        t`While the dispute is open, both of you can submit evidence in the order: a statement, files, and messages from the conversation. The arbitrator sees it and what was delivered, but not the rest of the conversation.`,
        t`Each side can submit ${MAX_SUBMISSIONS} times, each time with up to ${MAX_FILES} files and ${MAX_EVIDENCE_MESSAGES} messages. Nothing can be changed afterwards. We delete the evidence ${EVIDENCE_DAYS} days after the order has ended.`,
      ],
    },
    {
      id: 'dispute-cost',
      question: t`What does a dispute cost?`,
      answer: [
        t`The buyer pays only network fees. If an arbitrator decides, an arbitration fee may be charged in addition to the platform fee. Both are taken from the seller’s part only, are fixed when the order is paid, and together are never more than ${maxFee}. On what is refunded, no fee is taken.`,
      ],
    },
  ]
}
