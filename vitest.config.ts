import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { defineConfig, defineProject } from 'vitest/config'
import { isolateTempFolder } from './tools/temp-folder.ts'
import { testChain } from './workers/local/chain/test-chain.ts'
import UnseenErrors from './workers/local/cli/unseen-errors.ts'
import { LOCAL_VAPID_KEY } from './workers/local/world/push-service.ts'
import { testDatabase } from './workers/local/world/test-database.ts'
import { testFeeds } from './workers/local/world/test-feeds.ts'
import { testWorker } from './workers/local/world/test-worker.ts'

isolateTempFolder({ inMemory: true })

/** Long timeouts (ms), because a busy machine is not a failure. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }

/**
 * The test project of an area. It runs inside workerd, with the area's own wrangler.toml and a real libSQL engine behind HTTP. Each run
 * of a project has its own database, and with `chain` its own chain. Both start with the project's first file, so a run of one project
 * waits only for what it uses itself.
 */
const area = (name: string, { bindings = {}, chain = false, beside = () => [] }: Around = {}) => {
  const options = once(async () => {
    const all = {
      ENV: 'local',
      APP_ORIGINS: 'http://localhost:8788',
      DATABASE_URL: await testDatabase(),
      ...(typeof bindings === 'function' ? await bindings() : bindings),
      ...(chain && (await onChain())),
    }
    return {
      wrangler: { configPath: `./workers/${name}/wrangler.toml` },
      // Workers AI runs only on Cloudflare's machines, so it is missing here; a test that needs it replaces it.
      remoteBindings: false,
      miniflare: { bindings: all, workers: await Promise.all(beside(all)) },
    }
  })
  return defineProject({
    plugins: [cloudflareTest(options)],
    test: {
      ...patience,
      name,
      include: [`workers/${name}/**/*.test.ts`, ...(name === 'auth' ? ['workers/shared/**/*.test.ts'] : [])],
      exclude: ['**/*.node.test.ts'],
      // One workerd for each project, not for each file: files use different rows, and starting one for each file took half of the test
      // time.
      isolate: false,
      // Files of a project share its database and its chain. They run one after another where there is a chain, because some stop its
      // blocks, in uploads, where a test runs the sweep as of a week later, which would delete files of other tests, and in creators,
      // where tests count all requests to other sites.
      fileParallelism: !chain && !['uploads', 'creators'].includes(name),
    },
  })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

interface Around {
  /** Variables of the worker under test. A function is called once, when the project starts. */
  bindings?: Bindings | (() => Promise<Bindings>)
  chain?: boolean
  beside?: Beside
}
type Bindings = Record<string, string>
/** Real workers that answer the service bindings of the one under test. */
type Beside = (bindings: Bindings) => ReturnType<typeof testWorker>[]

const chat = (bindings: Bindings) => testWorker('chat', bindings, { objects: { ROOMS: 'ChatRoom', INBOXES: 'Inbox', LIMITS: 'Limiter' } })
const orders = (bindings: Bindings) =>
  testWorker('orders', bindings, {
    objects: { LIMITS: 'Limiter' },
    services: { CHAT: ['warren-chat', 'ChatRpc'], NOTIFICATIONS: ['warren-notifications', 'NotificationsRpc'] },
  })
const notifications = (bindings: Bindings) =>
  testWorker(
    'notifications',
    { ...bindings, ...outside, ...mailing },
    { objects: { LIMITS: 'Limiter' }, services: { CHAT: ['warren-chat', 'ChatRpc'] } },
  )
const listings = (bindings: Bindings) =>
  testWorker('listings', bindings, {
    objects: { LIMITS: 'Limiter' },
    services: { CHAT: ['warren-chat', 'ChatRpc'], NOTIFICATIONS: ['warren-notifications', 'NotificationsRpc'] },
  })
const uploads = (bindings: Bindings) =>
  testWorker('uploads', bindings, {
    objects: { LIMITS: 'Limiter' },
    buckets: { FILES: 'warren-files' },
    images: 'IMAGES',
    services: { ORDERS: ['warren-orders', 'OrdersRpc'] },
  })
const creators = (bindings: Bindings) =>
  testWorker('creators', bindings, {
    objects: { LIMITS: 'Limiter' },
    services: {
      UPLOADS: ['warren-uploads', 'UploadsRpc'],
      LISTINGS: ['warren-listings', 'ListingsRpc'],
      NOTIFICATIONS: ['warren-notifications', 'NotificationsRpc'],
    },
  })
const nft = (bindings: Bindings) => testWorker('nft', bindings, { objects: { LIMITS: 'Limiter' } })
const auth = (bindings: Bindings) =>
  testWorker(
    'auth',
    { ...bindings, ...outside },
    {
      objects: { LIMITS: 'Limiter' },
      services: {
        LISTINGS: ['warren-listings', 'ListingsRpc'],
        UPLOADS: ['warren-uploads', 'UploadsRpc'],
        ORDERS: ['warren-orders', 'OrdersRpc'],
        CHAT: ['warren-chat', 'ChatRpc'],
        NOTIFICATIONS: ['warren-notifications', 'NotificationsRpc'],
        CREATORS: ['warren-creators', 'CreatorsRpc'],
      },
    },
  )
/** The areas that auth notifies when a member changes their name or deletes the account. */
const notified = (bindings: Bindings) => [
  listings(bindings),
  uploads(bindings),
  orders(bindings),
  chat(bindings),
  notifications(bindings),
  creators(bindings),
]

/** Addresses at which nothing answers; a test replaces the answers that it needs. */
const outside = { RESEND_URL: 'http://mail.invalid', RESEND_API_KEY: 'test', BREACH_LIST_URL: 'http://breaches.invalid' }

/** The sender of notifications by mail, the key that signs their links, and the key that identifies us to push services. */
const mailing = {
  MAIL_FROM: 'Warren <hello@warren.example>',
  UNSUBSCRIBE_KEY: 'a key for tests, of 32 characters',
  VAPID_KEY: LOCAL_VAPID_KEY,
}

/** The bindings of a worker that reads the chain and the price feeds. Each project has its own chain and fakes of the feeds. */
const onChain = async (): Promise<Bindings> => {
  const { url, deployment } = await testChain()
  const feeds = await testFeeds()
  return { CHAIN_ID: '31337', RPC_URL: url, LOCAL_DEPLOYMENT: JSON.stringify(deployment), COINBASE_URL: feeds, KRAKEN_URL: feeds }
}

/** The fakes of all other sites and of their DNS. */
const linkedSites = async (): Promise<Bindings> => {
  const outside = await testFeeds()
  return { DNS_URL: `${outside}/dns-query`, LINKED_SITES: `${outside}/linked` }
}

export default defineConfig({
  test: {
    silent: 'passed-only' as const,
    reporters: ['default', new UnseenErrors()],
    projects: [
      area('auth', { bindings: outside, beside: notified }),
      area('listings', { beside: (bindings) => [chat(bindings), notifications(bindings)] }),
      area('uploads', { beside: (bindings) => [orders(bindings), chat(bindings), notifications(bindings)] }),
      area('chat'),
      area('pictures'),
      area('notifications', { bindings: { ...outside, ...mailing }, beside: (bindings) => [chat(bindings)] }),
      area('creators', {
        bindings: linkedSites,
        chain: true,
        beside: (bindings) => [uploads(bindings), listings(bindings), orders(bindings), chat(bindings), notifications(bindings)],
      }),
      area('orders', { chain: true, beside: (bindings) => [chat(bindings), notifications(bindings)] }),
      area('nft', { chain: true }),
      area('indexer', { chain: true, beside: (bindings) => [auth(bindings), ...notified(bindings), nft(bindings)] }),
      defineProject({
        // A test renders pages on the server, so their texts are compiled as in the build.
        plugins: [babel({ presets: [linguiTransformerBabelPreset()] }), lingui()],
        test: {
          ...patience,
          name: 'node',
          environment: 'node',
          include: [
            'workers/local/**/*.test.ts',
            'contracts/**/*.test.ts',
            'tools/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
            'workers/**/*.schema.node.test.ts',
          ],
          exclude: ['web/e2e/**', '**/node_modules/**'],
        },
      }),
    ],
  },
})
