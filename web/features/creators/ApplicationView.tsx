import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { CreatorApplication } from '../../../workers/creators/applications.schema.ts'
import { detectLanguage } from '../../../workers/listings/text.schema.ts'
import { brand } from '../../brand.ts'
import { useDates } from '../../lib/dates.ts'
import { errorText } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { useWithdrawApplication } from '../../queries/creator-application.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { shortAddress } from '../../ui/member-name.ts'
import { toast } from '../../ui/toast.ts'
import css from './creators.module.css'
import { Questions } from './Questions.tsx'
import type { Draft } from './use-application-draft.ts'

interface ApplicationViewProps {
  application: CreatorApplication
  /** Whether the team has removed the viewer as a creator. */
  isRemoved: boolean
  draft: Draft
  onApplyAgain: () => void
}

/** The viewer's application: its state, the questions about it, and what was sent. */
export function ApplicationView({ application, isRemoved, draft, onApplyAgain }: ApplicationViewProps) {
  const { formatDate } = useDates()
  const [isWithdrawing, setWithdrawing] = useState(false)
  const { state, questions, reason } = application
  const sentAt = formatDate(application.sentAt)
  const isOpen = state === 'sent' || state === 'asked'
  return (
    <div className={css.view}>
      <section className={css.state}>
        <p className={css.line}>
          <StateChip state={state} isRemoved={isRemoved} />
          <span className="small mute">
            <Trans>Sent on {sentAt}</Trans>
          </span>
        </p>
        <StateText application={application} isRemoved={isRemoved} />
        {state === 'granted' && !isRemoved && <PageLink name={application.name} />}
        {state === 'refused' && (
          <>
            <blockquote className={css.reason}>
              <b className="small">
                <Trans>Reason</Trans>
              </b>
              <p lang={detectLanguage(reason)}>{reason}</p>
            </blockquote>
            <Button look="primary" onClick={onApplyAgain}>
              <Trans>Apply again</Trans>
            </Button>
          </>
        )}
      </section>
      {questions.length > 0 && <Questions application={application} draft={draft} />}
      <SentFields application={application} />
      {isOpen && (
        <div>
          <Button onClick={() => setWithdrawing(true)}>
            <Trans>Withdraw the application</Trans>
          </Button>
        </div>
      )}
      {isWithdrawing && <WithdrawDialog application={application} draft={draft} onClose={() => setWithdrawing(false)} />}
    </div>
  )
}

const PageLink = ({ name }: { name: string }) => (
  <ButtonLink look="primary" href={paths.creator(name)}>
    <Trans>Open your page</Trans>
  </ButtonLink>
)

/** For a creator who has no application. */
export function CreatorView({ name, isRemoved }: { name: string; isRemoved: boolean }) {
  return (
    <section className={css.state}>
      {isRemoved ? (
        <>
          <p className={css.line}>
            <RemovedChip />
          </p>
          <RemovedText name={name} />
        </>
      ) : (
        <>
          <p>
            <Trans>You are a creator already. Your creator name is {name}.</Trans>
          </p>
          <PageLink name={name} />
        </>
      )}
    </section>
  )
}

type StateProps = Pick<ApplicationViewProps, 'isRemoved'>

function StateChip({ state, isRemoved }: StateProps & Pick<CreatorApplication, 'state'>) {
  if (isRemoved) return <RemovedChip />
  switch (state) {
    case 'sent':
      return (
        <Chip tone="amber" icon="clock">
          <Trans>Waiting for an answer</Trans>
        </Chip>
      )
    case 'asked':
      return (
        <Chip tone="carrot" icon="chat">
          <Trans>We have a question</Trans>
        </Chip>
      )
    case 'granted':
      return (
        <Chip tone="leaf" icon="check">
          <Trans context="an application">Accepted</Trans>
        </Chip>
      )
    case 'refused':
      return (
        <Chip tone="rose">
          <Trans>Not accepted</Trans>
        </Chip>
      )
  }
}

const RemovedChip = () => (
  <Chip tone="rose">
    <Trans context="a creator">Removed</Trans>
  </Chip>
)

const RemovedText = ({ name }: { name: string }) => (
  <p>
    <Trans>
      Our team has removed your creator page. Your works and the creator name {name} are kept.{' '}
      <a className={css.link} href={`mailto:${brand.contact}`}>
        Write to us
      </a>{' '}
      if you have questions.
    </Trans>
  </p>
)

/** What the state means and what happens next. */
function StateText({ application: { state, name }, isRemoved }: StateProps & { application: CreatorApplication }) {
  if (isRemoved) return <RemovedText name={name} />
  return (
    <p>
      {state === 'sent' ? (
        <Trans>Our team reads your application. You are notified when we have a question or an answer.</Trans>
      ) : state === 'asked' ? (
        <Trans>Our team needs an answer from you before it can decide.</Trans>
      ) : state === 'granted' ? (
        <Trans>You are a creator now. Your creator name is {name}.</Trans>
      ) : (
        <Trans>We did not accept your application. You can apply again at any time.</Trans>
      )}
    </p>
  )
}

/** What was sent. */
function SentFields({ application }: { application: CreatorApplication }) {
  const { t } = useLingui()
  const { email, fullname, sns, wallet, name, text } = application
  return (
    <section className={css.part}>
      <h2>
        <Trans>What you sent</Trans>
      </h2>
      <dl className={css.facts}>
        <Row label={t`Creator name`}>
          <b>{name}</b>
        </Row>
        <Row label={t`Wallet`}>
          <span title={wallet}>{shortAddress(wallet)}</span>
        </Row>
        <Row label={t`Full name`}>
          <bdi>{fullname}</bdi>
        </Row>
        <Row label={t`E-mail`}>{email}</Row>
        {sns && (
          <Row label={t`Social network`} isWide>
            <a className={css.link} href={sns} target="_blank" rel="noreferrer nofollow">
              {sns}
            </a>
          </Row>
        )}
        <Row label={t`About you and what you make`} isWide>
          <span className={css.words} lang={detectLanguage(text)}>
            {text}
          </span>
        </Row>
      </dl>
    </section>
  )
}

function Row({ label, isWide, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div data-wide={isWide}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Asks to confirm a withdrawal. What was sent returns into the form, so that it can be changed and sent again. */
function WithdrawDialog({ application, draft, onClose }: Pick<ApplicationViewProps, 'application' | 'draft'> & { onClose: () => void }) {
  const { t } = useLingui()
  const { email, fullname, sns, wallet, name, text } = application
  const withdraw = useWithdrawApplication(() => {
    draft.change({ email, fullname, sns, wallet, name, text, answer: '' })
    toast(t`Your creator application has been withdrawn.`)
  })
  const confirm = () =>
    withdraw.mutate(undefined, {
      onError: (error) => {
        toast(errorText(error), 'bad')
        onClose()
      },
    })
  return (
    <Dialog title={<Trans>Withdraw your creator application?</Trans>} onClose={onClose} locked={withdraw.isPending}>
      <p>
        <Trans>
          We delete it with our questions and your answers, and others can take the creator name. What you wrote stays in the form of this
          tab, so you can change it and send it again.
        </Trans>
      </p>
      <div className={css.buttons}>
        <Button onClick={onClose}>
          <Trans>Not now</Trans>
        </Button>
        <Button look="danger" onClick={confirm} busy={withdraw.isPending}>
          <Trans>Withdraw</Trans>
        </Button>
      </div>
    </Dialog>
  )
}
