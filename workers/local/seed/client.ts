import { readFileSync } from 'node:fs'
import { mnemonicToAccount } from 'viem/accounts'
import type { NonceAnswer } from '../../auth/users.schema.ts'
import type { ProductMedia, SignedPut } from '../../uploads/media.schema.ts'

/** The well-known mnemonic whose accounts every test chain funds. */
export const MNEMONIC = 'test test test test test test test test test test test junk'

/** A person who is signed in to a world. */
export interface Session {
  id: number
  /** The `cookie` header for other requests. */
  cookie: string
  post<T>(path: string, body: object, headers?: Record<string, string>): Promise<T>
  get<T>(path: string): Promise<T>
}

/** Signs in with the wallet at this index of the test mnemonic, as the app does, and accepts the terms. */
export async function signIn(url: string, index: number): Promise<Session> {
  const account = mnemonicToAccount(MNEMONIC, { addressIndex: index })
  let cookie = ''
  const send = async <T>(method: 'GET' | 'POST', path: string, body?: object, headers: Record<string, string> = {}): Promise<T> => {
    const answer = await fetch(`${url}/api/${path}`, {
      method,
      headers: { origin: url, cookie, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    // An interrupted seed runs again with the same keys but newly uploaded pictures. Then the existing listing is used.
    const conflict = answer.status === 409 && (JSON.parse(text) as { error: { code: string; details?: T } }).error
    if (conflict && conflict.code === 'idempotency_key_reused' && conflict.details) return conflict.details
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`)
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return JSON.parse(text) as T
  }
  const post: Session['post'] = (path, body, headers) => send('POST', path, body, headers)

  const nonce = await post<NonceAnswer>('auth/getNonce', { account: account.address })
  const message = [
    `${new URL(url).host} wants you to sign in with your Ethereum account:`,
    nonce.account,
    '',
    nonce.statement,
    '',
    `URI: ${url}`,
    'Version: 1',
    `Chain ID: ${nonce.chainId}`,
    `Nonce: ${nonce.nonce}`,
    `Issued At: ${nonce.issuedAt}`,
    `Expiration Time: ${nonce.expirationTime}`,
  ].join('\n')
  const signature = await account.signMessage({ message })
  await post('auth/signIn', { account: account.address, signature, message, provider: 'local.warren.seed' })
  await post('auth/enableAccount', {})
  const { user_id: id } = await send<{ user_id: number }>('GET', 'auth/getUserInfo')
  return { id, cookie, post, get: (path) => send('GET', path) }
}

/** Uploads a picture of `pictures/` with the signed PUT. Returns its media id. */
export async function upload({ post }: Session, name: string): Promise<string> {
  const file = readFileSync(new URL(`pictures/${name}.webp`, import.meta.url))
  const ticket = await post<ProductMedia & { upload: SignedPut }>('uploads/addProductFile', {
    name: `${name}.webp`,
    type: 'image/webp',
    size: file.byteLength,
  })
  const { url, method, headers } = ticket.upload
  const put = await fetch(url, { method, headers, body: file })
  if (!put.ok) throw new Error(`the picture ${name} was not uploaded: ${put.status} ${(await put.text()).slice(0, 200)}`)
  await post('uploads/finishUpload', { id: ticket.id })
  return ticket.id
}
