/** Callbacks that report how an upload proceeds, and the signal that stops it. */
export interface TransferOptions {
  /** Called with the share of the file that has been sent, 0 to 1; at 1 the server verifies the file. */
  onProgress?: (share: number) => void
  /** Called when a large file starts or stops waiting for the connection. */
  onWaiting?: (isWaiting: boolean) => void
  /** Stops the upload: its promise rejects with the signal's reason, and the server deletes the file, unless the reason is LEFT_PAGE. */
  signal?: AbortSignal
}

/** The reason to stop an upload when its page is left: a large file can be resumed later. */
export const LEFT_PAGE = Symbol('left')
