/**
 * Runs a server as a child of the supervisor: reports when it is ready, stops cleanly on SIGTERM, and does not outlive the supervisor
 * (their channel closes when the supervisor ends, even if it is killed).
 */
export async function asChild(start: () => Promise<{ url: string; close(): Promise<void> }>): Promise<void> {
  const server = await start()
  let closing = false
  const stop = async () => {
    if (closing) return
    closing = true
    await server.close()
    process.exit(0)
  }
  // Ctrl-C reaches the whole process group. It is ignored here, because the supervisor ends its children itself.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
  process.send?.({ ready: server.url })
}
