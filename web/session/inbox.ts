import { hashKey, type Query, type QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { InboxFrame } from '../../workers/chat/messages.schema.ts'
import { CLOSED } from '../../workers/chat/sockets.schema.ts'
import { queryClient } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'
import { ReconnectingSocket } from '../lib/reconnecting-socket.ts'
import { createStore } from '../ui/store.ts'
import { refreshViewer } from './viewer.ts'

/** Grows with each push about notifications, also hidden ones, and with each reconnection, which may follow missed pushes. */
export const notificationPushes = createStore(0)
const countPush = () => notificationPushes.set(notificationPushes.get() + 1)

/** Marks queries as stale; those in use are loaded again. */
function markStale(queryKey: QueryKey, predicate: (query: Query) => boolean = () => true) {
  // A query that loads for the first time is not restarted, and its answer counts as fresh although it may be older than the change.
  for (const query of queryClient.getQueryCache().findAll({ queryKey, predicate, fetchStatus: 'fetching' }))
    if (query.state.data === undefined)
      query.promise?.then(
        () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }),
        () => {},
      )
  void queryClient.invalidateQueries({ queryKey, predicate })
}

function receive(frame: InboxFrame) {
  switch (frame.type) {
    case 'order':
      markStale(keys.orders)
      // The order may be the payment for a place at an event.
      markStale(keys.applications)
      markStale(keys.listings)
      // A new order has a new room.
      markStale(keys.conversations)
      break
    case 'application':
      markStale(keys.applications)
      markStale(keys.listing(frame.listType, frame.listingId))
      break
    // An open room receives its messages by its own socket.
    case 'message':
    case 'newChat':
    case 'read':
      markStale(keys.conversations)
      break
    case 'changed':
      markStale(keys.conversations)
      forgetRooms(keys.room(frame.roomId))
      break
    case 'notification':
      markStale(keys.notifications)
      // The notification may be about it.
      markStale(keys.creatorApplication)
      countPush()
      break
  }
}

/** Removes stored pages of rooms that are not open, because they may contain texts that were deleted. An open room has its own socket. */
const forgetRooms = (queryKey: QueryKey) => queryClient.removeQueries({ queryKey, type: 'inactive' })

/** What pushes are about, except rooms, whose own sockets send them what they missed. */
const PUSHED = [keys.orders, keys.conversations, keys.applications, keys.notifications, keys.creatorApplication]

/** Marks everything as stale that the page may have loaded before its first connection. */
function refreshLoaded() {
  // Each answer of the node about owed payments costs money, and steps of orders are rare.
  const owed = hashKey(keys.owed)
  for (const key of PUSHED) markStale(key, ({ queryHash }) => queryHash !== owed)
}

/** Marks everything as stale that may have changed while the connection was lost. */
function refreshAll() {
  forgetRooms(keys.rooms)
  for (const key of [...PUSHED, keys.rooms]) markStale(key)
  countPush()
}

/**
 * Keeps the inbox socket open. A push marks the queries that it concerns as stale. For signed-in members only. `onConnect` is called at
 * each connection, so also after the browser got another session. It must be the same function at every render.
 */
export function useInbox(onConnect: () => void): void {
  useEffect(() => {
    let wasConnected = false
    const socket = new ReconnectingSocket<InboxFrame>(() => '/api/chat/inbox', {
      onOpen: () => {
        if (wasConnected) refreshAll()
        else refreshLoaded()
        wasConnected = true
        onConnect()
      },
      onFrame: receive,
      onClose: (code, wasOpen) => {
        // The session may be over, by a logout on another device or in another tab. A refused connection can mean the same.
        if (code === CLOSED.ended || code === CLOSED.removed || !wasOpen) void refreshViewer().catch(() => {})
      },
    })
    return () => socket.close()
  }, [onConnect])
}
