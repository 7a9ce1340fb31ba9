import { msg } from '@lingui/core/macro'
import { ApiError } from '../../lib/api-error.ts'

/** Whether a decision was refused because the thing has changed. The lists are then loaded again. */
export const isChangedThing = (error: unknown): boolean => error instanceof ApiError && error.code === 'conflict'

export const changedThing = msg`This has changed in the meantime. It is shown as it is now. Check it, and decide again.`
