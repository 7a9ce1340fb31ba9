import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { LATE_DAYS, MAX_FEE_PERCENT, RELEASE_DAYS, SETTLE_DAYS } from '../../lib/figures.ts'
import { formatBps } from '../../lib/token-format.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import css from './auth.module.css'
import { CurrentFee } from './CurrentFee.tsx'

/** The terms and conditions, for their dialog and their page. `heading` is the level of the titles. */
export function Terms({ heading }: { heading: 'h2' | 'h3' }) {
  const maxFee = formatBps(MAX_FEE_PERCENT * 100)
  return (
    <ul className={css.terms}>
      <Term heading={heading} icon="user" title={<Trans>Your account is for you only</Trans>}>
        <Trans>
          Anyone who has the keys of your wallet, or your password, can act as you. We never have your keys and cannot restore them. You are
          of legal age, and what you say about yourself is true.
        </Trans>
      </Term>
      <Term heading={heading} icon="box" title={<Trans>The agreement is between you and the other person</Trans>}>
        <Trans>
          We run the marketplace. The seller is responsible for the work, the buyer for a clear order. What you agree on in writing in the
          order counts.
        </Trans>
      </Term>
      <Term heading={heading} icon="lock" title={<Trans>Payments wait in escrow</Trans>}>
        <Trans>
          A contract on the Base network holds the buyer’s payment until the order ends. We cannot take it, stop it or send it elsewhere. In
          a dispute our arbitrator may set a refund between the seller’s offer and what the buyer asks for. What the contract has done
          cannot be undone.
        </Trans>
      </Term>
      <Term heading={heading} icon="info" title={<Trans>The fee is fixed before you sign</Trans>}>
        <Trans>
          You see it before you pay. The seller pays it when the order is completed, and it is never more than {maxFee} with arbitration. A
          cancelled or declined order costs no fee. The network charges its own small fee.
        </Trans>
        <CurrentFee />
      </Term>
      <Term heading={heading} icon="clock" title={<Trans>Time limits apply to both sides</Trans>}>
        <Trans>
          Until the seller accepts, the buyer can cancel freely. After acceptance, the buyer can cancel when the delivery is more than{' '}
          {LATE_DAYS} days late. After a delivery the buyer has {RELEASE_DAYS} days to release the payment or open a dispute; from then on
          anyone may release it to the seller. If the seller does not answer a dispute within {SETTLE_DAYS} days, anyone may settle it at
          the refund asked for. If you have not agreed within {SETTLE_DAYS} days of the first offer, anyone may settle it halfway between
          both amounts.
        </Trans>
      </Term>
      <Term heading={heading} icon="warning" title={<Trans>What is not allowed</Trans>}>
        <Trans>
          Anything illegal, stolen, deceptive or hurtful; work that is not yours; paid reviews; payments outside the escrow. We may remove
          such listings and close such accounts. Open orders still end by the rules of the contract.
        </Trans>
      </Term>
      <Term heading={heading} icon="eye" title={<Trans>What others see</Trans>}>
        <Trans>
          Your profile, listings, reviews and wallet address are public, and everybody can see payments on the chain. Messages are for the
          people in the conversation. We store only the data that the site needs, and sell none of it.
        </Trans>
      </Term>
      <Term heading={heading} icon="pencil" title={<Trans>Your content stays yours</Trans>}>
        <Trans>
          You allow us to show what you post for as long as it is posted. You pay the taxes on what you earn. If we change these rules, we
          will ask you to accept them again.
        </Trans>
      </Term>
    </ul>
  )
}

function Term({
  heading: Heading,
  icon,
  title,
  children,
}: {
  heading: 'h2' | 'h3'
  icon: IconName
  title: ReactNode
  children: ReactNode
}) {
  return (
    <li>
      <Icon name={icon} />
      <div>
        <Heading>{title}</Heading>
        <p>{children}</p>
      </div>
    </li>
  )
}
