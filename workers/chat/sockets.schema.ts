/** Close codes and keep-alive texts of sockets. Separate from messages.schema.ts, so that pages do not load the validators of frames. */

/**
 * Close codes. `ended`: the session has ended. `removed`: the member was removed from the room or the account was deleted, so the client
 * must not reconnect. `flood`: the client sent too many frames. `tooMany`: the member has too many windows open, so this window reconnects
 * only when it is used again.
 */
export const CLOSED = { ended: 4001, removed: 4003, flood: 4008, tooMany: 4009 } as const

/** Keeps a socket and its presence alive. Answered without waking the Durable Object. */
export const PING = 'ping'
export const PONG = 'pong'
