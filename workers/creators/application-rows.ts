import { sql } from 'drizzle-orm'
import { readTime } from '../shared/rows.ts'
import type { ApplicationQuestion, CreatorApplication } from './applications.schema.ts'
import type { creatorApplications } from './creator-tables.ts'

type Row = typeof creatorApplications.$inferSelect

/** The text is the same as in the indexes; otherwise SQLite would not use them. */
export const isOpen = sql`state in ('sent', 'asked')`

export const questionsOf = ({ questions }: Pick<Row, 'questions'>): ApplicationQuestion[] => JSON.parse(questions) as ApplicationQuestion[]

/** Converts a row. */
export const toApplication = (row: Row): CreatorApplication => ({
  id: row.id,
  state: row.state as CreatorApplication['state'],
  email: row.email,
  sns: row.sns,
  fullname: row.fullName,
  wallet: row.wallet,
  name: row.name,
  text: row.text,
  questions: questionsOf(row),
  reason: row.reason,
  sentAt: readTime(row.sentAt),
  stateAt: readTime(row.stateAt),
})
