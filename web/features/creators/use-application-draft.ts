import { useState } from 'react'
import type { CreatorApplication } from '../../../workers/creators/applications.schema.ts'
import { type ApplicationDraft, clearApplicationDraft, readApplicationDraft, storeApplicationDraft } from '../../lib/application-draft.ts'
import type { Viewer } from '../../session/viewer.ts'
import { FIELDS, type Fields } from './application-faults.ts'

/**
 * The fields of the form, and the started answer to a question. What was typed is stored in the tab with every change, so that a login or a
 * reload does not lose it. Where nothing was typed, a field has the value of the refused application, if there is one, or what is known about
 * the viewer.
 */
export function useApplicationDraft(viewer: Viewer | null, refused: CreatorApplication | undefined) {
  const userId = viewer?.user_id ?? 0
  const [typed, setTyped] = useState(() => readApplicationDraft(userId))
  const textOf = (field: keyof Fields) => typed[field] ?? refused?.[field] ?? (field === 'email' ? viewer?.email : null) ?? ''
  const accounts = viewer?.accounts ?? []
  const fields = Object.fromEntries(FIELDS.map((field) => [field, textOf(field)])) as Fields
  if (!accounts.some((account) => account === fields.wallet)) fields.wallet = viewer?.payout ?? accounts[0] ?? ''
  return {
    fields,
    answer: typed.answer ?? '',
    change(changes: ApplicationDraft) {
      const next = { ...typed, ...changes }
      setTyped(next)
      storeApplicationDraft(userId, next)
    },
    forget() {
      setTyped({})
      clearApplicationDraft()
    },
  }
}

export type Draft = ReturnType<typeof useApplicationDraft>
