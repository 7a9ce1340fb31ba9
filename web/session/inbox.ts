import type { QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CLOSED, InboxFrame } from '../../workers/chat/messages.schema.ts'
import { queryClient } from '../lib/api.ts'
import { keys } from '../lib/query-keys.ts'
import { refreshViewer } from './viewer.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
/** Written out, as the schema would bring its validators into every page. */
const FINAL_STATUSES: (typeof CLOSED)['ended'] = 4001

const markStale = (queryKey: QueryKey) => queryClient.invalidateQueries({ queryKey })

function receive(frame: InboxFrame) {
  switch (frame.type) {
    case 'order':
      markStale(keys.orders)
      break
    case 'application':
      markStale(keys.applications)
      markStale(keys.listing(frame.listType, frame.listingId))
      break
    // An open room hears of its messages by its own socket.
    case 'message':
    case 'newChat':
    case 'read':
      markStale(keys.conversations)
      break
  }
}

/** What may have changed while no socket was open. */
const catchUp = () => [keys.orders, keys.conversations, keys.rooms, keys.applications].map(markStale)

/** Keeps one socket open; what arrives makes the queries it touches load anew. For signed-in people only. */
export function useInbox(): void {
  useEffect(() => {
    let socket: WebSocket | null = null
    let wait = FIRST_WAIT_MS
    let timer: ReturnType<typeof setTimeout> | undefined
    let again = false

    const connect = () => {
      let opened = false
      clearTimeout(timer)
      socket?.close()
      const mine = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/chat/inbox`)
      socket = mine
      mine.onopen = () => {
        opened = true
        wait = FIRST_WAIT_MS
        if (again) catchUp()
        again = true
      }
      mine.onmessage = (event) => {
        const frame = JSON.parse(String(event.data)) as InboxFrame
        if (frame.v === 1) receive(frame)
      }
      mine.onclose = (event) => {
        if (socket !== mine) return
        // Logged out from another device, or by another tab, which may have logged in anew; a door that stays shut says the same.
        if (event.code === FINAL_STATUSES || !opened) void refreshViewer().catch(() => {})
        // Spread out, so that a restarted server does not meet everybody in the same second.
        timer = setTimeout(connect, wait * (0.5 + Math.random()))
        wait = Math.min(wait * 2, LONGEST_WAIT_MS)
      }
    }

    connect()
    addEventListener('online', connect)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', connect)
      const last = socket
      socket = null
      last?.close()
    }
  }, [])
}
