/** What whoever starts an upload wants to hear of it, and how they stop it. */
export interface UploadOptions {
  /** Called with the share that has been sent, 0 to 1; at 1 the server checks the file. */
  onProgress?: (share: number) => void
  /** Called with whether a large file waits for the connection to come back. */
  onWaiting?: (waiting: boolean) => void
  /** Stops the upload; the promise is then rejected with its reason. What has arrived is deleted, unless the reason is LEFT_PAGE. */
  signal?: AbortSignal
}
