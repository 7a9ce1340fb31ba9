import { isTimeZone } from '../../workers/listings/time-zones.schema.ts'

/** The time zones that this browser and the server know: `first`, then `UTC`, then the others. */
export const timeZones = (...first: string[]): string[] => [
  ...new Set([...first, 'UTC', ...Intl.supportedValuesOf('timeZone').filter(isTimeZone)]),
]
