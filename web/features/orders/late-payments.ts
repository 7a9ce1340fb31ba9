import { useEffect, useRef, useState } from 'react'
import { recordedLate } from '../../queries/pending-transactions.ts'
import type { PaidOrder } from './pay.ts'

/** Calls `onPaid` when the server records a payment for `subject` that was sent during an earlier visit or from a closed dialog. */
export function useLatePayment(subject: string, onPaid: (order: PaidOrder) => void): void {
  const newest = recordedLate.use()
  const [first] = useState(newest)
  const paid = useRef(onPaid)
  paid.current = onPaid
  useEffect(() => {
    if (newest && newest !== first && newest.subject === subject) paid.current(newest.order)
  }, [newest, first, subject])
}
