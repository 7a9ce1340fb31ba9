import { PLAYER_ORIGINS } from '../../workers/auth/video.schema.ts'
import type { EdgeEnv } from './env.ts'

const HSTS = 'max-age=63072000; includeSubDomains; preload'

/** Headers of every response that is not a page. They forbid type sniffing and all code, in case the response is opened as a document. */
const SEAL = {
  'strict-transport-security': HSTS,
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}

/** Adds the headers of a response that is not a page. Headers that it already has stay, and a WebSocket response stays as it is. */
export function sealed(answer: Response): Response {
  if (answer.status === 101) return answer
  const copy = new Response(answer.body, answer)
  for (const [name, value] of Object.entries(SEAL)) if (!copy.headers.has(name)) copy.headers.set(name, value)
  return copy
}

/**
 * The RPC endpoints that the Base Account SDK reads the chain from; the SDK gets their addresses from its popup. Before every write, the
 * page reads the code of our contract through them and compares it. The popup itself is another page with its own policy.
 */
const BASE_ORIGINS = ['https://chain-proxy.wallet.coinbase.com', 'https://rpc.wallet.coinbase.com']
/** The relay of WalletConnect and its list of wallets. `frame` is the page that verifies our origin for wallets. */
const WALLET_CONNECT = {
  connect: ['wss://relay.walletconnect.org', 'https://explorer-api.walletconnect.com'],
  img: ['https://explorer-api.walletconnect.com'],
  frame: ['https://verify.walletconnect.org'],
}

/**
 * Headers of every page. Scripts and styles come only from our own files; data blocks (JSON, JSON-LD) do not count as scripts.
 * `same-origin-allow-popups` lets a wallet's popup answer.
 */
export function pageHeaders(env: Pick<EdgeEnv, 'ENV' | 'CONNECT_ORIGINS' | 'WALLETCONNECT_PROJECT_ID'>): Record<string, string> {
  const more = env.WALLETCONNECT_PROJECT_ID ? WALLET_CONNECT : { connect: [], img: [], frame: [] }
  const base = env.ENV === 'local' ? [] : BASE_ORIGINS
  const list = (...sources: string[]) => sources.filter(Boolean).join(' ')
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The sizes and colours that React writes into attributes of the HTML. They can load only what `img-src` allows.
    "style-src-attr 'unsafe-inline'",
    `img-src ${list("'self' data: blob:", ...more.img)}`,
    "media-src 'self' blob:",
    "font-src 'self'",
    // Players of videos in profiles and listings. A page embeds one only after a press.
    `frame-src ${list(...PLAYER_ORIGINS, ...more.frame)}`,
    `connect-src ${list("'self'", env.CONNECT_ORIGINS, ...base, ...more.connect)}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(env.ENV === 'local' ? [] : ['upgrade-insecure-requests']),
  ]
  return {
    'content-security-policy': policy.join('; '),
    'strict-transport-security': HSTS,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  }
}
