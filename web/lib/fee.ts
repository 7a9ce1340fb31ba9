/** The contract's initial platform fee (basis points). The quote names the current one before the payment. */
export const FEE_BPS = 1000
