import { documentation as auth } from '../auth/documentation.ts'
import { documentation as chat } from '../chat/documentation.ts'
import { documentation as creators } from '../creators/documentation.ts'
import { documentation as listings } from '../listings/documentation.ts'
import { documentation as nft } from '../nft/documentation.ts'
import { documentation as notifications } from '../notifications/documentation.ts'
import { documentation as orders } from '../orders/documentation.ts'
import { documentation as uploads } from '../uploads/documentation.ts'

/** The documentation of every area. */
export const DOCUMENTATIONS = { auth, chat, creators, listings, nft, notifications, orders, uploads } as const
