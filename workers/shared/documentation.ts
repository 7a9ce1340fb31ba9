import type { ExtractSchema } from 'hono/types'
import type { GenericSchema } from 'valibot'
import type { ErrorCode } from './errors.schema.ts'
import type { Row } from './limit-table.ts'

/** An answer that is not JSON: its content type and what it contains. A WebSocket has no content type. */
interface OtherAnswer {
  contentType: string | null
  about: string
}

/** What the API documentation says about a call in addition to what its route, its schemas and the table of limits say. */
export interface DocumentedCall<Answer = unknown> {
  /** What the call does, in one line, and if needed in more words. */
  summary: string
  about?: string
  answer: GenericSchema<unknown, Answer> | OtherAnswer
  /** The status of a success, if it is not 200. */
  status?: 201 | 101
  /** When the sign-in must be at most 15 minutes old: always, or if the body has this field. */
  needsFreshSignIn?: 'always' | { field: string }
  /** Limits that the handler counts itself, by what they limit: rows of the limit table. */
  limits?: Record<string, Row>
  /** Notes on fields of the request by their path or name: units, and bounds that the schema cannot express. */
  fields?: Record<string, string>
  /** Error codes of the handler itself. Those of the checks before it follow from the route, see documented-errors.ts. */
  errors: ErrorCode[]
}

/** The documentation of an area: its calls by name (`GET /api/auth/getCarrots`), and its named schemas. */
export interface Documentation {
  /** What the area is for. */
  about: string
  calls: Record<string, DocumentedCall>
  /** Schemas that several answers share, by name. */
  schemas: Record<string, GenericSchema>
}

type Methods = { $get: 'GET'; $post: 'POST' }
/** `unknown` for an answer without a type: the answer of the RPC node is passed on unchanged. */
type OutputOf<Endpoint> = Endpoint extends { output: infer Output; outputFormat: 'json' }
  ? [Output] extends [never]
    ? unknown
    : Output
  : never

/**
 * The calls of an area's app, each with the type of its answer. A call that is missing or unknown is a type error, and so is a schema that
 * allows what the handler cannot answer. A schema that is too narrow fails the tests that receive an answer it does not allow.
 */
export type CallsOf<Api, Area extends string> = {
  [Path in keyof ExtractSchema<Api> & string as {
    [Method in keyof ExtractSchema<Api>[Path] & keyof Methods]: `${Methods[Method]} /api/${Area}${Path}`
  }[keyof ExtractSchema<Api>[Path] & keyof Methods]]: DocumentedCall<
    OutputOf<ExtractSchema<Api>[Path][keyof ExtractSchema<Api>[Path] & keyof Methods]>
  >
}
