import { useEffect, useRef, useState } from 'react'
import { recordedLate } from '../../queries/pending-transactions.ts'
import type { PaidOrder } from './pay.ts'

/** Calls `onPaid` when a payment for this subject is recorded that an earlier visit or a closed dialog has sent. */
export function useLatePayment(subject: string, onPaid: (order: PaidOrder) => void): void {
  const newest = recordedLate.use()
  const [first] = useState(newest)
  const paid = useRef(onPaid)
  paid.current = onPaid
  useEffect(() => {
    if (newest && newest !== first && newest.subject === subject) paid.current(newest.order)
  }, [newest, first, subject])
}
