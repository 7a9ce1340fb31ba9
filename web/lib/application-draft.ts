import type { ContactRequest } from '../../workers/creators/applications.schema.ts'
import { store } from './storage.ts'
import { readJson } from './stored-json.ts'

/** What somebody has typed in the application to become a creator, or as the answer to a question about it. */
export type ApplicationDraft = Partial<Record<keyof ContactRequest | 'answer', string>>

// In the storage of the tab, because it has the full name and the address of a person who may be a guest at a shared device.
const KEY = 'warren.application'
const FIELDS = ['email', 'sns', 'fullname', 'wallet', 'name', 'text', 'answer'] as const satisfies (keyof ApplicationDraft)[]

/** The draft in this tab: the member's own, or what was typed before the login. `userId` is 0 for a guest. */
export function readApplicationDraft(userId: number): ApplicationDraft {
  const stored = readJson<{ userId?: unknown; fields?: Record<string, unknown> }>(KEY, 'sessionStorage')
  if (!stored?.fields || (stored.userId !== 0 && stored.userId !== userId)) return {}
  return Object.fromEntries(
    Object.entries(stored.fields).filter(([name, value]) => FIELDS.some((field) => field === name) && typeof value === 'string'),
  )
}

/** Stores the draft in this tab. */
export function storeApplicationDraft(userId: number, fields: ApplicationDraft): void {
  store(KEY, JSON.stringify({ userId, fields }), 'sessionStorage')
}

/** Forgets the draft, also at a logout: the next person at this device may be another one. */
export const clearApplicationDraft = (): void => void store(KEY, null, 'sessionStorage')
