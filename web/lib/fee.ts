/** What the contract takes unless it was changed (basis points); the quote before paying names the fee that holds. */
export const FEE_BPS = 1000
