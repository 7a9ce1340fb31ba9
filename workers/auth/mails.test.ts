import { describe, expect, it } from 'vitest'
import { LOCALE_CODES, type Locale } from '../shared/locales.schema.ts'
import type { MailText } from '../shared/render-mail.ts'
import {
  CATALOGS,
  confirmMail,
  emailChangedMail,
  passwordChangedMail,
  resetMail,
  resetUnknownMail,
  walletLinkedMail,
  walletRemovedMail,
} from './mails.ts'

const sender = { name: 'Warren', origin: 'https://warren.example', contact: 'hello@warren.example' }
const to = 'aiko@example.com'

/** The texts of every mail in one language. */
const mailsIn = (locale: Locale) => Object.values(CATALOGS[locale]).map((write): MailText & { button?: string } => write(sender, 'x'))

describe.each(LOCALE_CODES)('the mails in %s', (locale) => {
  const url = 'https://warren.example/confirm-email/#token'
  const [confirm, reset] = [confirmMail(to, locale, sender, { url }), resetMail(to, locale, sender, { url })]
  const unknown = resetUnknownMail(to, locale, sender, null)
  const [linked, removed] = [walletLinkedMail, walletRemovedMail].map((write) => write(to, locale, sender, '0x1234…5678'))
  const password = passwordChangedMail(to, locale, sender, '')
  const email = emailChangedMail(to, locale, sender, 'b•••@example.com')

  it('have a subject, the contact address and no missing value, as plain text and as HTML', () => {
    for (const mail of [confirm, reset, unknown, linked!, removed!, password, email]) {
      expect(mail.subject).toMatch(/\S/)
      for (const body of [mail.text, mail.html]) {
        expect(body).toContain(sender.contact)
        expect(body).not.toMatch(/undefined|\[object|\$\{/)
      }
    }
  })

  it('contain their links, and the wallet or address that changed', () => {
    for (const mail of [confirm, reset]) expect(mail.text).toContain(url)
    expect(unknown.text).toContain(`${sender.origin}/login/`)
    for (const mail of [linked!, removed!]) {
      expect(mail.text).toContain(`${sender.origin}/settings/`)
      expect(mail.text).toContain('0x1234…5678')
    }
    expect(email.text).toContain('b•••@example.com')
    for (const mail of [password, email]) expect(mail.html).not.toContain('<a ')
  })

  it('have different subjects', () => {
    const subjects = mailsIn(locale).map(({ subject }) => subject)
    expect(new Set(subjects).size).toBe(subjects.length)
  })
})

it('no text of the mails is the same in two languages', () => {
  const texts = LOCALE_CODES.flatMap((locale) => {
    const all = mailsIn(locale).flatMap(({ subject, lines, button }) => (button ? [subject, ...lines, button] : [subject, ...lines]))
    // Mails of one language share paragraphs and buttons.
    return [...new Set(all)]
  })
  expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([])
})
