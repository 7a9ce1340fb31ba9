import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CarrotCounter } from '../../features/carrots/CarrotCounter.tsx'
import { carrotsQuery } from '../../queries/carrots.ts'
import { unreadQuery } from '../../queries/notifications.ts'
import { waitingOrdersQuery } from '../../queries/orders.ts'
import { useWaiting } from './waiting.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })

/** What React renders while it takes over the server's HTML, when the answers with the counts have already arrived. */
function takeOver(content: ReactNode): string {
  const queryClient = new QueryClient()
  queryClient.setQueryData(carrotsQuery.queryKey, { carrots: 35, claimable: 10, nextAt: 4_000_000_000 })
  queryClient.setQueryData(unreadQuery.queryKey, 7)
  queryClient.setQueryData(waitingOrdersQuery.queryKey, { count: 3, hasEnded: false })
  return renderToString(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>{content}</QueryClientProvider>
    </I18nProvider>,
  )
}

function Waiting() {
  return JSON.stringify(useWaiting())
}

it('the counts in the bar are those of the server’s HTML, which has none, until React has taken it over', () => {
  expect(takeOver(<Waiting />).replaceAll('&quot;', '"')).toBe('{"messages":0,"orders":0,"notifications":0}')
  const carrots = takeOver(<CarrotCounter prefetch={{ onPointerEnter: () => {}, onFocus: () => {} }} />)
  expect(carrots).toContain('data-claimable="false"')
  expect(carrots).not.toMatch(/35|10/)
})
