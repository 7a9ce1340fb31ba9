import { describe, expect, it } from 'vitest'
import { LOCALE_CODES } from '../shared/locales.schema.ts'
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

describe.each(LOCALE_CODES)('the mails in %s', (locale) => {
  const url = 'https://warren.example/confirm-email/#token'
  const [confirm, reset] = [confirmMail(to, locale, sender, { url }), resetMail(to, locale, sender, { url })]
  const unknown = resetUnknownMail(to, locale, sender, null)
  const [linked, removed] = [walletLinkedMail, walletRemovedMail].map((write) => write(to, locale, sender, '0x1234…5678'))
  const password = passwordChangedMail(to, locale, sender, '')
  const email = emailChangedMail(to, locale, sender, 'b•••@example.com')

  it('have every text, as plain text and as HTML', () => {
    for (const mail of [confirm, reset, unknown, linked!, removed!, password, email]) {
      expect(mail.subject).toMatch(/\S/)
      for (const body of [mail.text, mail.html]) {
        expect(body).toContain(sender.contact)
        expect(body).not.toMatch(/undefined|\[object|\$\{/)
      }
    }
  })

  it('contain their links, and what changed', () => {
    for (const mail of [confirm, reset]) expect(mail.text).toContain(url)
    expect(unknown.text).toContain(`${sender.origin}/login/`)
    for (const mail of [linked!, removed!]) {
      expect(mail.text).toContain(`${sender.origin}/settings/`)
      expect(mail.text).toContain('0x1234…5678')
    }
    expect(email.text).toContain('b•••@example.com')
    for (const mail of [password, email]) expect(mail.html).not.toContain('<a ')
  })
})

it('no mail is in the words of another language', () => {
  const subjects = LOCALE_CODES.map((locale) => Object.values(CATALOGS[locale]).map((write) => write(sender, 'x').subject))
  expect(new Set(subjects.flat()).size).toBe(subjects.flat().length)
})
