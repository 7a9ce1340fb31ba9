import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { detectLanguage } from '../../../workers/listings/text.schema.ts'
import type { SponsorshipList } from '../../../workers/orders/sponsorships.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { errorText } from '../../lib/errors.ts'
import { Entry } from '../../lib/ListEntry.tsx'
import { ListState } from '../../lib/ListState.tsx'
import { mailto } from '../../lib/mailto.ts'
import { sponsorshipsQuery, useCloseSponsorship } from '../../queries/sponsorships.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { toast } from '../../ui/toast.ts'
import { Skeletons } from '../admin-pages/AdminFrame.tsx'
import { AudienceFacts } from '../sponsor/AudienceFacts.tsx'
import css from './Reports.module.css'

type Request = SponsorshipList['requests'][number]

/** The open requests to sponsor, for admins of the OrderBook. */
export function Sponsorships() {
  const { t } = useLingui()
  const query = useQuery(sponsorshipsQuery)
  const requests = query.data?.requests ?? []
  return (
    <section className={css.list} aria-label={t`Requests to sponsor`}>
      <h2>
        <Trans>Requests to sponsor</Trans>
      </h2>
      <ListState
        queries={[query]}
        isEmpty={requests.length === 0}
        skeleton={<Skeletons height={220} count={2} />}
        empty={
          <EmptyState
            drawing="mail"
            heading="h3"
            title={<Trans>No requests to sponsor</Trans>}
            text={<Trans>What is sent with the form for sponsors appears here.</Trans>}
          />
        }
      >
        <ul className={css.list}>
          {requests.map((request) => (
            <li key={request.id}>
              <Entry of={request}>
                <Sponsorship request={request} />
              </Entry>
            </li>
          ))}
        </ul>
      </ListState>
    </section>
  )
}

function Sponsorship({ request }: { request: Request }) {
  const close = useCloseSponsorship()
  return (
    <article className={css.thing} aria-label={request.company}>
      <h3 dir="auto">{request.company}</h3>
      <p className={css.contact}>
        <a href={mailto(request.contact)}>{request.contact}</a> <span className="small mute">{formatDate(request.at, 'dayTime')}</span>
      </p>
      <AudienceFacts request={request} />
      {request.message && (
        <p className={css.message} lang={detectLanguage(request.message)} dir="auto">
          {request.message}
        </p>
      )}
      <div className={css.buttons}>
        <Button
          busy={close.isPending}
          onClick={() => void close.mutateAsync(request.id).catch((error: unknown) => toast(errorText(error), 'bad'))}
        >
          <Trans>Close the request</Trans>
        </Button>
      </div>
    </article>
  )
}
