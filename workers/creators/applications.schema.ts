import {
  check,
  type InferOutput,
  integer,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  regex,
  string,
  transform,
} from 'valibot'
import { email } from '../auth/credentials.schema.ts'
import { address } from '../auth/users.schema.ts'
import { opaqueId } from '../shared/ids.schema.ts'
import { multiLineText, singleLineText } from '../shared/text-fields.schema.ts'
import { parseHttps } from './social-links.schema.ts'
import { typedName } from './typed-name.schema.ts'

/** Bounds of an application: characters, and the number of questions that admins may ask. */
export const APPLICATION_LIMITS = { sns: 300, fullname: 100, text: 2000, answer: 2000, question: 1000, questions: 10 } as const

/** `granted` and `refused` are final; in the other two states the application is open. */
export const APPLICATION_STATES = ['sent', 'asked', 'granted', 'refused'] as const
type ApplicationState = (typeof APPLICATION_STATES)[number]

/** The name of a creator: 2 to 20 letters and digits. Its case is kept, but names that differ only in case are the same name. */
export const creatorName = pipe(
  string(),
  maxLength(100, 'creator_name'),
  transform((text) => text.normalize('NFKC').trim()),
  regex(/^[a-zA-Z0-9]{2,20}$/, 'creator_name'),
)

/** Empty, or the address of a page (rule `https`). */
const socialLink = pipe(
  string(),
  maxLength(APPLICATION_LIMITS.sns, 'too_long'),
  check((text) => !text.trim() || parseHttps(text) !== null, 'https'),
  transform((text) => parseHttps(text)?.href ?? ''),
  maxLength(APPLICATION_LIMITS.sns, 'too_long'),
)

const filled = <Limit extends number>(limit: Limit) => pipe(multiLineText(limit), minLength(1, 'too_short'))

/** Body of contact. */
export const contactRequest = object({
  email,
  sns: optional(socialLink, ''),
  fullname: pipe(singleLineText(APPLICATION_LIMITS.fullname), minLength(1, 'too_short')),
  wallet: address,
  name: creatorName,
  text: filled(APPLICATION_LIMITS.text),
})
export type ContactRequest = InferOutput<typeof contactRequest>

/** Query of checkCreatorName. A name of the wrong form gets an answer, too. */
export const creatorNameQuery = object({ name: typedName })

/** Response of checkCreatorName. `reason` says why the caller cannot have the name; null if they can. */
export interface NameAnswer {
  available: boolean
  reason: 'invalid' | 'reserved' | 'taken' | null
}

/** Body of answerApplicationQuestion. `question` is the place of the question in the list, beginning with 0. */
export const questionAnswerRequest = object({
  question: pipe(number(), integer(), minValue(0), maxValue(APPLICATION_LIMITS.questions - 1)),
  answer: filled(APPLICATION_LIMITS.answer),
})

/** Body of withdrawApplication. */
export const withdrawRequest = object({})

/** What getCreatorApplications can list. `open` is `sent` and `asked`. */
const APPLICATION_FILTERS = ['open', ...APPLICATION_STATES] as const
export type ApplicationFilter = (typeof APPLICATION_FILTERS)[number]

/** Query of getCreatorApplications. `cursor` is the `next` of the previous page. */
export const creatorApplicationsQuery = object({
  state: optional(picklist(APPLICATION_FILTERS), 'open'),
  cursor: optional(pipe(string(), regex(/^\d{1,12}\.[\w-]{22}$/, 'cursor'))),
})

/** Body of answerCreatorApplication. `text` is the question, or the reason of the refusal. */
export const answerApplicationRequest = object({
  id: opaqueId,
  action: picklist(['ask', 'refuse']),
  text: filled(APPLICATION_LIMITS.question),
})

/** A question of an admin. Times are UTC seconds; both parts of the answer are null until the applicant has answered. */
export interface ApplicationQuestion {
  question: string
  askedAt: number
  answer: string | null
  answeredAt: number | null
}

/** An application as the applicant sees it. Times are UTC seconds. */
export interface CreatorApplication extends ContactRequest {
  id: string
  state: ApplicationState
  /** Oldest first. In the state `asked` the last one has no answer. */
  questions: ApplicationQuestion[]
  /** Why it was refused; '' otherwise. */
  reason: string
  sentAt: number
  /** When the state last changed. */
  stateAt: number
}

/** Response of getMyApplication. */
export interface MyApplication {
  /** Null without an application. */
  application: CreatorApplication | null
  /** The caller's creator name, also of a removed creator; null for others. There are creators without an application. */
  creator: string | null
  /** Whether the team has removed the caller as a creator. */
  isRemoved: boolean
}

/** An application as admins see it. `applicant` is the member with the name that others see; '' without one. */
export interface ReceivedApplication extends CreatorApplication {
  applicant: { id: number; name: string }
}

/** A page of applications. `next` is the cursor of the next page; null on the last. */
export interface ApplicationPage {
  applications: ReceivedApplication[]
  next: string | null
}
