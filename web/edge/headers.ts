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
 * Headers of every page. Scripts and styles come from our own files only; data blocks (JSON, JSON-LD) are no scripts and
 * pass. `same-origin-allow-popups` because a wallet's popup must be able to answer.
 */
export function pageHeaders(env: Pick<EdgeEnv, 'ENV' | 'CONNECT_ORIGINS'>): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    // Players of the videos people introduce themselves with; framed after a press only.
    `frame-src ${PLAYER_ORIGINS.join(' ')}`,
    `connect-src 'self' ${env.CONNECT_ORIGINS}`.trim(),
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
