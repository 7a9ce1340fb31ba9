/** The contract's initial platform fee (basis points). The quote names the current one before the payment. */
export const FEE_BPS = 1000

/** What the seller receives of a price (micro-USD). The fee is rounded down. */
export const afterFee = (price: number): number => price - Math.floor((price * FEE_BPS) / 10_000)
