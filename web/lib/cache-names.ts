/** The caches of the service worker (service-worker/copies.ts). Raise a number if its format changes. */
export const CACHES = { pages: 'pages-1', files: 'files-1' } as const

/** The page that is shown if an address cannot be loaded and has no copy. Its fragment is that address. */
export const OFFLINE_PATH = '/offline/'
