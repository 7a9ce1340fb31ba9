import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import css from './auth.module.css'

/** The rules themselves, short enough to be read: in the dialog that asks for them, and on their page. `heading` is the rank of each one's title. */
export function Terms({ heading }: { heading: 'h2' | 'h3' }) {
  return (
    <ul className={css.terms}>
      <Term heading={heading} icon="user" title={<Trans>Your account is yours alone</Trans>}>
        <Trans>
          Whoever holds the keys of your wallet, or your password, is you here. The keys we never have and cannot restore. You are of age,
          and what you say about yourself is true.
        </Trans>
      </Term>
      <Term heading={heading} icon="box" title={<Trans>The deal is between you and the other person</Trans>}>
        <Trans>
          We run the place where you meet. The seller answers for the work, the buyer for a clear order. What you agree on in writing in the
          order counts.
        </Trans>
      </Term>
      <Term heading={heading} icon="lock" title={<Trans>Payments wait in escrow</Trans>}>
        <Trans>
          A contract on the Base network holds the buyer’s payment until the order ends. We cannot take it, stop it or send it elsewhere. In
          a dispute our arbitrator may divide it between the two of you, at a figure between the seller’s offer and what the buyer asks for.
          What the contract has done cannot be undone.
        </Trans>
      </Term>
      <Term heading={heading} icon="info" title={<Trans>The fee is fixed before you sign</Trans>}>
        <Trans>
          Normally 10 % of the price, paid by the seller when the order is completed, and never more than 20 % with arbitration. A cancelled
          or rejected order costs no fee. The network has its own small fee.
        </Trans>
      </Term>
      <Term heading={heading} icon="clock" title={<Trans>Time limits hold for both</Trans>}>
        <Trans>
          Until the seller accepts, the buyer can cancel freely. After accepting, the buyer can cancel when the delivery is more than two
          days late. After a delivery the buyer has 14 days to release the payment or open a dispute; from then on anyone may release it to
          the seller. A dispute ends at the buyer’s figure if the seller does not answer within 60 days, and in the middle of both figures
          if you have not agreed within 60 days of the first offer.
        </Trans>
      </Term>
      <Term heading={heading} icon="warning" title={<Trans>What has no place here</Trans>}>
        <Trans>
          Anything illegal, stolen, deceptive or hurtful; work that is not yours; reviews that were bought; paying around the escrow. Such
          listings and accounts are closed. Open orders still end as the contract says.
        </Trans>
      </Term>
      <Term heading={heading} icon="eye" title={<Trans>What others see</Trans>}>
        <Trans>
          Your profile, listings, reviews and wallet address are public, and payments can be seen by everybody on the chain. Messages are
          for the people in the room. We keep what the service needs and sell nothing.
        </Trans>
      </Term>
      <Term heading={heading} icon="pencil" title={<Trans>Your content stays yours</Trans>}>
        <Trans>
          You allow us to show what you post here, as long as you keep it here. Taxes on what you earn are yours to pay. We may change these
          rules, and ask you again when we do.
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
