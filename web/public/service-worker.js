// Shows pushes of workers/notifications/pushes.ts and opens their pages. It answers no requests of pages. Registered by web/lib/push.ts.

const FALLBACK = '/notifications/'

// A browser may withdraw the permission of a site that shows nothing, so even an unreadable push shows something.
function read(data) {
  try {
    return data.json()
  } catch {
    return { title: 'Warren', url: FALLBACK }
  }
}

self.addEventListener('push', (event) => {
  const { title, body, url, tag, lang, at } = read(event.data)
  const options = { body, tag, lang, icon: '/apple-touch-icon.png', data: { url } }
  event.waitUntil(
    self.registration.showNotification(title, { ...options, ...(tag && { renotify: true }), ...(at && { timestamp: at * 1000 }) }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = new URL(event.notification.data?.url ?? FALLBACK, self.location.origin)
  const address = url.origin === self.location.origin ? url.href : new URL(FALLBACK, self.location.origin).href
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((pages) => {
      // The address of an open page may be longer: that of an order may also have its room, that of an event its title.
      const open = pages.find(({ url }) => url.startsWith(address) && /^([/?#]|$)/.test(url.slice(address.length)))
      return open ? open.focus() : self.clients.openWindow(address)
    }),
  )
})
