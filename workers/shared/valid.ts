import { sValidator } from '@hono/standard-validator'
import type { Hono, ValidationTargets } from 'hono'
import { config, type GenericSchema } from 'valibot'
import { ERRORS, type ErrorCode } from './errors.schema.ts'
import { ApiError } from './errors.ts'
import { malformedAt } from './text.schema.ts'

/** A part of a request and its schema. */
interface Input {
  target: keyof ValidationTargets
  schema: GenericSchema
}

/** A declared route of an area with its validated inputs; path parameters are not included. */
export interface Call {
  method: string
  path: string
  inputs: Input[]
}

const inputs = new WeakMap<object, Input>()

/**
 * Rejects lone surrogates with the rule `malformed`: neither the database nor a URL can store them. Stops at the first problem, because only
 * that one is reported, and a large body can have hundreds of thousands.
 */
function wellFormed<Schema extends GenericSchema>(schema: Schema): Schema {
  const standard = config(schema, { abortEarly: true })['~standard']
  const validate: typeof standard.validate = (value) => {
    const path = malformedAt(value)
    return path ? { issues: [{ message: 'malformed', path }] } : standard.validate(value)
  }
  return { ...schema, '~standard': { ...standard, validate } }
}

/** For a code of status 413: the limit that the value exceeds. */
const limitOf = (code: ErrorCode, issue: unknown): { limit?: number } => {
  const { requirement } = issue as { requirement?: unknown }
  return ERRORS[code] === 413 && typeof requirement === 'number' ? { limit: requirement } : {}
}

/**
 * Validates one part of a request with a valibot schema before the handler runs. Unknown fields are dropped. A failure is 422
 * `invalid_body` with the path and rule of the first problem, or the error code that the rule is named after, with the limit if something
 * is too long. It throws instead of returning a response, so that the failure does not become part of the response type.
 */
export const valid = <Target extends keyof ValidationTargets, Schema extends GenericSchema>(target: Target, schema: Schema) => {
  const handler = sValidator(target, wellFormed(schema), (result) => {
    if (result.success) return
    const issue = result.error[0]
    const path = issue?.path?.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') ?? ''
    const rule = issue?.message ?? ''
    if (Object.hasOwn(ERRORS, rule)) throw new ApiError(rule as ErrorCode, { path, ...limitOf(rule as ErrorCode, issue) })
    throw new ApiError('invalid_body', { path, rule })
  })
  inputs.set(handler, { target, schema })
  return handler
}

/** Every call of an area with its inputs, in route order. Middleware of the whole area is left out. */
export function callsOf(app: Pick<Hono<never>, 'routes'>): Call[] {
  const calls = new Map<string, Call>()
  for (const { method, path, handler } of app.routes) {
    if (method === 'ALL') continue
    const name = `${method} ${path}`
    const call = calls.get(name) ?? { method, path, inputs: [] }
    const input = inputs.get(handler)
    if (input) call.inputs.push(input)
    calls.set(name, call)
  }
  return [...calls.values()]
}
