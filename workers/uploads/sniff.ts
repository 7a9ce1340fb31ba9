/** The type detected from a file's bytes, and its size in pixels as stored (before rotation); null for videos. */
export interface Sniffed {
  type: string
  width: number | null
  height: number | null
}

/** Reads bytes of a file from `offset`; fewer than `length` at its end. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>

const HEAD_BYTES = 4096
/** No real picture has more segments (camera data, colour profile, previews) than this before its frame header. */
const MAX_SEGMENTS = 40

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const ascii = (bytes: Uint8Array, start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end))

/**
 * Detects the type of a file, and the width and height of a picture (pixels), from its first bytes; null for a type that is not stored and
 * for a damaged picture. Ignores the file name and the announced type. Reads 4 KiB, and for a JPEG 16 bytes of each segment up to the frame
 * header.
 */
export async function sniff(read: ReadBytes): Promise<Sniffed | null> {
  const head = await read(0, HEAD_BYTES)
  if (head.byteLength < 32) return null
  const image = sniffPng(head) ?? sniffGif(head) ?? sniffWebp(head) ?? (await sniffJpeg(head, read))
  if (image) return image.width && image.height ? image : null
  const type = sniffVideo(head)
  return type ? { type, width: null, height: null } : null
}

function sniffPng(head: Uint8Array): Sniffed | null {
  if (ascii(head, 0, 8) !== '\x89PNG\r\n\x1a\n' || ascii(head, 12, 16) !== 'IHDR') return null
  return { type: 'image/png', width: view(head).getUint32(16), height: view(head).getUint32(20) }
}

function sniffGif(head: Uint8Array): Sniffed | null {
  if (!/^GIF8[79]a$/.test(ascii(head, 0, 6))) return null
  return { type: 'image/gif', width: view(head).getUint16(6, true), height: view(head).getUint16(8, true) }
}

function sniffWebp(head: Uint8Array): Sniffed | null {
  if (ascii(head, 0, 4) !== 'RIFF' || ascii(head, 8, 12) !== 'WEBP') return null
  const data = view(head)
  const [width, height] = webpSize(ascii(head, 12, 16), data)
  return { type: 'image/webp', width, height }
}

/** Reads the size from the first chunk, in one of the three formats of RFC 9649. */
function webpSize(chunk: string, data: DataView): [number, number] {
  if (chunk === 'VP8X') return [(data.getUint32(24, true) & 0xffffff) + 1, (data.getUint32(26, true) >>> 8) + 1]
  if (chunk === 'VP8L' && data.getUint8(20) === 0x2f) {
    const bits = data.getUint32(21, true)
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
  }
  if (chunk === 'VP8 ' && data.getUint8(23) === 0x9d) return [data.getUint16(26, true) & 0x3fff, data.getUint16(28, true) & 0x3fff]
  return [0, 0]
}

/** Goes from segment to segment up to the frame header, so that the size of a preview in the camera data is not read by mistake. */
async function sniffJpeg(head: Uint8Array, read: ReadBytes): Promise<Sniffed | null> {
  if (head[0] !== 0xff || head[1] !== 0xd8 || head[2] !== 0xff) return null
  let offset = 2
  for (let i = 0; i < MAX_SEGMENTS; i++) {
    const segment = offset + 16 <= head.byteLength ? head.subarray(offset, offset + 16) : await read(offset, 16)
    if (segment.byteLength < 16 || segment[0] !== 0xff) return null
    const marker = segment[1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { type: 'image/jpeg', width: view(segment).getUint16(7), height: view(segment).getUint16(5) }
    // The pixel data or the end of the picture comes before any frame header.
    if (marker === 0xda || marker === 0xd9) return null
    const isFillByte = marker === 0xff
    offset += isFillByte ? 1 : 2 + view(segment).getUint16(2)
  }
  return null
}

/** Brands of ISO 14496-12 files that browsers play as MP4. QuickTime, pictures (avif, heic) and others are excluded. */
const MP4_BRANDS = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |M4VH|M4VP|dash|mmp4|MSNV|f4v |3gp[4-7])$/

function sniffVideo(head: Uint8Array): string | null {
  if (ascii(head, 4, 8) === 'ftyp' && MP4_BRANDS.test(ascii(head, 8, 12))) return 'video/mp4'
  if (view(head).getUint32(0) === 0x1a45dfa3 && ascii(head, 4, 64).includes('webm')) return 'video/webm'
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'AVI ') return 'video/x-msvideo'
  const start = view(head).getUint32(0)
  if (start === 0x000001ba || start === 0x000001b3) return 'video/mpeg'
  return null
}
