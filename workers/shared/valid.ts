import { sValidator } from '@hono/standard-validator'
import type { ValidationTargets } from 'hono'
import type { GenericSchema } from 'valibot'
import { ApiError } from './errors.ts'

/**
 * Checks one part of a request against a valibot schema before the handler runs: unknown fields are dropped,
 * anything wrong is 422 `invalid_body` with the path and rule of its first fault. It throws rather than answers,
 * so that the failure is no part of the answer's type.
 */
export const valid = <Target extends keyof ValidationTargets, Schema extends GenericSchema>(target: Target, schema: Schema) =>
  sValidator(target, schema, (result) => {
    if (result.success) return
    const issue = result.error[0]
    const path = issue?.path?.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') ?? ''
    throw new ApiError('invalid_body', { path, rule: issue?.message ?? '' })
  })
