const ascii = (bytes: Uint8Array, start: number, length: number) => String.fromCharCode(...bytes.subarray(start, start + length))
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The most chunks, segments or blocks of a picture. Each costs memory, however small it is. */
const MAX_PARTS = 20_000
function checkCount(parts: number): void {
  if (parts > MAX_PARTS) throw new RangeError('too many parts')
}

function join(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.byteLength
  }
  return joined
}

/**
 * Removes from a picture what a camera or a program wrote about it: place, time, device, previews, comments, and anything behind its end.
 * The pixels, their colour profile and their orientation stay exactly as they are. Throws a RangeError for a damaged file.
 */
export function stripMetadata(bytes: Uint8Array, type: string): Uint8Array<ArrayBuffer> {
  switch (type) {
    case 'image/jpeg':
      return stripJpeg(bytes)
    case 'image/png':
      return stripPng(bytes)
    case 'image/webp':
      return stripWebp(bytes)
    case 'image/gif':
      return stripGif(bytes)
    default:
      throw new RangeError(`no picture: ${type}`)
  }
}

/** A JPEG without Exif, XMP, IPTC, previews and comments. An orientation other than upright is written into an Exif segment of its own. */
function stripJpeg(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = viewOf(bytes)
  const head: Uint8Array[] = [bytes.subarray(0, 2)]
  const rest: Uint8Array[] = []
  let orientation = 1
  let offset = 2
  for (let count = 0; ; count++) {
    checkCount(count)
    if (view.getUint8(offset) !== 0xff) throw new RangeError('no marker')
    const marker = view.getUint8(offset + 1)
    if (marker === 0xff) {
      offset += 1
      continue
    }
    if (marker === 0xd9) break
    const end = offset + 2 + view.getUint16(offset + 2)
    const segment = bytes.subarray(offset, end)
    if (segment.byteLength < end - offset) throw new RangeError('cut segment')
    const isProfile = marker === 0xe2 && ascii(segment, 4, 11) === 'ICC_PROFILE'
    const isMetadata = (marker >= 0xe1 && marker <= 0xef && marker !== 0xee && !isProfile) || marker === 0xfe
    if (marker === 0xe1 && ascii(segment, 4, 6) === 'Exif\0\0') orientation = orientationOf(segment.subarray(10))
    if (!isMetadata) (marker === 0xe0 ? head : rest).push(segment)
    offset = end
    if (marker === 0xda) {
      const dataEnd = endOfScan(bytes, offset)
      rest.push(bytes.subarray(offset, dataEnd))
      offset = dataEnd
    }
  }
  return join([...head, ...(orientation > 1 ? [exifOrientation(orientation)] : []), ...rest, Uint8Array.of(0xff, 0xd9)])
}

/** The offset of the marker after the pixel data that begins at `offset`. In it, 0xff is followed by 0 or is a restart marker. */
function endOfScan(bytes: Uint8Array, offset: number): number {
  for (let i = bytes.indexOf(0xff, offset); i >= 0 && i + 1 < bytes.byteLength; i = bytes.indexOf(0xff, i + 1)) {
    const next = bytes[i + 1]!
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return i
  }
  throw new RangeError('no end')
}

/** The orientation in a TIFF structure, 1 to 8; 1 if there is none. */
function orientationOf(tiff: Uint8Array): number {
  try {
    const view = viewOf(tiff)
    const isLittle = view.getUint16(0) === 0x4949
    const ifd = view.getUint32(4, isLittle)
    for (let i = 0; i < view.getUint16(ifd, isLittle); i++) {
      const entry = ifd + 2 + i * 12
      if (view.getUint16(entry, isLittle) !== 0x0112) continue
      const value = view.getUint16(entry + 8, isLittle)
      return value >= 1 && value <= 8 ? value : 1
    }
  } catch {
    // Damaged camera data is the same as none.
  }
  return 1
}

/** An Exif segment with nothing but an orientation. */
const exifOrientation = (value: number): Uint8Array =>
  // Marker, length, "Exif", big-endian TIFF, one entry (0x0112, short, one value), no next directory.
  Uint8Array.from([
    ...[0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8],
    ...[0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0],
  ])

/** The chunks of a PNG that say how it looks, those of animations included. */
const PNG_CHUNKS = 'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP bKGD pHYs acTL fcTL fdAT'.split(' ')

function stripPng(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = viewOf(bytes)
  const parts = [bytes.subarray(0, 8)]
  for (let offset = 8, count = 0; ; count++) {
    checkCount(count)
    const name = ascii(bytes, offset + 4, 4)
    const end = offset + 12 + view.getUint32(offset)
    if (end > bytes.byteLength) throw new RangeError('cut chunk')
    if (PNG_CHUNKS.includes(name)) parts.push(bytes.subarray(offset, end))
    if (name === 'IEND') return join(parts)
    offset = end
  }
}

const WEBP_CHUNKS = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']
/** The flags of a VP8X chunk that announce Exif and XMP. */
const WEBP_METADATA = 0x0c

function stripWebp(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = viewOf(bytes)
  const parts = [bytes.slice(0, 12)]
  const size = Math.min(bytes.byteLength, 8 + view.getUint32(4, true))
  for (let offset = 12, count = 0; offset + 8 <= size; count++) {
    checkCount(count)
    const length = view.getUint32(offset + 4, true)
    const end = offset + 8 + length + (length % 2)
    const chunk = bytes.slice(offset, end)
    if (offset + 8 + length > size) throw new RangeError('cut chunk')
    const name = ascii(chunk, 0, 4)
    if (name === 'VP8X') chunk[8] = chunk[8]! & ~WEBP_METADATA
    if (WEBP_CHUNKS.includes(name)) parts.push(chunk)
    offset = end
  }
  const stripped = join(parts)
  viewOf(stripped).setUint32(4, stripped.byteLength - 8, true)
  return stripped
}

/** Extensions of a GIF that repeat an animation. Others contain texts. */
const GIF_LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0']

function stripGif(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = viewOf(bytes)
  const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  /** The offset after the data blocks that begin at `at`. */
  const afterBlocks = (at: number) => {
    let end = at
    for (let length = view.getUint8(end); length; length = view.getUint8(end)) end += 1 + length
    return end + 1
  }
  let offset = 13 + colours(view.getUint8(10))
  const parts = [bytes.subarray(0, offset)]
  for (let count = 0; ; count++) {
    checkCount(count)
    const kind = view.getUint8(offset)
    if (kind === 0x3b) return join([...parts, bytes.subarray(offset, offset + 1)])
    if (kind !== 0x21 && kind !== 0x2c) throw new RangeError('unknown block')
    const label = view.getUint8(offset + 1)
    const end = kind === 0x21 ? afterBlocks(offset + 2) : afterBlocks(offset + 11 + colours(view.getUint8(offset + 9)))
    const isLoop = label === 0xff && GIF_LOOPS.includes(ascii(bytes, offset + 3, 11))
    if (kind === 0x2c || label === 0xf9 || label === 0x01 || isLoop) parts.push(bytes.subarray(offset, end))
    offset = end
  }
}
