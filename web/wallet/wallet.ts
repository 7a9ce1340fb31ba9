/** The interface of a wallet (EIP-1193). */
export interface Eip1193 {
  request: (call: { method: string; params?: unknown }) => Promise<unknown>
  on?: (event: string, listener: (payload: never) => void) => void
  removeListener?: (event: string, listener: (payload: never) => void) => void
  /** Not in the standard: closes the dialog that a wallet outside the browser shows on the page. */
  cancel?: () => void
}

/** A wallet as it announces itself (EIP-6963). */
export interface Wallet {
  /** Reverse domain name, always the same: `io.metamask`. */
  rdns: string
  name: string
  /** data: URL of a picture. */
  icon: string
  provider: Eip1193
}

/** A wallet outside the browser. The page disconnects it at logout. */
export interface RemoteProvider extends Eip1193 {
  disconnect: () => Promise<unknown>
}
