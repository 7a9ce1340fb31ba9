import { Suspense, useDeferredValue, useEffect } from 'react'
import { useLocation } from 'wouter'
import { later } from '../lib/lazy-component.ts'
import { useViewer, type Viewer } from '../session/viewer.ts'
import { createStore } from '../ui/store.ts'

/** What every dialog here gets. */
export interface DialogProps {
  onClose: () => void
}

/** Dialogs any page may open, by name. Their code comes with the first opening. */
export const DIALOGS = {
  login: later(() => import('../features/auth/LoginDialog.tsx'), ['auth', 'wallet']),
  terms: later(() => import('../features/auth/TermsDialog.tsx'), ['auth']),
  email: later(() => import('../features/auth/SetEmailDialog.tsx'), ['auth']),
  purpose: later(() => import('../features/auth/PurposeDialog.tsx'), ['auth']),
  menu: later(() => import('./lazy/MenuDialog.tsx'), ['shell']),
  about: later(() => import('./lazy/AboutDialog.tsx'), ['shell', 'pages']),
  carrots: later(() => import('../features/carrots/CarrotDialog.tsx'), ['carrots']),
  chain: later(() => import('./lazy/ChainDialog.tsx'), ['shell', 'wallet']),
}
type DialogName = keyof typeof DIALOGS

const open = createStore<{ name: DialogName; then?: () => void } | null>(null)

/** Opens a dialog; `then` runs once somebody is logged in and has accepted the terms, and is forgotten when they close it. */
export const openDialog = (name: DialogName, then?: () => void): void => open.set({ name, then })
/** For buttons that open one: its code starts to load when the pointer or the focus comes near. */
export const nearDialog = (name: DialogName) => {
  const near = () => void DIALOGS[name].fetch().catch(() => {})
  return { onPointerEnter: near, onFocus: near }
}
export const closeDialog = (): void => open.set(null)
/** Whether one of them is open: a page with a dialog of its own waits with it. */
export const useDialogOpen = (): boolean => open.use() !== null

const WAITS = 'warren.email'
let told = false
/** Says that this person's e-mail address can wait: for as long as the page is open, with an id in this browser for good. */
export function letEmailWait(userId?: number): void {
  told = true
  if (userId) localStorage.setItem(WAITS, String(userId))
}
const owesEmail = (viewer: Viewer) => !viewer.emailVerified && !told && localStorage.getItem(WAITS) !== String(viewer.user_id)

/**
 * The door before what needs a seller (profile, publishing): `gate(() => navigate(...))` runs it at once, or after
 * login and terms.
 */
export function useGate(): (then: () => void) => void {
  const viewer = useViewer()
  return (then) => (viewer?.creator ? then() : openDialog(viewer ? 'terms' : 'login', then))
}

/**
 * Stands once in the shell. After the login it leads on to the terms where they are not accepted, to the e-mail address where there
 * is none that was confirmed, then to where the person was going. A guest who closes the login on a page that is nothing without one (`gated`) is led to the start.
 */
export function DialogHost({ gated }: { gated?: boolean }) {
  const shown = open.use()
  const viewer = useViewer()
  const [path, navigate] = useLocation()
  const atLogin = path.startsWith('/login')
  const asked = atLogin || new URLSearchParams(location.search).get('ha') === 'login'

  useEffect(() => {
    if (asked && viewer === null) openDialog('login', atLogin ? () => navigate('/', { replace: true }) : undefined)
    if (atLogin && viewer) navigate('/', { replace: true })
  }, [asked, atLogin, viewer, navigate])

  useEffect(() => {
    if (!viewer || (shown?.name !== 'login' && shown?.name !== 'terms')) return
    const next = !viewer.creator ? 'terms' : owesEmail(viewer) ? 'email' : null
    if (next) return shown.name === next ? undefined : openDialog(next, shown.then)
    closeDialog()
    shown.then?.()
  }, [shown, viewer])

  const close = () => {
    closeDialog()
    if (shown?.name === 'email') return shown.then?.()
    if (shown?.name !== 'login' || viewer !== null) return
    const to = gated || atLogin ? '/' : asked ? path : null
    // Loaded with the dialog itself.
    if (to) import('../ui/back.ts').then(({ afterDialogs }) => afterDialogs(() => navigate(to, { replace: true })))
  }

  // The login stays until the terms that follow it can be drawn.
  const drawn = useDeferredValue(shown)
  if (!drawn) return null
  const Shown = DIALOGS[drawn.name]
  return (
    <Suspense fallback={null}>
      <Shown onClose={close} />
    </Suspense>
  )
}
