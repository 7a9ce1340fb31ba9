import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import type { Device, DevicePage } from '../../../workers/notifications/devices.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { errorText } from '../../lib/errors.ts'
import { LoadError } from '../../lib/LoadError.tsx'
import { pushSupport } from '../../lib/push.ts'
import { devicesQuery, useAddDevice, useRemoveDevice } from '../../queries/devices.ts'
import type { Viewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { useDeviceName } from './device-name.ts'
import { Section } from './Section.tsx'
import css from './settings.module.css'

/** Pushes to this browser, and the other browsers that get them. */
export function Pushes({ viewer }: { viewer: Viewer }) {
  const query = useQuery(devicesQuery)
  return (
    <Section
      title={<Trans>On this device</Trans>}
      text={
        <Trans>
          Your browser can notify you even when this site is closed. The text passes through the servers of the browser’s maker, encrypted
          so that they cannot read it. Logging out turns notifications off.
        </Trans>
      }
    >
      {query.data ? (
        <>
          <ThisBrowser page={query.data} viewer={viewer} />
          <OtherBrowsers devices={query.data.devices.filter(({ current }) => !current)} />
        </>
      ) : query.error ? (
        <LoadError query={query} />
      ) : (
        <Skeleton width="100%" height={48} />
      )}
    </Section>
  )
}

/** The browser's permission for notifications. Updates when the member changes it in the browser's settings. */
function usePermission(): NotificationPermission {
  const [, update] = useReducer((changes: number) => changes + 1, 0)
  useEffect(() => {
    const status = navigator.permissions?.query({ name: 'notifications' }).catch(() => null)
    status?.then((one) => one?.addEventListener('change', update))
    window.addEventListener('focus', update)
    return () => {
      status?.then((one) => one?.removeEventListener('change', update))
      window.removeEventListener('focus', update)
    }
  }, [])
  return globalThis.Notification?.permission ?? 'default'
}

function ThisBrowser({ page: { key, devices }, viewer }: { page: DevicePage; viewer: Viewer }) {
  const { t } = useLingui()
  const permission = usePermission()
  const add = useAddDevice((error) => {
    // If the permission was refused, the notice below says what to do.
    if (Notification.permission === 'granted')
      toast(error.name === 'AbortError' ? t`The browser could not turn on notifications. Try again later.` : errorText(error), 'bad')
  })
  const remove = useRemoveDevice((error) => toast(errorText(error), 'bad'))
  const current = devices.find((device) => device.current)
  const support = pushSupport()
  if (support === 'home')
    return (
      <Notice>
        <Trans>
          On an iPhone or iPad, first add this site to the home screen: Share, then Add to Home Screen. Then open it from there.
        </Trans>
      </Notice>
    )
  if (support === 'no')
    return (
      <Notice>
        <Trans>This browser does not support notifications. In a private window they are always off.</Trans>
      </Notice>
    )
  if (permission === 'denied')
    return (
      <Notice tone="amber">
        <Trans>
          Notifications from this site are blocked in this browser. Open the site settings to the left of the address, allow notifications,
          and return here.
        </Trans>
      </Notice>
    )
  if (current && permission === 'granted')
    return (
      <>
        <p className={css.device} role="status">
          <Chip tone="leaf">
            <Trans>On</Trans>
          </Chip>
          <Trans>This browser shows notifications.</Trans>
        </p>
        <Button busy={remove.isPending} onClick={() => remove.mutate({ id: current.id, isThis: true })}>
          <Trans>Turn off here</Trans>
        </Button>
      </>
    )
  return (
    <>
      <p className="small mute">
        <Trans>Your browser will ask for your permission.</Trans>
      </p>
      <Button look="primary" icon="bell" busy={add.isPending} onClick={() => add.mutate({ userId: viewer.user_id, key })}>
        <Trans>Turn on here</Trans>
      </Button>
    </>
  )
}

function OtherBrowsers({ devices }: { devices: Device[] }) {
  const remove = useRemoveDevice((error) => toast(errorText(error), 'bad'))
  if (!devices.length) return null
  return (
    <>
      <h3>
        <Trans>Other devices</Trans>
      </h3>
      <ul className={css.devices}>
        {devices.map((device) => (
          <OtherBrowser
            key={device.id}
            device={device}
            busy={remove.isPending && remove.variables.id === device.id}
            onRemove={() => remove.mutate({ id: device.id, isThis: false })}
          />
        ))}
      </ul>
    </>
  )
}

function OtherBrowser({ device, busy, onRemove }: { device: Device; busy: boolean; onRemove: () => void }) {
  const { t } = useLingui()
  const name = useDeviceName(device)
  const { os, createdAt } = device
  return (
    <li>
      <Mark icon={os === 'iOS' || os === 'Android' ? 'phone' : os ? 'laptop' : 'globe'} />
      <div>
        <b>{name}</b>
        <p className="small mute">
          <Trans>Since {formatDate(createdAt)}</Trans>
        </p>
      </div>
      <Button small busy={busy} aria-label={t`Turn off notifications on ${name}`} onClick={onRemove}>
        <Trans>Turn off</Trans>
      </Button>
    </li>
  )
}
