import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server.edge'
import { Router } from 'wouter'
import type { ListingCard } from '../workers/listings/listings.schema.ts'
import { CardGrid } from './features/cards/CardList.tsx'
import { queryClient } from './lib/api.ts'
import { loadCatalog } from './lib/i18n.ts'

/** For the benchmark of pages: renders cards with nothing around them. */
export async function loadBareCards(): Promise<(cards: ListingCard[]) => string> {
  await loadCatalog('base')
  i18n.activate('en')
  return (cards) =>
    renderToString(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <Router ssrPath="/">
            <CardGrid cards={cards} />
          </Router>
        </QueryClientProvider>
      </I18nProvider>,
    )
}
