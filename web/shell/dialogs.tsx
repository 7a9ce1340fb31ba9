import { Suspense, useDeferredValue, useEffect } from 'react'
import { useLocation } from 'wouter'
import { later } from '../later.ts'
import { createStore } from '../ui/store.ts'
import { useViewer } from './viewer.ts'

/** What every dialog here gets. */
export interface DialogProps {
  onClose: () => void
}

/** Dialogs any page may open. Their code comes with the first opening. */
const DIALOGS = {
  login: later(() => import('../features/auth/LoginDialog.tsx'), ['auth', 'wallet']),
  terms: later(() => import('../features/auth/TermsDialog.tsx'), ['auth']),
}
type DialogName = keyof typeof DIALOGS

const open = createStore<{ name: DialogName; then?: () => void } | null>(null)

/** Opens a dialog; `then` runs once somebody is logged in and has accepted the terms, and is forgotten when they close it. */
export const openDialog = (name: DialogName, then?: () => void): void => open.set({ name, then })
export const closeDialog = (): void => open.set(null)

/**
 * The door before what needs a seller (profile, publishing): `gate(() => navigate(...))` runs it at once, or after
 * login and terms.
 */
export function useGate(): (then: () => void) => void {
  const viewer = useViewer()
  return (then) => (viewer?.creator ? then() : openDialog(viewer ? 'terms' : 'login', then))
}

/** Stands once in the shell. After the login it leads on to the terms where they are not accepted, then to where the person was going. */
export function DialogHost() {
  const shown = open.use()
  const viewer = useViewer()
  const [path, navigate] = useLocation()
  const asked = path.startsWith('/login') || new URLSearchParams(location.search).get('ha') === 'login'

  useEffect(() => {
    if (asked && viewer === null) openDialog('login', path.startsWith('/login') ? () => navigate('/', { replace: true }) : undefined)
    if (asked && viewer && path.startsWith('/login')) navigate('/', { replace: true })
  }, [asked, viewer, path, navigate])

  useEffect(() => {
    if (!shown || !viewer) return
    if (viewer.creator) {
      closeDialog()
      shown.then?.()
    } else if (shown.name === 'login') openDialog('terms', shown.then)
  }, [shown, viewer])

  // The login stays until the terms that follow it can be drawn.
  const drawn = useDeferredValue(shown)
  if (!drawn) return null
  const Shown = DIALOGS[drawn.name]
  return (
    <Suspense fallback={null}>
      <Shown onClose={closeDialog} />
    </Suspense>
  )
}
