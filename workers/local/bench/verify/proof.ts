/** The request body of the workers in this folder. */
export interface Proof {
  account: `0x${string}`
  message: string
  signature: `0x${string}`
}

export interface ProofEnv {
  ORIGIN: string
}

/** viem's client needs an address of the chain. Nothing is sent to it. */
export const NOWHERE = 'http://nowhere.invalid'
