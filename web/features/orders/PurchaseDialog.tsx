import type { Service } from '../../../workers/listings/services.schema.ts'

/** Buys a plan of a service. */
export default function PurchaseDialog(_: { service: Service; plan: string; onClose: () => void }) {
  return null
}
