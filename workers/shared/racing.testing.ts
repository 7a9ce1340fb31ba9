import { vi } from 'vitest'

/**
 * Simulates a race: runs `action` once, right before the first database request that contains this text. Call `restore` at the end;
 * `happened` says whether the action ran.
 */
export function raceBefore(text: string, action: () => Promise<unknown>) {
  const real = globalThis.fetch
  const state = { happened: false, restore: () => vi.stubGlobal('fetch', real) }
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init)
    if (!state.happened && (await request.clone().text()).includes(text)) {
      state.happened = true
      await action()
    }
    return real(request)
  })
  return state
}
