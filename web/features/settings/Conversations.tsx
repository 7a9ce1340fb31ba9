import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ChatSettings, DIGEST_HOURS, type DigestHours } from '../../../workers/chat/conversations.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { LoadError } from '../../lib/LoadError.tsx'
import { blockedQuery, chatSettingsQuery, useSetBlocked, useSetChatSettings } from '../../queries/conversations.ts'
import { notificationSettingsQuery } from '../../queries/notification-settings.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Field.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { memberName } from '../../ui/member-name.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toast.ts'
import { Section } from './Section.tsx'
import css from './settings.module.css'

const showError = (error: Error) => toast(errorText(error), 'bad')

/** What the member shows of themself in conversations, the mail about unread messages, and the people they have blocked. */
export function Conversations() {
  const query = useQuery(chatSettingsQuery)
  return (
    <>
      <Section
        title={<Trans>Conversations</Trans>}
        text={<Trans>What you do not show others, they do not show you either. Every change is saved at once.</Trans>}
      >
        {query.data ? (
          <Choices settings={query.data} />
        ) : query.error ? (
          <LoadError query={query} />
        ) : (
          <Skeleton width="100%" height={200} />
        )}
      </Section>
      <Blocked />
    </>
  )
}

function Choices({ settings }: { settings: ChatSettings }) {
  const { t } = useLingui()
  const save = useSetChatSettings(showError)
  const hasEmail = useQuery(notificationSettingsQuery).data?.hasEmail
  const set = (changed: Partial<ChatSettings>) => save.mutate({ ...settings, ...changed })
  const names: Record<DigestHours, string> = {
    0: t({ message: 'Never', context: 'e-mail' }),
    1: t`After 1 hour`,
    8: t`After 8 hours`,
    24: t`After 1 day`,
  }
  return (
    <>
      <Switch
        label={<Trans>Show when I am typing</Trans>}
        checked={settings.showsTyping}
        onChange={(showsTyping) => set({ showsTyping })}
      />
      <Switch label={<Trans>Show what I have read</Trans>} checked={settings.showsSeen} onChange={(showsSeen) => set({ showsSeen })} />
      <Switch
        label={<Trans>Show when I am online</Trans>}
        checked={settings.showsOnline}
        onChange={(showsOnline) => set({ showsOnline })}
      />
      <Select
        label={<Trans>E-mail about unread messages</Trans>}
        options={DIGEST_HOURS.map((hours) => [String(hours), names[hours]] as const)}
        value={String(settings.digestHours)}
        disabled={hasEmail === false}
        hint={
          hasEmail === false ? (
            <Trans>To get e-mails, add and confirm an e-mail address above.</Trans>
          ) : (
            <Trans>One e-mail for all conversations, without muted ones and requests.</Trans>
          )
        }
        onChange={(event) => set({ digestHours: Number(event.target.value) as DigestHours })}
      />
    </>
  )
}

function Blocked() {
  const query = useInfiniteQuery(blockedQuery)
  const block = useSetBlocked()
  const people = query.data?.pages.flatMap((page) => page.blocked) ?? []
  return (
    <Section
      title={<Trans>Blocked people</Trans>}
      text={
        <Trans>You and a person you have blocked cannot write to each other. You block somebody in the menu of your conversation.</Trans>
      }
    >
      {people.length > 0 ? (
        <>
          <ul className={css.people}>
            {people.map(({ user_id, name, address, image }) => {
              const shown = memberName(name, address)
              return (
                <li key={user_id}>
                  <Avatar name={shown} image={image} size={38} />
                  <span className={`${css.person} cut`}>
                    <bdi>{shown}</bdi>
                  </span>
                  <Button
                    small
                    busy={block.isPending && block.variables.userId === user_id}
                    onClick={() => block.mutate({ userId: user_id, isBlocked: false }, { onError: showError })}
                  >
                    <Trans>Unblock</Trans> <bdi className="unseen">{shown}</bdi>
                  </Button>
                </li>
              )
            })}
          </ul>
          <LoadMore query={query} />
        </>
      ) : query.error ? (
        <LoadError query={query} />
      ) : query.data ? (
        <p className="mute">
          <Trans>You have not blocked anybody.</Trans>
        </p>
      ) : (
        <Skeleton width="100%" height={44} />
      )}
    </Section>
  )
}
