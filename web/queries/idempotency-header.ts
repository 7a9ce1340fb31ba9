/** The header that lets the server recognise a repeated request: the same attempt and the same body make the same key. */
export async function idempotencyHeader(attempt: string, body: object): Promise<{ 'idempotency-key': string }> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${attempt} ${JSON.stringify(body)}`))
  return { 'idempotency-key': Array.from(new Uint8Array(digest).slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('') }
}
