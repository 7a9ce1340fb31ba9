import { sValidator } from '@hono/standard-validator'
import type { Hono, ValidationTargets } from 'hono'
import type { GenericSchema } from 'valibot'
import { ERRORS, type ErrorCode } from './errors.schema.ts'
import { ApiError } from './errors.ts'
import { malformedAt } from './text.schema.ts'

/** A part of a request and the schema it must fit. */
export interface Input {
  target: keyof ValidationTargets
  schema: GenericSchema
}

/** A route of an area as it was declared: what it takes beside its path. */
export interface Call {
  method: string
  path: string
  inputs: Input[]
}

const inputs = new WeakMap<object, Input>()

/** Half a letter fits no schema: neither a database nor a web address can hold it. The rule is `malformed`. */
function wellFormed<Schema extends GenericSchema>(schema: Schema): Schema {
  const standard = schema['~standard']
  const validate: typeof standard.validate = (value) => {
    const path = malformedAt(value)
    return path ? { issues: [{ message: 'malformed', path }] } : standard.validate(value)
  }
  return { ...schema, '~standard': { ...standard, validate } }
}

/**
 * Checks one part of a request against a valibot schema before the handler runs: unknown fields are dropped,
 * anything wrong is 422 `invalid_body` with the path and rule of its first fault, or the code of the catalogue a rule is named like.
 * It throws rather than answers, so that the failure is no part of the answer's type.
 */
export const valid = <Target extends keyof ValidationTargets, Schema extends GenericSchema>(target: Target, schema: Schema) => {
  const handler = sValidator(target, wellFormed(schema), (result) => {
    if (result.success) return
    const issue = result.error[0]
    const path = issue?.path?.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') ?? ''
    const rule = issue?.message ?? ''
    if (Object.hasOwn(ERRORS, rule)) throw new ApiError(rule as ErrorCode, { path })
    throw new ApiError('invalid_body', { path, rule })
  })
  inputs.set(handler, { target, schema })
  return handler
}

/** Every call of an area with what it takes, in the order of its routes; middleware of the whole area is none. */
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
