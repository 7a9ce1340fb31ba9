/** Close codes and keep-alive texts of sockets. Separate from messages.schema.ts, so that pages do not load the validators of frames. */

/**
 * Close codes. `ended`: the session is over. `removed`: the member is no longer part of the room, or the account is deleted; a client must
 * not reconnect. `flood`: too many frames.
 */
export const CLOSED = { ended: 4001, removed: 4003, flood: 4008 } as const

/** Keeps a socket and its presence alive. Answered without waking the Durable Object. */
export const PING = 'ping'
export const PONG = 'pong'
