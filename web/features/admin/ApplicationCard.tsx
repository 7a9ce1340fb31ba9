import { Trans, useLingui } from '@lingui/react/macro'
import { APPLICATION_LIMITS, type CreatorApplication, type ReceivedApplication } from '../../../workers/creators/applications.schema.ts'
import { detectLanguage } from '../../../workers/listings/text.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ApplicationFacts } from './CreatorFacts.tsx'
import css from './creators-admin.module.css'

/** What an admin can do with an application. */
export type Action = 'ask' | 'refuse' | 'grant'

interface Props {
  application: ReceivedApplication
  /** Whether it is the viewer's own, which another admin has to answer. */
  isOwn: boolean
  onChoose: (action: Action) => void
}

/** An application with its questions and its state. */
export function ApplicationCard({ application, isOwn, onChoose }: Props) {
  const { state, name, questions, reason } = application
  const [sentAt, stateAt] = [formatDate(application.sentAt), formatDate(application.stateAt)]
  const isOpen = state === 'sent' || state === 'asked'
  return (
    <article className={css.card} aria-label={name}>
      <header className={css.line}>
        <h2>{name}</h2>
        <StateChip state={state} />
        <span className="small mute">
          <Trans>Sent on {sentAt}</Trans>
        </span>
      </header>
      <ApplicationFacts application={application} applicant={application.applicant} />
      {questions.length > 0 && <Questions questions={questions} />}
      {state === 'refused' && (
        <blockquote className={css.quote}>
          <b className="small">
            <Trans>Reason</Trans>
          </b>{' '}
          <span className="small mute">{stateAt}</span>
          <p lang={detectLanguage(reason)} dir="auto">
            {reason}
          </p>
        </blockquote>
      )}
      {isOpen && isOwn && (
        <Notice>
          <Trans>This is your own application. Another admin has to answer it.</Trans>
        </Notice>
      )}
      {isOpen && !isOwn && (
        <div className={css.buttons}>
          {state === 'sent' && questions.length < APPLICATION_LIMITS.questions && (
            <Button onClick={() => onChoose('ask')}>
              <Trans>Ask a question</Trans>
            </Button>
          )}
          <Button look="danger" onClick={() => onChoose('refuse')}>
            <Trans context="an application">Refuse</Trans>
          </Button>
          <Button look="primary" onClick={() => onChoose('grant')}>
            <Trans>Make a creator</Trans>
          </Button>
        </div>
      )}
    </article>
  )
}

function StateChip({ state }: Pick<CreatorApplication, 'state'>) {
  switch (state) {
    case 'sent':
      return (
        <Chip tone="carrot" icon="mail">
          <Trans context="applications">To answer</Trans>
        </Chip>
      )
    case 'asked':
      return (
        <Chip tone="amber" icon="clock">
          <Trans>Waiting for the applicant</Trans>
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

/** The questions of admins with the answers, oldest first. */
function Questions({ questions }: Pick<CreatorApplication, 'questions'>) {
  const { t } = useLingui()
  return (
    <ol className={css.questions} aria-label={t`Questions`}>
      {questions.map(({ question, askedAt, answer, answeredAt }) => (
        <li key={`${askedAt} ${question}`}>
          <p className="small mute">
            <Trans>Our team</Trans> · {formatDate(askedAt, 'dayTime')}
          </p>
          <p className={css.words} lang={detectLanguage(question)} dir="auto">
            {question}
          </p>
          {answer !== null && (
            <blockquote className={css.quote}>
              <span className="small mute">
                <Trans>Applicant</Trans> · {formatDate(answeredAt ?? askedAt, 'dayTime')}
              </span>
              <p lang={detectLanguage(answer)} dir="auto">
                {answer}
              </p>
            </blockquote>
          )}
        </li>
      ))}
    </ol>
  )
}
