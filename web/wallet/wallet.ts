/** What every browser wallet offers (EIP-1193). */
export interface Eip1193 {
  request: (call: { method: string; params?: unknown }) => Promise<unknown>
  on?: (event: string, listener: (payload: never) => void) => void
  removeListener?: (event: string, listener: (payload: never) => void) => void
  /** Not in the standard: removes what a wallet outside the browser shows on the page while it waits. */
  cancel?: () => void
}

/** A wallet that made itself known (EIP-6963). */
export interface Wallet {
  /** Reverse domain name, the same with every visit: `io.metamask`. */
  rdns: string
  name: string
  /** data: URL of a picture. */
  icon: string
  provider: Eip1193
}

/** A wallet outside the browser: the page keeps a connection to it, which ends with the session. */
export interface RemoteProvider extends Eip1193 {
  disconnect: () => Promise<unknown>
}
