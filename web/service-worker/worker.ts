import { OFFLINE_PATH } from '../lib/cache-names.ts'
import { answerFile, answerPage, isFile, removeOldCaches, savePage } from './copies.ts'
import { openNotification, showPush } from './pushes.ts'

declare const self: ServiceWorkerGlobalScope

// The worker answers from the network whenever it can, so a new version can replace the old one at once.
self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([savePage(OFFLINE_PATH, 'en'), self.skipWaiting()]))
})
self.addEventListener('activate', (event) => {
  // Without preloads, each page would wait for the start of this worker.
  event.waitUntil(Promise.all([removeOldCaches(), self.registration.navigationPreload?.enable(), self.clients.claim()]))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(answerPage(event))
  else if (isFile(pathname)) event.respondWith(answerFile(event))
})

// A page was shown (shell/lazy/installed-app.ts).
self.addEventListener('message', (event) => {
  const { path, lang } = (event.data ?? {}) as { path?: unknown; lang?: unknown }
  if (typeof path === 'string' && typeof lang === 'string')
    event.waitUntil(Promise.all([savePage(path, lang), savePage(OFFLINE_PATH, lang)]))
})

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event.notification)))
