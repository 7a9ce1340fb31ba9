import { Suspense, useDeferredValue, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { lazyComponent } from '../lib/lazy-component.ts'
import { closeDialog, type DialogName, needsEmail, openDialog, openedDialog } from '../session/dialogs.ts'
import { useViewer } from '../session/viewer.ts'

/** The dialogs that any page may open. The code of each is loaded when it is first opened. */
export const DIALOGS = {
  login: lazyComponent(() => import('../features/auth/LoginDialog.tsx'), ['auth', 'wallet']),
  terms: lazyComponent(() => import('../features/auth/TermsDialog.tsx'), ['auth']),
  email: lazyComponent(() => import('../features/auth/SetEmailDialog.tsx'), ['auth']),
  purpose: lazyComponent(() => import('../features/auth/PurposeDialog.tsx'), ['auth']),
  menu: lazyComponent(() => import('./lazy/MenuDialog.tsx'), ['shell']),
  about: lazyComponent(() => import('./lazy/AboutDialog.tsx'), ['shell', 'pages']),
  carrots: lazyComponent(() => import('../features/carrots/CarrotDialog.tsx'), ['carrots']),
  chain: lazyComponent(() => import('./lazy/ChainDialog.tsx'), ['shell', 'wallet']),
} satisfies Record<DialogName, unknown>

/** Handlers for a button that opens a dialog: its code is loaded when the pointer or the focus reaches the button. */
export const prefetchDialog = (name: DialogName) => {
  const prefetch = () => void DIALOGS[name].fetch().catch(() => {})
  return { onPointerEnter: prefetch, onFocus: prefetch }
}

/**
 * Shows the open dialog. After the login it opens the terms if they are not accepted, then the request for an e-mail address if none is
 * confirmed, then runs `then`. A guest who closes the login on a page that needs one (`isGated`) is sent to the home page.
 */
export function DialogHost({ isGated }: { isGated?: boolean }) {
  const shown = openedDialog.use()
  const viewer = useViewer()
  const [path, navigate] = useLocation()
  const atLogin = path.startsWith('/login')
  const search = useSearch()
  const asked = atLogin || new URLSearchParams(search).get('ha') === 'login'

  useEffect(() => {
    if (asked && viewer === null) openDialog('login', atLogin ? () => navigate('/', { replace: true }) : undefined)
    if (atLogin && viewer) navigate('/', { replace: true })
  }, [asked, atLogin, viewer, navigate])

  useEffect(() => {
    if (!viewer || (shown?.name !== 'login' && shown?.name !== 'terms')) return
    const next = !viewer.creator ? 'terms' : needsEmail(viewer) ? 'email' : null
    if (next) return shown.name === next ? undefined : openDialog(next, shown.then)
    closeDialog()
    shown.then?.()
  }, [shown, viewer])

  const close = () => {
    closeDialog()
    if (shown?.name === 'email') return shown.then?.()
    if (shown?.name !== 'login' || viewer !== null) return
    const to = isGated || atLogin ? '/' : asked ? path : null
    // Already loaded with the dialog.
    if (to) import('../ui/back.ts').then(({ afterDialogs }) => afterDialogs(() => navigate(to, { replace: true })))
  }

  // The login stays until the terms that follow it can be rendered.
  const drawn = useDeferredValue(shown)
  if (!drawn) return null
  const Shown = DIALOGS[drawn.name]
  return (
    <Suspense fallback={null}>
      <Shown onClose={close} />
    </Suspense>
  )
}
