import type { Locale } from '../shared/locales.schema.ts'
import { en } from './locales/en.ts'
import { ja } from './locales/ja.ts'
import type { MailTexts } from './mail-texts.ts'
import { isEventKind, type Kind, type NotificationParams } from './notifications.schema.ts'
import type { notifications } from './tables.ts'

export const CATALOGS: Record<Locale, MailTexts> = { en, ja }

type Row = Pick<typeof notifications.$inferSelect, 'kind' | 'params' | 'thingKind' | 'thingId'>

/**
 * The sentence of a notification in a language, with a deadline in the time zone; the title of what it is about, and whether that is an order
 * for a place at an event; and the ids of the new listings that it names.
 */
export function describe({ kind, params }: Row, locale: Locale, timeZone: string) {
  const parsed = JSON.parse(params) as NotificationParams
  const { title, refundBps = 0, until = 0, count = 0, listings = [] } = parsed
  const { kinds, ofEvents } = CATALOGS[locale]
  const known = kind as Kind
  const write = isEventKind(known, parsed) ? ofEvents[known] : kinds[known]
  const sentence = write({
    percent: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(refundBps / 10_000),
    until: `${new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(until * 1000)} (${timeZone})`,
    count,
  })
  return { sentence, title, isEvent: parsed.isEvent ?? false, listings }
}

/** The path of the page that a notification leads to. The title of a notification about a post is the name of its creator. */
export function pathOf({ thingKind, thingId, params }: Pick<Row, 'thingKind' | 'thingId' | 'params'>): string {
  if (thingKind === 'application') return '/creator-sign-up/'
  if (thingKind === 'account') return '/terms/'
  if (thingKind === 'profile') return '/profile/'
  if (thingKind === 'post') return `/${(JSON.parse(params) as NotificationParams).title}/p/${thingId}`
  if (thingKind === 'listing') return `/${(JSON.parse(params) as NotificationParams).listType}/${thingId}`
  return `/${thingKind === 'saved' ? thingKind : thingKind === 'room' ? 'messenger' : `${thingKind}s`}/${thingId}`
}
