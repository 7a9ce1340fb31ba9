// A chat room of another library, without storage, sessions or limits, in a process of its own: `node peer-process.ts ws|socket.io`. It sends
// its port to its parent.
import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { type WebSocket, WebSocketServer } from 'ws'

interface Sent {
  clientId: string
  text: string
}

let seq = 0
/** Makes the same record of a message that a room of Warren sends. */
const messageOf = ({ clientId, text }: Sent) => ({
  id: `peer${String(++seq).padStart(18, '0')}`,
  clientId,
  seq,
  user_id: 1,
  message: { text, mimeType: 'text/plain' },
  at: Math.floor(Date.now() / 1000),
})

const server = createServer()

/** Sends each message to every socket, in a frame that is written as JSON once, and acknowledges it. */
function serveWs(): void {
  const open = new Set<WebSocket>()
  new WebSocketServer({ server }).on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('message', (raw) => {
      const message = messageOf(JSON.parse(String(raw)) as Sent)
      const frame = JSON.stringify({ v: 1, type: 'messages', messages: [message] })
      for (const other of open) other.send(frame)
      socket.send(JSON.stringify({ v: 1, type: 'sent', clientId: message.clientId, message }))
    })
    socket.send(JSON.stringify({ v: 1, type: 'presence', userIds: [] }))
  })
}

/** The same with the rooms of Socket.IO. */
function serveSocketIo(): void {
  const io = new Server(server, { transports: ['websocket'] })
  io.on('connection', (socket) => {
    void socket.join('room')
    socket.on('send', (sent: Sent) => {
      const message = messageOf(sent)
      io.to('room').emit('messages', { messages: [message] })
      socket.emit('sent', { clientId: message.clientId, message })
    })
  })
}

if (process.argv[2] === 'ws') serveWs()
else serveSocketIo()
server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
// Ends with its parent.
process.on('disconnect', () => process.exit())
