import { expect, test } from 'vitest'
import { ApiError, isNameError, needsFreshSignIn } from './api-error.ts'

test.each([
  [new ApiError('sign_in_again', 403), true],
  [new ApiError('sign_in_older', 403), true],
  [new ApiError('forbidden', 403), false],
  [new Error('sign_in_again'), false],
  [null, false],
])('needsFreshSignIn(%s) returns %s', (error, expected) => expect(needsFreshSignIn(error)).toBe(expected))

test.each([
  [new ApiError('username_taken', 409), true],
  [new ApiError('name_reserved', 422), true],
  [new ApiError('email_taken', 409), false],
  [new Error('username_taken'), false],
  [null, false],
])('isNameError(%s) returns %s', (error, expected) => expect(isNameError(error)).toBe(expected))
