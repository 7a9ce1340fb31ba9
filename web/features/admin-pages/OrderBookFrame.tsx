import type { ReactNode } from 'react'
import { AdminFrame, Skeletons } from './AdminFrame.tsx'
import { PanelGate } from './PanelGate.tsx'

interface Props {
  page: 'disputes'
  title: string
  /** Renders the page, whose code is loaded only then. */
  children: (userId: number) => ReactNode
}

/** A page for admins of the OrderBook contract. Everybody else does not get its code. */
export const OrderBookFrame = ({ page, title, children }: Props) => (
  <AdminFrame page={page} title={title} contract="OrderBook">
    {(userId) => (
      <PanelGate isFor={({ isOrderBookAdmin }) => isOrderBookAdmin} contract="OrderBook" skeleton={<Skeletons height={132} />}>
        {() => children(userId)}
      </PanelGate>
    )}
  </AdminFrame>
)
