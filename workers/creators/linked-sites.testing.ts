/** Types of the fake of all other sites, which workers/local/world/linked-sites.ts serves. */

/** What a fake site answers at one URL. */
export interface LinkedPage {
  status?: number
  headers?: Record<string, string>
  body?: string
  /** Whether `body` is base64. */
  isBinary?: boolean
  /** Whether spaces follow `body` without end. */
  isEndless?: boolean
  /** Whether nothing comes after `body`, and the answer does not end. */
  isStalled?: boolean
  /** Milliseconds before the answer. */
  delay?: number
}

/** Body of `PUT /linked-sites`. A host has one list of IP addresses per time that DNS is asked; the last one is repeated. */
export interface LinkedSites {
  pages?: Record<string, LinkedPage>
  hosts?: Record<string, string[][]>
}
