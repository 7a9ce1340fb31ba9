import { fork } from 'node:child_process'
import { join } from 'node:path'
import { cookieOf } from '../served-database.ts'

/** A chat server under load. */
export interface ChatServer {
  /** The address and headers of the socket of a member in a room. */
  socketOf(room: string, userId: number): { url: string; headers: Record<string, string> }
  /** The frame that sends a message. */
  frameOf(clientId: string, text: string): string
  /** What the frames that a client receives begin with, by type. */
  prefix: { messages: string; sent: string; joined: string }
  /** Answers a frame that is not about messages, or returns undefined. */
  answerTo?(frame: string): string | undefined
}

const TEXT_FRAMES = {
  frameOf: (clientId: string, text: string) => JSON.stringify({ v: 1, type: 'send', clientId, text }),
  prefix: { messages: '{"v":1,"type":"messages"', sent: '{"v":1,"type":"sent"', joined: '{"v":1,"type":"presence"' },
}

/** Each request comes from another client network, so that no rate limit of a network is reached. */
export const networkOf = (userId: number) => ({ 'x-address': `2001:db8:${(userId >> 8).toString(16)}:${(userId & 255).toString(16)}::1` })

/** Our chat worker at an address. */
export const warren = (url: string): ChatServer => ({
  ...TEXT_FRAMES,
  socketOf: (room, userId) => ({
    url: `${url.replace('http', 'ws')}/api/chat/rooms/${room}`,
    headers: { cookie: cookieOf(userId), origin: 'http://localhost:8788', ...networkOf(userId) },
  }),
})

/** Starts a server of another library in its own process. Every room is the same. */
export async function startPeer(name: 'ws' | 'socket.io'): Promise<{ server: ChatServer; stop: () => void }> {
  const child = fork(join(import.meta.dirname, 'peer-process.ts'), [name])
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (ready) => resolve(Number(ready)))
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
  })
  const stop = () => void child.kill('SIGKILL')
  const address = `ws://127.0.0.1:${port}`
  if (name === 'ws') return { server: { ...TEXT_FRAMES, socketOf: () => ({ url: address, headers: {} }) }, stop }
  return {
    server: {
      socketOf: () => ({ url: `${address}/socket.io/?EIO=4&transport=websocket`, headers: {} }),
      frameOf: (clientId, text) => `42${JSON.stringify(['send', { clientId, text }])}`,
      prefix: { messages: '42["messages"', sent: '42["sent"', joined: '40' },
      // The handshake and the pings of Socket.IO: `0` opens the connection, `2` is a ping.
      answerTo: (frame) => (frame.startsWith('0') ? '40' : frame === '2' ? '3' : undefined),
    },
    stop,
  }
}
