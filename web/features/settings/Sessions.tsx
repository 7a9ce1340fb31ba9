import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { SessionInfo } from '../../../workers/auth/sessions.schema.ts'
import { locale } from '../../lib/i18n.ts'
import { LoadError } from '../../lib/LoadError.tsx'
import { countryName, joinPlace } from '../../lib/place-name.ts'
import { sessionsQuery, useEndSession } from '../../queries/sessions.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { useLogout } from '../../wallet/logout.ts'
import { useDeviceName } from './device-name.ts'
import { Refused } from './Refused.tsx'
import { Section } from './Section.tsx'
import css from './settings.module.css'

const HOUR = 3600
const DAY = 86_400

/** The account's sessions, each with a button to end it. */
export function Sessions() {
  const { t } = useLingui()
  const list = useQuery(sessionsQuery)
  const end = useEndSession(() => toast(t`Logged out.`))
  const logout = useLogout()
  const isEnding = (id: string) => end.isPending && end.variables === id
  const others = list.data?.filter(({ current }) => !current) ?? []
  return (
    <Section
      title={<Trans>Where you are logged in</Trans>}
      text={
        <Trans>
          The browsers you logged in with. A browser that is not used for two weeks is logged out automatically. If you do not recognise one
          of them, log it out and change your password.
        </Trans>
      }
    >
      {list.isPending ? (
        <div className={css.devices}>
          <Skeleton width="100%" height={48} />
          <Skeleton width="100%" height={48} />
        </div>
      ) : list.error ? (
        <LoadError query={list} />
      ) : (
        <ul className={css.devices}>
          {[...list.data.filter(({ current }) => current), ...others].map((session) => (
            <Device key={session.id} session={session} busy={isEnding(session.id)} onEnd={() => end.mutate(session.id)} />
          ))}
        </ul>
      )}
      {end.error && <Refused error={end.error} onConfirmed={() => end.mutate(end.variables!)} />}
      {logout.error && <Refused error={logout.error} onConfirmed={() => logout.mutate(logout.variables)} />}
      <div className={css.buttons}>
        {others.length > 0 && (
          <Button busy={isEnding('others')} onClick={() => end.mutate('others')}>
            <Trans>Log out everywhere else</Trans>
          </Button>
        )}
        <Button icon="exit" busy={logout.isPending} onClick={() => logout.mutate(others.length > 0 ? 'everywhere' : undefined)}>
          {others.length > 0 ? <Trans>Log out everywhere</Trans> : <Trans>Log out</Trans>}
        </Button>
      </div>
    </Section>
  )
}

function Device({ session, busy, onEnd }: { session: SessionInfo; busy: boolean; onEnd: () => void }) {
  const { t } = useLingui()
  const { os, current } = session
  const name = useDeviceName(session)
  return (
    <li>
      <Mark icon={os === 'iOS' || os === 'Android' ? 'phone' : os ? 'laptop' : 'globe'} />
      <div>
        <p className={css.device}>
          <b>{name}</b>
          {current && (
            <Chip tone="leaf">
              <Trans>This browser</Trans>
            </Chip>
          )}
        </p>
        <p className="small mute">
          {[placeOf(session), current ? t`In use now` : lastSeen(session, t`In the last hour`)].filter(Boolean).join(' · ')}
        </p>
      </div>
      {!current && (
        <Button small busy={busy} aria-label={t`Log out ${name}`} onClick={onEnd}>
          <Trans>Log out</Trans>
        </Button>
      )}
    </li>
  )
}

/** `Kyoto, Japan`, the location of the sign-in by IP address; '' if unknown. */
function placeOf({ city, country }: SessionInfo): string {
  if (!country) return city ?? ''
  return city ? joinPlace(city, countryName(country)) : countryName(country)
}

/** The time since the last use, in hours or days; `justNow` in the first hour. */
function lastSeen({ lastSeenAt }: SessionInfo, justNow: string): string {
  const ago = Math.floor(Date.now() / 1000) - lastSeenAt
  if (ago < HOUR) return justNow
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' })
  return ago < DAY ? format.format(-Math.floor(ago / HOUR), 'hour') : format.format(-Math.floor(ago / DAY), 'day')
}
