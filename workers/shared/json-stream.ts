const encoder = new TextEncoder()

/**
 * A stream of the bytes of these pieces, made as they are asked for: an answer of any length takes the memory of one piece.
 * What the pieces throw ends the stream with that error, so that nobody takes a part for the whole.
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

/** The text of a JSON array of these rows, piece by piece. */
export async function* jsonArray(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '['
  for await (const row of rows) {
    yield before + JSON.stringify(row)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

/** All rows of a read that is made in pages: `read` gets the last row of the page before; a page that is not full is the last. */
export async function* inPages<T>(size: number, read: (last: T | undefined) => Promise<T[]>): AsyncGenerator<T> {
  for (let last: T | undefined; ; ) {
    const rows = await read(last)
    yield* rows
    last = rows.at(-1)
    if (rows.length < size) return
  }
}
