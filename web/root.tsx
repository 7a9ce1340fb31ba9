import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { queryClient } from './lib/api.ts'
import { ErrorBoundary } from './lib/ErrorBoundary.tsx'
import { pages } from './routes.tsx'
import { App } from './shell/App.tsx'

/** The content of `#root`, for browser and server. */
export const root = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <ErrorBoundary at="">
          <App pages={pages} />
        </ErrorBoundary>
      </I18nProvider>
    </QueryClientProvider>
  </StrictMode>
)
