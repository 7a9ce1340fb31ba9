import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isTimeZone } from '../../../workers/listings/time-zones.schema.ts'
import {
  type Channel,
  type NotificationSettings,
  type QuietHours,
  TOPICS,
  type Topic,
} from '../../../workers/notifications/settings.schema.ts'
import { ownZone } from '../../lib/dates.ts'
import { errorText } from '../../lib/errors.ts'
import { LoadError } from '../../lib/LoadError.tsx'
import { timeZones } from '../../lib/time-zones.ts'
import { devicesQuery } from '../../queries/devices.ts'
import { type ChosenSettings, notificationSettingsQuery, useSetNotificationSettings } from '../../queries/notification-settings.ts'
import { Select, TextField } from '../../ui/Field.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Table } from '../../ui/Table.tsx'
import { toast } from '../../ui/toast.ts'
import { Section } from './Section.tsx'
import css from './settings.module.css'
import { TOPIC_TEXTS } from './topic-texts.ts'

/** The quiet hours that are proposed (minutes after midnight). */
const NIGHT = { from: 22 * 60, to: 7 * 60 }

/** What the member is notified about on each channel, and the quiet hours. Every change is stored at once. */
export function Notifications() {
  const query = useQuery(notificationSettingsQuery)
  return (
    <Section
      title={<Trans>Notifications</Trans>}
      text={
        <Trans>
          E-mails and notifications on your devices are only about what you have not read. You always get e-mails about your password and
          wallets.
        </Trans>
      }
    >
      {query.data ? <Choices settings={query.data} /> : query.error ? <LoadError query={query} /> : <Skeleton width="100%" height={260} />}
    </Section>
  )
}

/** Whether a channel can reach the member: there is an address for e-mails, or a browser that shows notifications. */
function useReach(hasEmail: boolean): Record<Channel, boolean> {
  const { data } = useQuery(devicesQuery)
  return { app: true, email: hasEmail, push: Boolean(data?.devices.length) }
}

function Choices({ settings: { off, quiet, timeZone, hasEmail } }: { settings: NotificationSettings }) {
  const { t, i18n } = useLingui()
  const save = useSetNotificationSettings((error) => toast(errorText(error), 'bad'))
  const byEmail = t({ message: 'By e-mail', context: 'notifications' })
  const onDevices = t`On devices`
  const canReach = useReach(hasEmail)
  const zone = timeZone ?? (isTimeZone(ownZone()) ? ownZone() : 'UTC')
  const set = (changed: Partial<ChosenSettings>) => save.mutate({ off, quiet, timeZone: zone, ...changed })
  const toggle = (one: ChosenSettings['off'][number], on: boolean) => set({ off: on ? off.filter((each) => each !== one) : [...off, one] })
  const control = (channel: Channel, name: string) => (topic: Topic) => {
    const one = `${channel}:${topic}` as const
    const topicName = i18n._(TOPIC_TEXTS[topic])
    return (
      <Switch
        label={<span className="unseen">{`${topicName}, ${name}`}</span>}
        checked={!off.includes(one) && canReach[channel]}
        disabled={!canReach[channel]}
        onChange={(on) => toggle(one, on)}
      />
    )
  }
  return (
    <>
      <Table
        controls
        caption={t`Notifications`}
        rows={TOPICS}
        keyOf={(topic) => topic}
        columns={[
          { name: t`Topic`, cell: (topic) => i18n._(TOPIC_TEXTS[topic]) },
          { name: t`In the app`, cell: control('app', t`In the app`) },
          { name: byEmail, cell: control('email', byEmail) },
          { name: onDevices, cell: control('push', onDevices) },
        ]}
      />
      <Switch
        label={<Trans>New messages, on devices</Trans>}
        checked={!off.includes('push:messages') && canReach.push}
        disabled={!canReach.push}
        onChange={(on) => toggle('push:messages', on)}
      />
      {!hasEmail && (
        <p className="small mute">
          <Trans>To get e-mails, add and confirm an e-mail address above.</Trans>
        </p>
      )}
      {(canReach.email || canReach.push) && (
        <>
          <Switch
            label={<Trans>Quiet hours: delay e-mails and notifications on devices</Trans>}
            checked={quiet !== null}
            onChange={(on) => set({ quiet: on ? NIGHT : null })}
          />
          {quiet && <QuietTimes quiet={quiet} zone={zone} set={set} />}
        </>
      )}
    </>
  )
}

const toTime = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
/** The minutes after midnight of the text of a time field; null while it is incomplete. */
function toMinutes(time: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? []
  return hours ? Number(hours) * 60 + Number(minutes) : null
}

function QuietTimes({ quiet, zone, set }: { quiet: QuietHours; zone: string; set: (changed: Partial<ChosenSettings>) => void }) {
  const zones = useMemo(() => timeZones(zone).map((one) => [one, one.replaceAll('_', ' ')] as const), [zone])
  const change = (end: 'from' | 'to') => (event: { target: { value: string } }) => {
    const minutes = toMinutes(event.target.value)
    if (minutes !== null) set({ quiet: { ...quiet, [end]: minutes } })
  }
  return (
    <div className={css.quiet}>
      <TextField type="time" label={<Trans context="time of day">From</Trans>} value={toTime(quiet.from)} onChange={change('from')} />
      <TextField type="time" label={<Trans context="time of day">To</Trans>} value={toTime(quiet.to)} onChange={change('to')} />
      <Select label={<Trans>Time zone</Trans>} options={zones} value={zone} onChange={(event) => set({ timeZone: event.target.value })} />
    </div>
  )
}
