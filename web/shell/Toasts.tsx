import { Suspense } from 'react'
import { lazyComponent } from '../lib/lazy-component.ts'
import { dropNote, notes } from '../ui/toast.ts'

/** Loaded with the first toast. */
export const ToastList = lazyComponent(() => import('../ui/ToastList.tsx'))

/** Shows the messages of `toast()`. */
export function Toasts() {
  const shown = notes.use()
  if (!shown.length) return null
  return (
    <Suspense fallback={null}>
      <ToastList notes={shown} onClose={dropNote} />
    </Suspense>
  )
}
