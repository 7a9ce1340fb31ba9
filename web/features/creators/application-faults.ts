import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { safeParse } from 'valibot'
import { type ContactRequest, contactRequest, type NameAnswer } from '../../../workers/creators/applications.schema.ts'

/** The fields of the application, in the order of the form. */
export const FIELDS = ['email', 'fullname', 'sns', 'wallet', 'name', 'text'] as const
export type FieldName = (typeof FIELDS)[number]
export type Fields = Record<FieldName, string>

export interface FieldFault {
  field: FieldName
  text: MessageDescriptor
}

const NAME_TEXTS = {
  invalid: msg`A creator name has 2 to 20 letters of the Latin alphabet or digits.`,
  reserved: msg`Nobody can have this name. Please choose another.`,
  taken: msg`This name is taken. Please choose another.`,
} satisfies Record<NonNullable<NameAnswer['reason']>, MessageDescriptor>
/** For a guest, whose own username counts as taken. */
export const TAKEN_FOR_GUEST = msg`This name is taken. If it is your username, you can have it once you are logged in.`

/** The texts of the rules of applications.schema.ts; all other rules are about the length. */
const TEXTS: Partial<Record<FieldName, Record<string, MessageDescriptor>>> = {
  email: { email: msg`Please enter a valid email address.` },
  fullname: { too_short: msg`Please enter your full name.` },
  sns: { https: msg`Please enter the address of a page, beginning with https://.` },
  wallet: { address: msg`Please choose a wallet.` },
  name: { creator_name: NAME_TEXTS.invalid },
  text: { too_short: msg`Please write about yourself and what you make.` },
}
const TOO_LONG = msg`This is too long. Please shorten it.`

/** The fields as they are sent: a link without a scheme is one with `https`. */
export const toRequest = ({ sns, ...fields }: Fields): ContactRequest => ({
  ...fields,
  sns: sns.trim() && !/^[a-z][a-z\d+.-]*:/i.test(sns.trim()) ? `https://${sns.trim()}` : sns,
})

/**
 * What is missing or wrong, in the order of the form, at most one fault of each field. `nameReason` is the server's answer about the name. A
 * guest has no wallet yet, and a name that is taken may be the guest's own.
 */
export function findFaults(fields: Fields, nameReason: NameAnswer['reason'], isGuest: boolean): FieldFault[] {
  const { issues = [] } = safeParse(contactRequest, toRequest(fields))
  return FIELDS.flatMap((field) => {
    if (field === 'wallet' && isGuest) return []
    const issue = issues.find(({ path }) => path?.[0].key === field)
    if (issue) return [{ field, text: TEXTS[field]?.[issue.message] ?? TOO_LONG }]
    if (field === 'name' && nameReason && !(isGuest && nameReason === 'taken')) return [{ field, text: NAME_TEXTS[nameReason] }]
    return []
  })
}
