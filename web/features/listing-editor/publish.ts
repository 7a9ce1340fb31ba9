import { ApiError } from '../../lib/api-error.ts'

/**
 * Publishes a new listing with `send`, whose argument is the id of a listing to change instead. Returns its id. An earlier attempt may have
 * succeeded although its answer was lost: if the draft has changed since, that listing is changed, and no second one is created.
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
