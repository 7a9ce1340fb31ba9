import './ui/tokens.css'
import './ui/base.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { hydrate, queryClient } from './lib/api.ts'
import { watchNetwork } from './lib/connection.ts'
import { ErrorBoundary } from './lib/ErrorBoundary.tsx'
import { startLanguage } from './lib/i18n.ts'
import { catchInstallPrompt } from './lib/install-offer.ts'
import { loadUntilDone, reloadOnce } from './lib/lazy-component.ts'
import { pages } from './routes.tsx'
import { App } from './shell/App.tsx'

/** How long after the page has loaded the service worker is started (ms). */
const START_APP_MS = 2000

/** Loads the list of pages. A deploy may have replaced its file; if a reload does not help, it is loaded once the server can be reached. */
const loadPages = () =>
  pages.load().catch(() => {
    reloadOnce()
    return loadUntilDone(pages.load)
  })

hydrate()
watchNetwork()
catchInstallPrompt()
// After everything that the page itself needs.
addEventListener('load', () =>
  setTimeout(
    () =>
      import('./shell/lazy/installed-app.ts').then(
        ({ startApp }) => startApp(),
        () => {},
      ),
    START_APP_MS,
  ),
)
// No top-level await: the file of a language imports from this one, so each file would wait for the other.
Promise.all([startLanguage(), pages.find(location.pathname) === undefined && loadPages()]).then(
  () =>
    createRoot(document.getElementById('root')!).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <I18nProvider i18n={i18n}>
            <ErrorBoundary at="">
              <App pages={pages} />
            </ErrorBoundary>
          </I18nProvider>
        </QueryClientProvider>
      </StrictMode>,
    ),
  reloadOnce,
)
