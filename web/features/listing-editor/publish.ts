import { ApiError } from '../../lib/api-error.ts'

/**
 * Creates a listing with `send(undefined)` and returns its id. An earlier attempt may have succeeded although its answer was lost. If the
 * draft has changed since then, `send(id)` changes the listing of that attempt, so that no second one is created.
 */
export async function publish(send: (id: number | undefined) => Promise<{ id: number }>): Promise<number> {
  try {
    return (await send(undefined)).id
  } catch (error) {
    const reused = error instanceof ApiError && error.code === 'idempotency_key_reused'
    const { id } = ((reused && error.details) || {}) as { id?: number }
    if (id === undefined) throw error
    return (await send(id)).id
  }
}
