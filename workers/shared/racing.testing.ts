import { vi } from 'vitest'

/**
 * Lets something happen right before the first request to the database that holds this text: what a race would do, each time. Answers
 * what to call in the end; `happened` says whether it came to it.
 */
export function raceBefore(text: string, happen: () => Promise<unknown>) {
  const real = globalThis.fetch
  const state = { happened: false, restore: () => vi.stubGlobal('fetch', real) }
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init)
    if (!state.happened && (await request.clone().text()).includes(text)) {
      state.happened = true
      await happen()
    }
    return real(request)
  })
  return state
}
