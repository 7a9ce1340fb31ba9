import type { BrowserContext, CDPSession, Page } from '@playwright/test'
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
 * Connects a browser to the local push service: Chromium for tests has none of its own. Its pages get a stand-in for PushManager that
 * subscribes there. Returns the ids of the subscriptions, newest last.
 */
export async function usePushService(context: BrowserContext): Promise<string[]> {
  const ids: string[] = []
  await context.grantPermissions(['notifications'], { origin: url })
  await context.exposeFunction('subscribeAtPushService', async (key: string) => {
    const answer = await fetch(`${SERVICE}/push-subscriptions`, { method: 'POST', body: JSON.stringify({ key }) })
    const subscription = (await answer.json()) as { endpoint: string }
    ids.push(subscription.endpoint.slice(-36))
    return subscription
  })
  await context.addInitScript(() => {
    const STORED = 'stand-in for PushManager'
    type Stored = { endpoint: string; key: number[] }
    const { subscribeAtPushService } = globalThis as unknown as { subscribeAtPushService: (key: string) => Promise<{ endpoint: string }> }
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
      const key = btoa(String.fromCharCode(...applicationServerKey))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
      const stored = { ...(await subscribeAtPushService(key)), key: [...applicationServerKey] }
      localStorage.setItem(STORED, JSON.stringify(stored))
      return asSubscription(stored)
    }
    Object.defineProperty(ServiceWorkerRegistration.prototype, 'pushManager', {
      value: { getSubscription: async () => read(), subscribe },
    })
  })
  return ids
}

/** Opens the DevTools of a page for its service worker; `deliver` passes a decrypted push to it, as the browser does. */
export async function openServiceWorker(page: Page): Promise<{ deliver: (text: string) => Promise<unknown>; devTools: CDPSession }> {
  const devTools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${url}/`)
      if (own) resolve(own.registrationId)
    })
  })
  await devTools.send('ServiceWorker.enable')
  const registrationId = await registered
  const deliver = (data: string) => devTools.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId, data })
  return { deliver, devTools }
}
