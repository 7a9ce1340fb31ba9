import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../../lib/paths.ts'
import { readStored, store } from '../../lib/storage.ts'
import type { DialogProps } from '../../session/dialogs.ts'
import { useViewer } from '../../session/viewer.ts'
import { afterDialogs } from '../../ui/back.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Mark } from '../../ui/Mark.tsx'
import css from './auth.module.css'

/** Storage key of the id of the user who was asked last in this browser. */
const ASKED = 'warren.purpose'

/** Asks a new member once what they are here for, and opens that page. Does not ask members with a profile. */
export default function PurposeDialog({ onClose }: DialogProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const [, navigate] = useLocation()
  const id = viewer ? String(viewer.user_id) : null
  const [asked] = useState(() => id === null || Boolean(viewer?.name) || readStored(ASKED) === id)
  useEffect(() => {
    if (asked) onClose()
    else store(ASKED, id!)
  }, [asked, id, onClose])
  if (asked) return null

  const go = (to: string) => () => {
    onClose()
    afterDialogs(() => navigate(to))
  }
  const ways: [IconName, string, string, string][] = [
    ['case', t`I want to hire`, t`Post a job and choose from the applicants`, paths.list('jobs')],
    ['box', t`I offer my work`, t`Post a service that people can buy`, paths.list('services')],
    ['eye', t`I’m just looking around`, t`See new services, jobs and events`, paths.news()],
  ]
  return (
    <Dialog title={<Trans>What would you like to do?</Trans>} subtitle={<Trans>You can do all of this later.</Trans>} onClose={onClose}>
      <ul className={css.wallets}>
        {ways.map(([icon, name, about, to]) => (
          <li key={to}>
            <button type="button" className={css.wallet} onClick={go(to)}>
              <Mark icon={icon} />
              <span className={css.told}>
                <b>{name}</b>
                <span className="small mute">{about}</span>
              </span>
              <Icon name="right" />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
