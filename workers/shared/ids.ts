const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** A random 128-bit id: 22 characters of base64url. */
export const opaqueId = (): string => base64url(crypto.getRandomValues(new Uint8Array(16)))

/** A random 256-bit secret: 43 characters of base64url. */
export const secret = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** SHA-256 of a text, in hex. Secrets are stored only as this hash. */
export async function hash(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The current time in whole UTC seconds. */
export const now = (): number => Math.floor(Date.now() / 1000)
