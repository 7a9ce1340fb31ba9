import type { BrowserContext, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { ports, url } from './world.ts'

/** A push as the local push service received and decrypted it. */
export interface ReceivedPush {
  subscription: string
  text: string
}

const SERVICE = `http://127.0.0.1:${ports.outside}`

/** The pushes that the local push service has received, newest first. */
export const receivedPushes = async (): Promise<ReceivedPush[]> => (await (await fetch(`${SERVICE}/pushes.json`)).json()) as ReceivedPush[]

/** Changes what the push service answers for a subscription. */
export const answerPushes = (subscription: string, status: number): Promise<unknown> =>
  fetch(`${SERVICE}/push-subscriptions/${subscription}`, { method: 'PATCH', body: JSON.stringify({ status }) })

/**
 * Connects a browser to the local push service, because headless Chromium has neither a push service nor notifications. Its pages get mocks
 * of PushManager and of the permission. Returns the ids of the subscriptions, newest last.
 */
export async function usePushService(context: BrowserContext): Promise<string[]> {
  const ids: string[] = []
  await context.exposeFunction('subscribeAtPushService', async (key: string) => {
    const answer = await fetch(`${SERVICE}/push-subscriptions`, { method: 'POST', body: JSON.stringify({ key }) })
    const subscription = (await answer.json()) as { endpoint: string }
    ids.push(subscription.endpoint.slice(-36))
    return subscription
  })
  await context.addInitScript(() => {
    const STORED = 'mock of PushManager'
    const ALLOWED = 'mock of the permission'
    type Stored = { endpoint: string; key: number[] }
    const asSubscription = (stored: Stored) => ({
      options: { applicationServerKey: new Uint8Array(stored.key).buffer },
      toJSON: () => stored,
      unsubscribe: async () => localStorage.removeItem(STORED),
    })
    const read = () => {
      const text = localStorage.getItem(STORED)
      return text === null ? null : asSubscription(JSON.parse(text) as Stored)
    }
    const subscribe = async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      const known = read()
      if (known) return known
      const { subscribeAtPushService } = globalThis as unknown as { subscribeAtPushService: (key: string) => Promise<{ endpoint: string }> }
      const key = btoa(String.fromCharCode(...applicationServerKey))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
      const stored = { ...(await subscribeAtPushService(key)), key: [...applicationServerKey] }
      localStorage.setItem(STORED, JSON.stringify(stored))
      localStorage.setItem(ALLOWED, 'yes')
      return asSubscription(stored)
    }
    Object.defineProperty(ServiceWorkerRegistration.prototype, 'pushManager', {
      value: { getSubscription: async () => read(), subscribe },
    })
    // The person is asked when the page first subscribes, and allows it. The permission stays after the subscription has ended.
    Object.defineProperty(Notification, 'permission', { get: () => (localStorage.getItem(ALLOWED) ? 'granted' : 'default') })
  })
  return ids
}

interface Shown {
  title: string
  options: { body?: string; tag?: string; lang?: string; data: { url: string } }
}

/** What the mocks in the service worker have recorded. */
type Scope = typeof globalThis & { shown: Shown[]; opened: string[]; clients: object; registration: ServiceWorkerRegistration }

/**
 * Connects to the service worker of a page. `deliver` passes a decrypted push to it, as the browser does, and returns what it shows;
 * `press` presses that notification and returns the address it opens.
 */
export async function openServiceWorker(page: Page): Promise<{ deliver: (text: string) => Promise<Shown>; press: () => Promise<string> }> {
  const context = page.context()
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const devTools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${url}/`)
      if (own) resolve(own.registrationId)
    })
  })
  await devTools.send('ServiceWorker.enable')
  const registrationId = await registered
  await worker.evaluate(() => {
    const scope = globalThis as Scope
    scope.shown = []
    scope.opened = []
    const showNotification = async (title: string, options: Shown['options']) => void scope.shown.push({ title, options })
    // A journey may connect more than once.
    Object.defineProperty(scope.registration, 'showNotification', { value: showNotification, configurable: true })
    Object.defineProperty(scope.clients, 'openWindow', {
      value: async (address: string) => void scope.opened.push(address),
      configurable: true,
    })
  })
  /** The newest entry of a list in the service worker, once there is one. */
  const newest = async <T>(name: 'shown' | 'opened'): Promise<T> => {
    const read = () => worker.evaluate((list) => (globalThis as Scope)[list as 'shown'].at(-1) ?? null, name)
    await expect.poll(read).not.toBeNull()
    return (await read()) as T
  }
  return {
    deliver: async (data) => {
      await devTools.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId, data })
      return newest<Shown>('shown')
    },
    press: async () => {
      await worker.evaluate(() => {
        const { data } = (globalThis as Scope).shown.at(-1)!.options
        const event = new (globalThis as unknown as { ExtendableEvent: typeof Event }).ExtendableEvent('notificationclick')
        dispatchEvent(Object.assign(event, { notification: { data, close: () => {} } }))
      })
      return newest<string>('opened')
    },
  }
}
