/** Imported on first use: node:crypto would be a tenth of this worker's start-up cost, and wallet sign-ins do not need it. */
const nodeCrypto = () => import('node:crypto')

/**
 * scrypt parameters: log2 N, r and p. They use 32 MiB per hash, which fits a worker's memory. After an increase, old hashes are renewed at
 * the next login.
 */
const COST = [15, 8, 3] as const
const MAX_MEMORY = 64 * 1024 * 1024
const KEY_BYTES = 32

async function derive(password: string, salt: Buffer, [log2N, r, p]: readonly number[]): Promise<Buffer> {
  const { scrypt } = await nodeCrypto()
  return new Promise((resolve, reject) =>
    scrypt(password, salt, KEY_BYTES, { N: 2 ** log2N!, r: r!, p: p!, maxmem: MAX_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}

const formatHash = (salt: Buffer, key: Buffer): string =>
  ['scrypt', COST.join(','), salt.toString('base64url'), key.toString('base64url')].join('$')

/** Hashes a password for storage: `scrypt$15,8,3$<salt>$<key>`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = Buffer.from(crypto.getRandomValues(new Uint8Array(16)))
  return formatHash(salt, await derive(password, salt, COST))
}

/** Used if there is no stored password, so that the check takes equally long. No password hashes to it. */
const DUMMY_HASH = formatHash(Buffer.alloc(16), Buffer.alloc(KEY_BYTES))

/**
 * Compares a password with the stored hash; null never matches and takes equally long. `old`: it matches, but should be hashed again with
 * the current parameters.
 */
export async function checkPassword(password: string, stored: string | null): Promise<'right' | 'old' | 'wrong'> {
  const [, cost = '', salt = '', key = ''] = (stored ?? DUMMY_HASH).split('$')
  const expected = Buffer.from(key, 'base64url')
  const { timingSafeEqual } = await nodeCrypto()
  const matches = timingSafeEqual(await derive(password, Buffer.from(salt, 'base64url'), cost.split(',').map(Number)), expected)
  return !matches || stored === null ? 'wrong' : cost === COST.join(',') ? 'right' : 'old'
}
