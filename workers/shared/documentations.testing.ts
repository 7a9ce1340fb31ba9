import { authDocumentation } from '../auth/documentation.ts'
import { chatDocumentation } from '../chat/documentation.ts'
import { listingsDocumentation } from '../listings/documentation.ts'
import { ordersDocumentation } from '../orders/documentation.ts'
import { uploadsDocumentation } from '../uploads/documentation.ts'

/** The documentation of every area. */
export const DOCUMENTATIONS = {
  auth: authDocumentation,
  chat: chatDocumentation,
  listings: listingsDocumentation,
  orders: ordersDocumentation,
  uploads: uploadsDocumentation,
} as const
