/** Loaded with the first password: Node's cryptography would be a tenth of what starting this worker costs, and wallets need none of it. */
const nodeCrypto = () => import('node:crypto')

/** log2 N, r and p of scrypt: 32 MiB a hash, which leaves a worker room to live. What is raised here, old hashes get at the next login. */
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

const written = (salt: Buffer, key: Buffer): string =>
  ['scrypt', COST.join(','), salt.toString('base64url'), key.toString('base64url')].join('$')

/** What is stored of a password: `scrypt$15,8,3$<salt>$<key>`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = Buffer.from(crypto.getRandomValues(new Uint8Array(16)))
  return written(salt, await derive(password, salt, COST))
}

/** Stands in where there is no password, so that the answer comes no sooner: nothing hashes to it. */
const NOBODYS = written(Buffer.alloc(16), Buffer.alloc(KEY_BYTES))

/** Whether a password is the stored one; null is nobody's, and takes as long. `old`: it is, and should be hashed anew. */
export async function checkPassword(password: string, stored: string | null): Promise<'right' | 'old' | 'wrong'> {
  const [, cost = '', salt = '', key = ''] = (stored ?? NOBODYS).split('$')
  const known = Buffer.from(key, 'base64url')
  const { timingSafeEqual } = await nodeCrypto()
  const right = timingSafeEqual(await derive(password, Buffer.from(salt, 'base64url'), cost.split(',').map(Number)), known)
  return !right || stored === null ? 'wrong' : cost === COST.join(',') ? 'right' : 'old'
}
