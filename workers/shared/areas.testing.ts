import { env } from 'cloudflare:test'
import auth from '../auth/index.ts'
import chat from '../chat/index.ts'
import creators from '../creators/index.ts'
import listings from '../listings/index.ts'
import nft from '../nft/index.ts'
import notifications from '../notifications/index.ts'
import orders from '../orders/index.ts'
import uploads from '../uploads/index.ts'
import type { AreaEnv } from './env.ts'
import type { LimitsEnv } from './limits.ts'

/** The apps of all areas. */
export const AREAS = { auth, chat, creators, listings, nft, notifications, orders, uploads }
/** Enough variables for every area to start. Calls are counted before their handlers run, so nothing else is needed. */
export const areaEnv = {
  ...env,
  CHAIN_ID: '31337',
  RPC_URL: 'http://rpc.invalid',
  COINBASE_URL: 'http://feed.invalid',
  KRAKEN_URL: 'http://feed.invalid',
  AI_MODEL: 'none',
  S3_ENDPOINT: 'http://files.invalid',
  R2_ACCESS_KEY_ID: 'test',
  R2_SECRET_ACCESS_KEY: 'test',
  UNSUBSCRIBE_KEY: 'test',
  VAPID_KEY: 'test',
  DNS_URL: 'http://dns.invalid',
} as unknown as AreaEnv & LimitsEnv
