import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { brand } from '../../brand.ts'
import type { PageProps } from '../../lib/page-props.ts'
import { paths } from '../../lib/paths.ts'
import { FAQ_TOPICS, type FaqTopic } from '../../pages.ts'
import { useTitle } from '../../session/title.ts'
import { CurrentFee } from '../auth/CurrentFee.tsx'
import { Contract } from './Contract.tsx'
import css from './pages.module.css'

/** `/faq/:topic?`: all questions on one page. With a topic, the page scrolls to its section. */
export default function FaqPage({ params }: PageProps) {
  const { t } = useLingui()
  useTitle(t`Questions and answers`)
  const { topic } = params
  const here = useRef(false)
  useEffect(() => {
    // Jumps to the topic when the page opens, and scrolls smoothly when it is open already.
    if (topic) document.getElementById(topic)?.scrollIntoView({ behavior: here.current ? 'smooth' : 'instant' })
    here.current = true
  }, [topic])
  const sections = useSections()
  return (
    <div className={`wrap ${css.faq}`}>
      <header className={css.head}>
        <h1>
          <Trans>Questions and answers</Trans>
        </h1>
        <p>
          <Trans>
            How {brand.name} works. Something missing? <a href={`mailto:${brand.contact}`}>Write to us</a>.
          </Trans>
        </p>
      </header>
      <nav className={css.topics} aria-label={t`Topics`}>
        <ol>
          {FAQ_TOPICS.map((name) => (
            <li key={name}>
              <Link href={paths.faq(name)} aria-current={name === topic ? 'true' : undefined}>
                {sections[name][0]}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <div className={css.text}>
        {FAQ_TOPICS.map((name) => (
          <section key={name} id={name} aria-labelledby={`${name}-title`}>
            <h2 id={`${name}-title`}>{sections[name][0]}</h2>
            {sections[name][1]}
          </section>
        ))}
      </div>
    </div>
  )
}

function useSections(): Record<FaqTopic, [question: string, answer: ReactNode]> {
  const { t } = useLingui()
  return {
    what: [
      t`What is ${brand.name}?`,
      <>
        <p>
          <Trans>
            A marketplace for people who work and create. Sellers offer services at a fixed price or by the hour; buyers order, talk to them
            and pay in USDC, USDT or ETH on the Base network.
          </Trans>
        </p>
        <p>
          <Trans>
            The payment waits in an escrow contract until the work is done. Employers post jobs that people apply for or bid on, and hosts
            post events that people request to join.
          </Trans>
        </p>
      </>,
    ],
    'sign-up': [
      t`How do I sign up?`,
      <>
        <p>
          <Trans>
            Press “Log in” and choose how. With a wallet you sign one short message: it costs nothing, moves no money, and there is no
            password. With an e-mail address you choose a password, and open the link in the e-mail we send you.
          </Trans>
        </p>
        <p>
          <Trans>
            The first time, you read and accept eight short rules; then you can create your profile. To publish a service or a paid event,
            and to pay, you need a wallet; you link it in the settings, or when it is needed.
          </Trans>
        </p>
      </>,
    ],
    sell: [
      t`How do I offer a service?`,
      <p key="">
        <Trans>
          Log in and press “Post a service”. Add a title, pictures, a description and up to three plans, each with a price (5 USD or more)
          and delivery days. Posting is free; the fee is due only when an order is completed.
        </Trans>
      </p>,
    ],
    gas: [
      t`Do I need ETH for network fees?`,
      <p key="">
        <Trans>
          To pay, accept, deliver or release you send a transaction, and the Base network charges a small fee for it in ETH, usually a few
          cents. Logging in, posting, searching and writing messages cost nothing.
        </Trans>
      </p>,
    ],
    'no-gas': [
      t`What if I have no ETH for the fee?`,
      <p key="">
        <Trans>
          Before each step of an order we check whether your wallet has ETH. If it has none, nothing is sent, and you see how much you need
          and the address to send it to. Get a little ETH on Base by buying it, for example at{' '}
          <a href="https://www.coinbase.com/how-to-buy/ethereum">Coinbase</a>, by bridging it from Ethereum, for example with{' '}
          <a href="https://superbridge.app/?fromChainId=1&toChainId=8453">Superbridge</a>, or from somebody you know. Then continue where
          you were.
        </Trans>
      </p>,
    ],
    orders: [
      t`How does an order work?`,
      <>
        <ol>
          <li>
            <Trans>You choose a plan and pay. Before you sign you see the price, the fee, and what the seller gets.</Trans>
          </li>
          <li>
            <Trans>The seller accepts or declines. Until then you can cancel at any time and get a full refund.</Trans>
          </li>
          <li>
            <Trans>
              You talk in the order’s own conversation. Within the agreed days, the seller delivers a message and files on the order’s page.
              You can request changes there as often as the plan includes revisions.
            </Trans>
          </li>
          <li>
            <Trans>
              You check the work and release the payment; the seller is paid at once, minus the fee. Not what was agreed? Open a dispute
              within 14 days of the delivery.
            </Trans>
          </li>
        </ol>
        <p>
          <Trans>
            A place at a paid event counts as an order. When the host accepts your request, you have 48 hours to pay the price that applied
            then; after that your place goes to the next person. A location or link that the event hides is shown once the host has accepted
            your order. The host delivers once the event is over. If the host declines the order before that, you get a full refund.
          </Trans>
        </p>
      </>,
    ],
    problems: [
      t`What if something goes wrong?`,
      <>
        <p>
          <Trans>
            If the seller declines, you get a full refund. If the seller has accepted and the delivery is more than two days late, you can
            cancel and get a full refund. Neither costs a fee.
          </Trans>
        </p>
        <p>
          <Trans>
            If the work is not what was agreed, do not release the payment, but do not just wait. Request changes on the order’s page, or
            write in its conversation what is missing. If that does not help, open a dispute in the order: once 14 days have passed after
            the delivery, anyone may release the whole payment to the seller, unless a dispute is open.
          </Trans>
        </p>
      </>,
    ],
    disputes: [
      t`How does a dispute work?`,
      <>
        <p>
          <Trans>
            Only the buyer can open one, while the order is delivered and not released. You choose how much of the price you ask for, from
            1% to 100%. You can lower that amount later, but not raise it.
          </Trans>
        </p>
        <p>
          <Trans>
            The seller accepts it or offers less, and can raise the offer later. As soon as one of you accepts the other’s amount, it is
            refunded to the buyer, and the rest, minus the fee, is paid to the seller.
          </Trans>
        </p>
        <p>
          <Trans>
            If you cannot agree, time limits apply. If the seller does not answer within 60 days, anyone may settle the dispute at the
            amount the buyer asks for. If you have not agreed within 60 days of the seller’s first offer, anyone may settle it halfway
            between both amounts.
          </Trans>
        </p>
        <p>
          <Trans>
            Before that, once the seller has answered or 72 hours have passed, an arbitrator of {brand.name} may decide on a refund between
            the seller’s offer and what the buyer asks for. An arbitration fee may be charged in addition to the platform fee. Both are
            taken from the seller’s part only, are fixed when the order is paid, and together are never more than 20%.
          </Trans>
        </p>
        <p>
          <Trans>
            While the dispute is open, both of you can submit evidence in the order: a statement, files, and messages from the conversation.
            The arbitrator sees it and what was delivered, but not the rest of the conversation.
          </Trans>
        </p>
        <p>
          <Trans>
            An arbitrator must not be the buyer or the seller. The decision is final and pays out at once. Both of you see it in the order,
            with the reason that the arbitrator wrote.
          </Trans>
        </p>
      </>,
    ],
    'base-wallet': [
      t`Why a Base wallet?`,
      <p key="">
        <Trans>
          A Base wallet is a smart wallet that opens with a passkey, so there is nothing to install and no secret phrase to lose. MetaMask,
          Phantom and other browser wallets also work.
        </Trans>
      </p>,
    ],
    money: [
      t`Is my money safe?`,
      <>
        <p>
          <Trans>
            A deposit can only be paid to the seller or refunded to the buyer. We cannot pay it out to ourselves, freeze it, or change the
            contract. In a dispute our arbitrator may set a refund between the seller’s offer and what the buyer asks for. If one side stops
            answering, fixed time limits apply.
          </Trans>
        </p>
        <p>
          <Trans>
            You see the fee before you pay. It is fixed in the order when it is placed, and taken from the seller’s part when the order is
            completed.
          </Trans>
          <CurrentFee />
        </p>
        <p>
          <Trans>Keep the keys of your wallet safe: we never have them, and nobody can restore them.</Trans>
        </p>
      </>,
    ],
    tech: [
      t`What is it built on?`,
      <>
        <p>
          <Trans>
            The escrow is a contract on Base; anybody can read it. The app runs on Cloudflare’s network, and your listings and messages are
            stored in our database, not on the chain.
          </Trans>
        </p>
        <Contract />
      </>,
    ],
  }
}
