import { PLAYER_ORIGINS } from '../../workers/auth/video.schema.ts'
import type { EdgeEnv } from './env.ts'

const HSTS = 'max-age=63072000; includeSubDomains; preload'

/** Headers of what is no page: it is only ever what it says it is, and opened by itself it may do nothing. */
const SEAL = {
  'strict-transport-security': HSTS,
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}

/** An answer with the headers of what is no page; those it has itself stay. A socket passes as it is. */
export function sealed(answer: Response): Response {
  if (answer.status === 101) return answer
  const copy = new Response(answer.body, answer)
  for (const [name, value] of Object.entries(SEAL)) if (!copy.headers.has(name)) copy.headers.set(name, value)
  return copy
}

/**
 * Where the Base Account SDK reads the chain, as its window tells it: by the wallet's own eyes, which is what our contract's code is
 * compared through before every write. The window itself is another page, with a policy of its own.
 */
const BASE_ORIGINS = ['https://chain-proxy.wallet.coinbase.com', 'https://rpc.wallet.coinbase.com']
/** The relay of WalletConnect and the list of wallets its code is shown with; `frame` is where wallets learn whose page this is. */
const WALLET_CONNECT = {
  connect: ['wss://relay.walletconnect.org', 'https://explorer-api.walletconnect.com'],
  img: ['https://explorer-api.walletconnect.com'],
  frame: ['https://verify.walletconnect.org'],
}

/**
 * Headers of every page. Scripts and styles come from our own files only; data blocks (JSON, JSON-LD) are no scripts and
 * pass. `same-origin-allow-popups` because a wallet's popup must be able to answer.
 */
export function pageHeaders(env: Pick<EdgeEnv, 'ENV' | 'CONNECT_ORIGINS' | 'WALLETCONNECT_PROJECT_ID'>): Record<string, string> {
  const more = env.WALLETCONNECT_PROJECT_ID ? WALLET_CONNECT : { connect: [], img: [], frame: [] }
  const base = env.ENV === 'local' ? [] : BASE_ORIGINS
  const list = (...sources: string[]) => sources.filter(Boolean).join(' ')
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${list("'self' data: blob:", ...more.img)}`,
    "media-src 'self' blob:",
    "font-src 'self'",
    // Players of the videos people introduce themselves with; framed after a press only.
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
