/** What a file's own bytes say it is; sizes in pixels as stored, null for videos. */
export interface Sniffed {
  type: string
  width: number | null
  height: number | null
}

/** Bytes of a file from `offset`; fewer than `length` at its end. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>

const HEAD_BYTES = 4096
/** Camera data, colour profile, previews: more segments than this stand before no real picture. */
const MAX_SEGMENTS = 40

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const ascii = (bytes: Uint8Array, start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end))

/**
 * Tells type and size from the beginning of a file, or null when it is none of the kinds we store. It believes neither name
 * nor announced type. Reads 4 KiB, and for a JPEG 16 bytes at each segment until the one with the size.
 */
export async function sniff(read: ReadBytes): Promise<Sniffed | null> {
  const head = await read(0, HEAD_BYTES)
  if (head.byteLength < 32) return null
  const image = png(head) ?? gif(head) ?? webp(head) ?? (await jpeg(head, read))
  if (image) return image.width && image.height ? image : null
  const type = video(head)
  return type ? { type, width: null, height: null } : null
}

function png(head: Uint8Array): Sniffed | null {
  if (ascii(head, 0, 8) !== '\x89PNG\r\n\x1a\n' || ascii(head, 12, 16) !== 'IHDR') return null
  return { type: 'image/png', width: view(head).getUint32(16), height: view(head).getUint32(20) }
}

function gif(head: Uint8Array): Sniffed | null {
  if (!/^GIF8[79]a$/.test(ascii(head, 0, 6))) return null
  return { type: 'image/gif', width: view(head).getUint16(6, true), height: view(head).getUint16(8, true) }
}

function webp(head: Uint8Array): Sniffed | null {
  if (ascii(head, 0, 4) !== 'RIFF' || ascii(head, 8, 12) !== 'WEBP') return null
  const data = view(head)
  const [width, height] = webpSize(ascii(head, 12, 16), data)
  return { type: 'image/webp', width, height }
}

/** RFC 9649: the first chunk says the size, in one of three ways. */
function webpSize(chunk: string, data: DataView): [number, number] {
  if (chunk === 'VP8X') return [(data.getUint32(24, true) & 0xffffff) + 1, (data.getUint32(26, true) >>> 8) + 1]
  if (chunk === 'VP8L' && data.getUint8(20) === 0x2f) {
    const bits = data.getUint32(21, true)
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
  }
  if (chunk === 'VP8 ' && data.getUint8(23) === 0x9d) return [data.getUint16(26, true) & 0x3fff, data.getUint16(28, true) & 0x3fff]
  return [0, 0]
}

/** Walks the segments by their lengths up to the frame header, so that a preview inside the camera data is not taken for it. */
async function jpeg(head: Uint8Array, read: ReadBytes): Promise<Sniffed | null> {
  if (head[0] !== 0xff || head[1] !== 0xd8 || head[2] !== 0xff) return null
  let offset = 2
  for (let i = 0; i < MAX_SEGMENTS; i++) {
    const segment = offset + 16 <= head.byteLength ? head.subarray(offset, offset + 16) : await read(offset, 16)
    if (segment.byteLength < 16 || segment[0] !== 0xff) return null
    const marker = segment[1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { type: 'image/jpeg', width: view(segment).getUint16(7), height: view(segment).getUint16(5) }
    // The pixels begin, or the picture ends, before any size was told.
    if (marker === 0xda || marker === 0xd9) return null
    const fill = marker === 0xff
    offset += fill ? 1 : 2 + view(segment).getUint16(2)
  }
  return null
}

/** Brands of ISO 14496-12 files that browsers play as MP4; QuickTime, pictures (avif, heic) and others are not. */
const MP4_BRANDS = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |M4VH|M4VP|dash|mmp4|MSNV|f4v |3gp[4-7])$/

function video(head: Uint8Array): string | null {
  if (ascii(head, 4, 8) === 'ftyp' && MP4_BRANDS.test(ascii(head, 8, 12))) return 'video/mp4'
  if (view(head).getUint32(0) === 0x1a45dfa3 && ascii(head, 4, 64).includes('webm')) return 'video/webm'
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'AVI ') return 'video/x-msvideo'
  const start = view(head).getUint32(0)
  if (start === 0x000001ba || start === 0x000001b3) return 'video/mpeg'
  return null
}
