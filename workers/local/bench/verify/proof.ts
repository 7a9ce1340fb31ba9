/** The request body of the workers in this folder. */
export interface Proof {
  account: `0x${string}`
  message: string
  signature: `0x${string}`
}

export interface ProofEnv {
  ORIGIN: string
  RPC_URL: string
  CHAIN_ID: string
}
