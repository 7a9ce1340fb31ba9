import { type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import { CALLS } from './call-limits/all.ts'
import type { Documentation, DocumentedCall } from './documentation.ts'
import { callerOf, errorsOf, type RoutedApp } from './documented-errors.ts'
import { ERROR_NOTES } from './error-notes.ts'
import { ERRORS, type ErrorCode } from './errors.schema.ts'
import { configFor, convert, type Named, open, withNotes } from './json-schemas.ts'
import { DAY, HOUR, type Limit, MINUTE, type Row } from './limit-table.ts'
import { type Call, callsOf } from './valid.ts'

/** An area of the API: its app and its documentation. */
export interface Area {
  app: RoutedApp
  documentation: Documentation
}

/** An operation of the document, with the fields that the page of the API documentation reads. */
export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: Parameter[]
  requestBody?: { required: true; content: { 'application/json': { schema: JsonSchema } } }
  responses: Record<string, ApiResponse>
  security: Record<string, never[]>[]
}
interface Parameter {
  name: string
  in: 'query' | 'path'
  required: boolean
  description?: string
  schema: JsonSchema
}
interface ApiResponse {
  description: string
  content?: Record<string, { schema?: JsonSchema }>
  /** The error codes of this status. */
  'x-error-codes'?: ErrorCode[]
}

/** An OpenAPI 3.1 document. */
export interface ApiDocument {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; securitySchemes: object }
}

const COUNT = new Intl.NumberFormat('en')
const PERIODS: Record<number, string> = { [MINUTE]: 'a minute', [HOUR]: 'an hour', [DAY]: 'a day' }
const limitText = (limits: readonly Limit[]) =>
  limits.map(([count, seconds]) => `${COUNT.format(count)} ${PERIODS[seconds] ?? `in ${seconds / MINUTE} minutes`}`).join(', ')

/** A rate limit as a text; `label` says what it limits. */
function rateLimitText(row: Row | undefined, label = 'Rate limit'): string {
  if (!row) return `${label}: none.`
  const parts = [
    row.person && `${limitText(row.person)} per user`,
    row.unconfirmed && `${limitText(row.unconfirmed)} per user without a confirmed address or wallet`,
    row.network && `${limitText(row.network)} per network`,
  ]
  const sharing = Object.entries(CALLS).flatMap(([name, { counter }]) =>
    row.counter && counter === row.counter ? [name.split('/').slice(3).join('/')] : [],
  )
  const shared = sharing.length ? ` Counted together: ${sharing.join(', ')}.` : ''
  return `${label}: ${parts.filter(Boolean).join('; ')}.${shared}`
}

const CALLERS = {
  anybody: 'For anybody.',
  user: 'For signed-in users.',
  seller: 'For signed-in users who have accepted the terms.',
} as const

const freshSignInText = (needed: DocumentedCall['needsFreshSignIn']) =>
  needed && `Needs a sign-in in the last 15 minutes${needed === 'always' ? '' : ` if the body has \`${needed.field}\``}.`

function errorResponses(codes: ErrorCode[]): Record<string, ApiResponse> {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code])
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, all]) => [
        status,
        {
          description: all.map((code) => `\`${code}\`: ${ERROR_NOTES[code]}`).join('\n\n'),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          'x-error-codes': all,
        },
      ]),
  )
}

function successResponse(call: DocumentedCall, definitions: Named): Record<string, ApiResponse> {
  const { answer, status = 200 } = call
  if (!('contentType' in answer))
    return { [status]: { description: 'Success.', content: { 'application/json': { schema: convert(answer, definitions) } } } }
  const { contentType, about } = answer
  return { [status]: { description: about, ...(contentType && { content: { [contentType]: {} } }) } }
}

function operationOf({ app, documentation }: Area, { method, path, inputs }: Call, definitions: Named): Operation {
  const name = `${method} ${path}`
  const call = documentation.calls[name]
  if (!call) throw new Error(`${name} is not documented`)
  const caller = callerOf(app, method, path)
  const schemaOf = (target: string) => {
    const input = inputs.find((one) => one.target === target)
    return input && withNotes(convert(input.schema, {}), call.fields ?? {})
  }
  const [query, json] = [schemaOf('query'), schemaOf('json')]
  const parameters: Parameter[] = [
    ...[...path.matchAll(/:(\w+)/g)].map(([, key]) => ({
      name: key!,
      in: 'path' as const,
      required: true,
      ...(call.fields?.[key!] && { description: call.fields[key!]! }),
      schema: { type: 'string' as const },
    })),
    ...Object.entries(query?.properties ?? {}).map(([key, field]) => {
      const { description, ...schema } = field as JsonSchema
      return {
        name: key,
        in: 'query' as const,
        required: query!.required?.includes(key) ?? false,
        ...(description && { description }),
        schema,
      }
    }),
  ]
  const about = [
    call.about,
    CALLERS[caller],
    freshSignInText(call.needsFreshSignIn),
    rateLimitText(CALLS[name]),
    ...Object.entries(call.limits ?? {}).map(([what, row]) => rateLimitText(row, what)),
  ]
  return {
    operationId: path.replace(/^\/(api\/)?/, '').replace(/[/:]+/g, '.'),
    tags: [path.split('/')[1] === 'api' ? path.split('/')[2]! : 'media'],
    summary: call.summary,
    description: about.filter(Boolean).join('\n\n'),
    ...(parameters.length && { parameters }),
    ...(json && { requestBody: { required: true as const, content: { 'application/json': { schema: json } } } }),
    responses: { ...successResponse(call, definitions), ...errorResponses(errorsOf(app, name, call)) },
    security: caller === 'anybody' ? [{}, { session: [] }] : [{ session: [] }],
  }
}

