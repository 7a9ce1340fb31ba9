import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { MAIL_TOPICS } from '../../../workers/notifications/settings.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { useUnsubscribe } from '../../queries/notification-settings.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { Section } from './Section.tsx'
import { TOPIC_TEXTS } from './topic-texts.ts'

/**
 * Turns off the mails of a topic if the page was opened by the link of a mail; works for guests. Only a press of the button changes
 * something, because programs that check links open them too.
 */
export function Unsubscribe() {
  const { t, i18n } = useLingui()
  const [token] = useState(() => new URLSearchParams(location.search).get('unsubscribe'))
  const unsubscribe = useUnsubscribe()
  if (!token) return null
  const topic = MAIL_TOPICS.find((one) => one === token.split('.')[1])
  const name = topic && (topic === 'messages' ? t`Unread messages` : i18n._(TOPIC_TEXTS[topic]))
  return (
    <Section
      title={<Trans>Stop these e-mails</Trans>}
      text={
        name ? (
          <Trans>This stops e-mails of the topic “{name}”. Other settings stay as they are.</Trans>
        ) : (
          <Trans>Other settings stay as they are.</Trans>
        )
      }
    >
      {unsubscribe.isSuccess ? (
        <p role="status">
          <Trans>Done. You get no more e-mails about this topic.</Trans>
        </p>
      ) : (
        <Button look="primary" busy={unsubscribe.isPending} onClick={() => unsubscribe.mutate(token)}>
          <Trans>Stop these e-mails</Trans>
        </Button>
      )}
      {unsubscribe.isError && <FieldError>{errorText(unsubscribe.error)}</FieldError>}
    </Section>
  )
}
