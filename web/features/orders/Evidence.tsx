import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { evidenceFault } from '../../../workers/orders/evidence.schema.ts'
import { type Order, type Role, statusOf } from '../../../workers/orders/orders.schema.ts'
import { ListState } from '../../lib/ListState.tsx'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { evidenceQuery } from '../../queries/evidence.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadingBlock } from '../../ui/LoadingBlock.tsx'
import css from './Evidence.module.css'
import { EvidenceList } from './EvidenceList.tsx'

const EvidenceDialog = lazyComponent(() => import('./EvidenceDialog.tsx'), ['orders', 'uploads'])

/** What both parties have submitted as evidence, and the button to submit more while the order is disputed. */
export default function Evidence({ order, role }: { order: Order; role: Role }) {
  const query = useQuery(evidenceQuery(order.id))
  const [isOpen, setOpen] = useState(false)
  const evidence = query.data ?? []
  const isDisputed = statusOf(order) === 'disputed'
  const fault = query.data && evidenceFault(order, role, query.data)
  if (!isDisputed && !evidence.length && !query.isError) return null
  return (
    <section className={css.evidence} aria-labelledby="evidence">
      <h2 id="evidence">
        <Trans>Evidence</Trans>
      </h2>
      {isDisputed && (
        <p className="small mute">
          <Trans>Arbitrators see the order, its deliveries and this evidence. They do not see your conversation.</Trans>
        </p>
      )}
      <ListState
        queries={[query]}
        isEmpty={!evidence.length}
        skeleton={<LoadingBlock />}
        empty={
          <p className="small mute">
            <Trans>Nothing has been submitted yet.</Trans>
          </p>
        }
      >
        <EvidenceList order={order} role={role} evidence={evidence} />
      </ListState>
      {fault === null && (
        <div>
          <Button onClick={() => setOpen(true)}>
            <Trans>Submit evidence</Trans>
          </Button>
        </div>
      )}
      {fault === 'evidence_limit' && (
        <p className="small mute">
          <Trans>You have submitted evidence ten times in this order. You cannot submit more.</Trans>
        </p>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <EvidenceDialog order={order} role={role} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}
