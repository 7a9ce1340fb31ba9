import { Trans } from '@lingui/react/macro'
import { dayName, daysAgo } from './days.ts'

/** The name of the day of a message (UTC seconds), in the reader's time zone. */
export function DayName({ at }: { at: number }) {
  const ago = daysAgo(at)
  return ago === 0 ? <Trans>Today</Trans> : ago === 1 ? <Trans>Yesterday</Trans> : dayName(at)
}
