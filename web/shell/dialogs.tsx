import { Suspense } from 'react'
import { useLocation, useSearch } from 'wouter'
import { lazyComponent } from '../lib/lazy-component.ts'
import { useIsHydrated } from '../lib/use-is-hydrated.ts'
import { type DialogName, openedDialog } from '../session/dialogs.ts'

const load = () => import('./lazy/DialogHost.tsx')
const LoadedHost = lazyComponent(load)

/** Handlers for a button that opens a dialog: its code is loaded when the pointer or the focus reaches the button. */
export const prefetchDialog = (name: DialogName) => {
  const prefetch = () =>
    void load()
      .then(({ DIALOGS }) => DIALOGS[name].fetch())
      .catch(() => {})
  return { onPointerEnter: prefetch, onFocus: prefetch }
}

/** Shows the open dialog. The code for this is loaded with the first dialog. */
export function DialogHost({ isGated }: { isGated?: boolean }) {
  const [path] = useLocation()
  // A server renders no dialog.
  const isHydrated = useIsHydrated()
  const names = new URLSearchParams(useSearch()).get('ha') === 'login' || path.startsWith('/login')
  const asked = isHydrated && names
  const opened = openedDialog.use()
  if (!asked && !opened) return null
  return (
    <Suspense fallback={null}>
      <LoadedHost asked={asked} isGated={isGated} />
    </Suspense>
  )
}
