import { useState } from 'react'
import { MAX_PRICE, MIN_PRICE, parseUsd } from '../../../workers/shared/usd.schema.ts'
import { useSettled } from '../../lib/use-settled.ts'

/** How long a typed amount stays unchanged before a quote for it is requested (ms). */
const PAUSE_MS = 500

/**
 * The price of a purchase (micro-USD): `listPrice`, or a custom amount that the buyer enters. `text` is the entered text in dollars, or
 * null while the list price applies. `fault` says why the text cannot be used as an amount: `missing` (not an amount), `low` or `high`;
 * null if it can. `isReady` is true if there is no fault and the text has not changed for {@link PAUSE_MS}.
 */
export function useCustomPrice(listPrice: number) {
  const [text, setText] = useState<string | null>(null)
  const settled = useSettled(text, PAUSE_MS)
  const typed = text === null ? listPrice : parseUsd(text)
  const fault = text === null ? null : typed === null ? 'missing' : typed < MIN_PRICE ? 'low' : typed > MAX_PRICE ? 'high' : null
  return {
    listPrice,
    text,
    setText,
    fault,
    priceUsd: fault ? listPrice : typed!,
    /** The field of quoteOrder; undefined for the list price. */
    customPrice: fault || typed === listPrice ? undefined : typed!,
    isReady: fault === null && settled === text,
  } as const
}
