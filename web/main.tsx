import './ui/tokens.css'
import './ui/base.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { hydrate } from './lib/api.ts'
import { watchNetwork } from './lib/connection.ts'
import { startLanguage } from './lib/i18n.ts'
import { catchInstallPrompt } from './lib/install-offer.ts'
import { loadUntilDone, reloadOnce } from './lib/lazy-component.ts'
import { root } from './root.tsx'
import { pages } from './routes.tsx'
import { cachedUser } from './session/viewer.ts'
import { NotFoundPage } from './shell/App.tsx'
import { MemberBar } from './shell/TopBar.tsx'

const box = document.getElementById('root')!
/** Whether the edge has rendered the page. */
const isRendered = box.hasChildNodes()

/** What a reader does first. A page that is only opened and left needs no copy, and loads no code for it. */
const FIRST_USE = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/** Loads what makes the site an app. */
function startApp() {
  for (const event of FIRST_USE) removeEventListener(event, startApp)
  import('./shell/lazy/installed-app.ts').then(
    (app) => app.startApp(),
    () => {},
  )
}

/** Loads the list of pages. A deploy may have replaced its file; if a reload does not help, it is loaded once the server can be reached. */
const loadPages = () =>
  pages.load().catch(() => {
    reloadOnce()
    return loadUntilDone(pages.load)
  })

/** Loads what the first render needs. Until a rendered page is complete, its HTML stays. */
async function loadFirst(): Promise<void> {
  if (pages.find(location.pathname) === undefined) await loadPages()
  if (!isRendered) return
  const found = pages.find(location.pathname)
  // If it fails, the page is shown as loading, and offers to try again.
  await Promise.allSettled([
    found ? found.Page.fetch(found.params) : NotFoundPage.fetch(),
    // React drops a press on a button whose code is not loaded.
    cachedUser()?.authorized && MemberBar.fetch(),
  ])
}

hydrate()
watchNetwork()
catchInstallPrompt()
// After everything that the page itself needs.
addEventListener('load', () => {
  for (const event of FIRST_USE) addEventListener(event, startApp, { passive: true })
})
// No top-level await: the file of a language imports from this one, so each file would wait for the other.
Promise.all([startLanguage(), loadFirst()]).then(() => {
  // In pieces, so that a slow phone can scroll and answer meanwhile. A press on what is not ready yet is handled at once.
  if (isRendered) startTransition(() => void hydrateRoot(box, root))
  else createRoot(box).render(root)
  // From now on buttons work (ui/base.css).
  document.documentElement.dataset.live = ''
}, reloadOnce)
