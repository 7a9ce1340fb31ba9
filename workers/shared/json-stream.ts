const encoder = new TextEncoder()

/**
 * Streams these pieces as bytes and reads each one only when it is needed, so that a response of any length uses the memory of one piece.
 * An error while reading ends the stream with that error, so that the client notices an incomplete response.
 */
export function byteStream(pieces: AsyncIterator<string | Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else if (value.length) controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
      else await this.pull!(controller)
    },
    async cancel() {
      await pieces.return?.()
    },
  } as UnderlyingByteSource)
}

/** Writes rows as a JSON array, piece by piece. */
export async function* jsonArray(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let prefix = '['
  for await (const row of rows) {
    yield prefix + JSON.stringify(row)
    prefix = ','
  }
  yield prefix === '[' ? '[]' : ']'
}

/** Reads all rows page by page. `read` gets the last row of the previous page; a page that is not full is the last one. */
export async function* inPages<T>(size: number, read: (last: T | undefined) => Promise<T[]>): AsyncGenerator<T> {
  for (let last: T | undefined; ; ) {
    const rows = await read(last)
    yield* rows
    last = rows.at(-1)
    if (rows.length < size) return
  }
}
