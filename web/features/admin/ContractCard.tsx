import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import type { ContractSettings } from '../../../workers/creators/settings.schema.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ExplorerLink } from '../orders/ExplorerLink.tsx'
import { Fact } from './CreatorFacts.tsx'
import css from './creators-admin.module.css'
import { CONTRACT_LABELS } from './setting-call.ts'

/** An address in full, which a line may break anywhere. */
export const Address = ({ of }: { of: string }) => (
  <ExplorerLink to={`address/${of}`}>
    <code className={css.hash}>{of}</code>
  </ExplorerLink>
)

interface Props {
  contract: ContractSettings
  /** Facts about the contract, below its owner. */
  facts?: ReactNode
  /** Whether others than the owner can use what is on the card. */
  isForAll?: boolean
  children?: ReactNode
}

/** A contract with its owner. Who is not the owner reads that only the owner can change it. */
export function ContractCard({ contract: { name, owner, isOwner }, facts, isForAll = false, children }: Props) {
  const { t } = useLingui()
  const id = useId()
  return (
    <section className={css.card} aria-labelledby={id}>
      <h2 id={id}>{CONTRACT_LABELS[name]}</h2>
      <dl className={css.facts}>
        <Fact label={t`Owner`} wide>
          <Address of={owner} /> {isOwner && <span className="small mute">{t`This is your wallet.`}</span>}
        </Fact>
        {facts}
      </dl>
      {!isOwner && !isForAll && (
        <Notice>
          <Trans>Only the owner of this contract can change this.</Trans>
        </Notice>
      )}
      {children}
    </section>
  )
}
