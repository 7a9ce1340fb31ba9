/** What the seller receives of a price (micro-USD). The fee (basis points) is rounded down. */
export const afterFee = (price: number, feeBps: number): number => price - Math.floor((price * feeBps) / 10_000)
