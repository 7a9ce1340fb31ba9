import { expect, test } from 'vitest'
import type { Deployment } from '../../../contracts/addresses.ts'
import { readToml, WORKERS, type WorkerConfig } from '../world/bundle.ts'
import { missing, SECRETS, uploadOrder } from './deploy-checks.ts'

const account = 'abc123'
const deployment = { chainId: 8453 } as Deployment
const config = (name: string, vars: Record<string, string> = {}, services: string[] = []): WorkerConfig => ({
  name: `warren-${name}`,
  main: 'index.ts',
  vars: { ENV: 'production', APP_ORIGINS: 'https://warren.test', ...vars },
  services: services.map((service) => ({ service: `warren-${service}` })),
})
const workers = Object.fromEntries(WORKERS.map((name) => [name, config(name)])) as Record<(typeof WORKERS)[number], WorkerConfig>
const good = {
  env: Object.fromEntries(
    ['CLOUDFLARE_API_TOKEN', 'DATABASE_URL', 'DATABASE_TOKEN', 'RPC_URL']
      .map((name) => [name, 'x'])
      .concat([['CLOUDFLARE_ACCOUNT_ID', account]]),
  ),
  pages: config('pages', { CHAIN_ID: '8453', CONNECT_ORIGINS: `https://${account}.r2.cloudflarestorage.com` }),
  workers,
  addresses: { 8453: deployment },
}

test('accepts a complete configuration', () => {
  expect(missing(good)).toEqual([])
})

test('reports each missing or wrong item', () => {
  expect(missing({ ...good, env: {} })).toHaveLength(5)
  expect(missing({ ...good, addresses: {} })).toEqual(['contracts/addresses.ts has no contracts on chain 8453: npm run contracts:deploy'])
  expect(missing({ ...good, workers: { ...workers, auth: config('auth', { APP_ORIGINS: 'https://warren.example' }) } })[0]).toContain(
    'workers/auth/wrangler.toml is still the example',
  )
  const mail = { ...workers, auth: config('auth', { MAIL_FROM: 'Warren <hello@warren.example>' }) }
  expect(missing({ ...good, workers: mail })[0]).toContain('MAIL_FROM in workers/auth/wrangler.toml is still the example')
  expect(missing({ ...good, workers: { ...workers, chat: config('chat', { ENV: 'local' }) } })[0]).toContain('"local"')
  expect(missing({ ...good, workers: { ...workers, orders: config('orders', { CHAIN_ID: '84532' }) } })[0]).toContain('CHAIN_ID')
  expect(missing({ ...good, pages: config('pages', { CHAIN_ID: '8453' }) })[0]).toContain('CONNECT_ORIGINS')
  const linked = { ...workers, creators: config('creators', { LINKED_SITES: 'http://127.0.0.1:1/linked' }) }
  expect(missing({ ...good, workers: linked })).toEqual(['LINKED_SITES in workers/creators/wrangler.toml belongs to the local world only'])
})

test('uploads each worker after the workers it is bound to, and rejects a cycle', () => {
  const bound = { ...workers, orders: config('orders', {}, ['chat']), indexer: config('indexer', {}, ['orders']) }
  const order = uploadOrder(bound)
  expect(order.indexOf('chat')).toBeLessThan(order.indexOf('orders'))
  expect(order.indexOf('orders')).toBeLessThan(order.indexOf('indexer'))
  expect(() => uploadOrder({ ...bound, chat: config('chat', {}, ['orders']) })).toThrow('bound to each other')
})

test('no wrangler.toml contains a secret, and the upload order contains every worker of this repository', () => {
  const real = Object.fromEntries(WORKERS.map((name) => [name, readToml(`workers/${name}/wrangler.toml`)])) as typeof workers
  expect(uploadOrder(real)).toHaveLength(WORKERS.length)
  for (const name of WORKERS) for (const secret of SECRETS[name]) expect(real[name].vars?.[secret]).toBeUndefined()
})
