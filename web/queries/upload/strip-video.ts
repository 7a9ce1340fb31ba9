/** Largest index (`moov`) of a video that is read (bytes). That of an hour has a few megabytes. */
const MAX_INDEX = 20_000_000
/** Boxes that contain others, and boxes with what a camera or a program wrote about the video: place, device, title (ISO 14496-12). */
const CONTAINERS = ['moov', 'trak']
const METADATA = ['udta', 'meta', 'uuid']

interface Box {
  name: string
  /** Where its content begins, and where it ends (bytes). */
  start: number
  end: number
}

/** The boxes of a part of a file, by their headers. `read` returns up to 16 bytes at an offset. Stops at a damaged header. */
async function* boxesIn(
  start: number,
  end: number,
  read: (offset: number) => Promise<DataView> | DataView,
): AsyncGenerator<Box & { at: number }> {
  for (let at = start; at + 8 <= end; ) {
    const header = await read(at)
    const short = header.getUint32(0)
    const isLong = short === 1 && header.byteLength >= 16
    const size = isLong ? Number(header.getBigUint64(8)) : short === 0 ? end - at : short
    if (size < (isLong ? 16 : 8) || at + size > end) return
    const name = String.fromCharCode(...[4, 5, 6, 7].map((i) => header.getUint8(i)))
    yield { name, at, start: at + (isLong ? 16 : 8), end: at + size }
    at += size
  }
}

/**
 * Returns an MP4 or QuickTime video without its metadata, such as the place where a phone has recorded it. They are replaced by empty space,
 * so that nothing else moves. Any other file is returned as it is.
 */
export async function stripVideo(file: File): Promise<File> {
  const viewOf = async (offset: number) => new DataView(await file.slice(offset, offset + 16).arrayBuffer())
  const parts: BlobPart[] = []
  let done = 0
  for await (const { name, at, start, end } of boxesIn(0, file.size, viewOf)) {
    if (name === 'moov' ? end - at > MAX_INDEX : !METADATA.includes(name)) continue
    const bytes = new Uint8Array(await file.slice(at, end).arrayBuffer())
    if (name === 'moov') await blankMetadata(bytes, start - at, bytes.byteLength)
    else blank(bytes, 0, start - at, bytes.byteLength)
    parts.push(file.slice(done, at), bytes)
    done = end
  }
  return done ? new File([...parts, file.slice(done)], file.name, { type: file.type, lastModified: file.lastModified }) : file
}

/** Blanks the metadata among the boxes of a container, and of those in it. */
async function blankMetadata(bytes: Uint8Array, from: number, to: number): Promise<void> {
  const view = (offset: number) => new DataView(bytes.buffer, offset, Math.min(16, bytes.byteLength - offset))
  for await (const { name, at, start, end } of boxesIn(from, to, view)) {
    if (METADATA.includes(name)) blank(bytes, at, start, end)
    else if (CONTAINERS.includes(name)) await blankMetadata(bytes, start, end)
  }
}

/** Turns a box into empty space (`free`) of the same size. */
function blank(bytes: Uint8Array, at: number, start: number, end: number): void {
  bytes.set([0x66, 0x72, 0x65, 0x65], at + 4)
  bytes.fill(0, start, end)
}