const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', enum: Object.keys(ERRORS), description: 'What went wrong. Clients decide by it alone.' },
        message: { type: 'string', description: 'The code in words, for logs.' },
        details: { description: 'More about some errors: `path` and `rule` of a wrong field, or `retryAfter` in seconds.' },
        requestId: { type: 'string', description: 'The id of the request, for support.' },
      },
      required: ['code', 'message'],
    },
  },
  required: ['error'],
}

const ABOUT = `Calls have names: \`/api/<area>/<call>\`, GET to read, POST with a JSON body to change.

**Sessions.** signIn, login and register set the cookie \`__Host-session\`, which all further calls send.

**Origin.** A POST must have an \`Origin\` header with the app's origin, and the content type \`application/json\`. Its body has at most 1 MiB.

**Errors.** Every error is \`{ "error": { "code", "message", "details"?, "requestId"? } }\`. An unknown path answers \`not_found\`, and another method \`method_not_allowed\` with the allowed ones in \`Allow\`.

**Rate limits.** A limited call answers 429 \`too_many_requests\` with the seconds to wait in \`Retry-After\`. A limit of 60 a minute allows 60 calls at once; they come back evenly over the minute. A network is an IPv4 address or the /64 of an IPv6 address.

**Units.** Times are UTC seconds. Prices of listings are in micro-USD: 1,000,000 is one dollar. Amounts of a token are decimal text in its smallest unit (USDC has 6 decimals, ETH 18). Shares are in basis points: 100 is one percent. Ids of users and listings are numbers; other ids are text.

**Lists.** A page has at most a few dozen entries. Send its \`next\` as \`cursor\` or \`before\` to get the next one; it is null on the last page.`

/** Calls that the edge answers itself. */
const edgePaths: ApiDocument['paths'] = {
  '/api/health': {
    get: {
      operationId: 'health',
      tags: ['status'],
      summary: 'Check every part',
      description: `${CALLERS.anybody}\n\n${rateLimitText(CALLS['GET /api/orders/health'])}`,
      responses: {
        200: { description: 'Everything works.', content: { 'application/json': { schema: { $ref: '#/components/schemas/Health' } } } },
        503: { description: 'A part does not work.', content: { 'application/json': { schema: { $ref: '#/components/schemas/Health' } } } },
        ...errorResponses(['internal']),
      },
      security: [{}],
    },
  },
  '/api/openapi.json': {
    get: {
      operationId: 'openapi',
      tags: ['status'],
      summary: 'Get this description of the API',
      description: `${CALLERS.anybody}\n\n${rateLimitText(undefined)}`,
      responses: {
        200: { description: 'An OpenAPI 3.1 document.', content: { 'application/json': { schema: { type: 'object' } } } },
        ...errorResponses(['internal']),
      },
      security: [{}],
    },
  },
}
const HEALTH_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    ok: { type: 'boolean' },
    ...Object.fromEntries(
      ['db', 'chain', 'contracts', 'cron', 'r2'].map((part) => [part, { type: 'string', description: '`ok`, or what is wrong.' }]),
    ),
    cronAgeSeconds: { type: ['integer', 'null'], description: 'Seconds since the cron last made progress.' },
    blocksBehind: { type: ['integer', 'null'], description: 'Blocks from the last one that was read to the newest one.' },
    secondsBehind: { type: ['integer', 'null'], description: 'The same as the difference of their timestamps.' },
    unexpectedEvents: { type: ['integer', 'null'], description: 'Stored event logs that the contract should not have emitted.' },
    lastError: {
      type: ['object', 'null'],
      description: 'The last error of the indexer.',
      properties: {
        at: { type: 'integer', description: 'When it failed (UTC seconds).' },
        message: { type: 'string', description: 'Why, without addresses.' },
      },
    },
  },
  required: ['ok'],
}

/** Builds the OpenAPI document of all areas from their routes, schemas, rate limits and documentation. */
export function apiDocument(title: string, areas: Area[]): ApiDocument {
  const definitions: Named = Object.assign({}, ...areas.map(({ documentation }) => documentation.schemas))
  const { $defs: _, ...schemas } = toJsonSchemaDefs(definitions, configFor(definitions)) as Record<string, JsonSchema>
  const paths: ApiDocument['paths'] = {}
  for (const area of areas)
    for (const call of callsOf(area.app)) {
      const template = call.path.replace(/:(\w+)/g, '{$1}')
      paths[template] = { ...paths[template], [call.method.toLowerCase()]: operationOf(area, call, definitions) }
    }
  return {
    openapi: '3.1.1',
    info: { title: `${title} API`, version: '1', description: ABOUT },
    servers: [{ url: '/' }],
    tags: [
      ...areas.map(({ app, documentation }) => ({ name: callsOf(app)[0]!.path.split('/')[2]!, description: documentation.about })),
      { name: 'media', description: 'Public pictures and videos.' },
      { name: 'status', description: 'About the API itself.' },
    ],
    paths: { ...paths, ...edgePaths },
    components: {
      schemas: {
        ...Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, open(schema)])),
        Error: ERROR_SCHEMA,
        Health: HEALTH_SCHEMA,
      },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-session' } },
    },
  }
}
