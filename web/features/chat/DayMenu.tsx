import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId } from 'react'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import css from './DayMenu.module.css'
import { DayName } from './DayName.tsx'

const pad = (number: number) => String(number).padStart(2, '0')
/** A day as date fields write it, in the reader's time zone. */
const dateOf = (day: Date) => `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`

/** Shows the day of the visible messages (UTC seconds). A press asks for another day, and `onChoose` gets its first second. */
export function DayMenu({ at, onChoose }: { at: number | undefined; onChoose: (from: number) => void }) {
  const { t } = useLingui()
  const id = useId()
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const [year, month, day] = String(new FormData(event.currentTarget).get('day')).split('-').map(Number) as [number, number, number]
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    onChoose(Math.max(0, new Date(year, month - 1, day).getTime() / 1000))
  }
  return (
    <div className={css.frame}>
      <button type="button" className={css.chip} popoverTarget={id} title={t`Go to a date`}>
        {at !== undefined && <DayName at={at} />}
        <span className="unseen">{t`Go to a date`}</span>
        <Icon name="down" size={14} />
      </button>
      <div id={id} popover="auto" className={css.panel}>
        <form onSubmit={choose}>
          <TextField
            type="date"
            name="day"
            label={t`Date`}
            required
            max={dateOf(new Date())}
            defaultValue={at === undefined ? undefined : dateOf(new Date(at * 1000))}
            key={at}
          />
          <Button small type="submit">
            <Trans>Go to date</Trans>
          </Button>
        </form>
      </div>
    </div>
  )
}
