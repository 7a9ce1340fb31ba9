/** Builds small files for tests, valid and forged. */

const text = (string: string) => Uint8Array.from(string, (char) => char.charCodeAt(0))
const join = (...parts: Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]))
const u32 = (number: number) => new Uint8Array([number >>> 24, number >>> 16, number >>> 8, number])
const u16le = (number: number) => new Uint8Array([number, number >>> 8])
const u32le = (number: number) => new Uint8Array([number, number >>> 8, number >>> 16, number >>> 24])

function crc(bytes: Uint8Array): number {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let k = 0; k < 8; k++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}

async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

const chunk = (name: string, data: Uint8Array) => {
  const body = join(text(name), data)
  return join(u32(data.byteLength), body, u32(crc(body)))
}

/** A PNG, top half red and bottom half blue. `claim` puts a different size into its header. */
export async function png(
  width: number,
  height: number,
  claim: { width: number; height: number } = { width, height },
): Promise<Uint8Array> {
  const row = (red: boolean) => [0, ...Array.from({ length: width }, () => (red ? [220, 30, 30] : [30, 30, 220])).flat()]
  const pixels = new Uint8Array(Array.from({ length: height }, (_, y) => row(y < height / 2)).flat())
  const header = join(u32(claim.width), u32(claim.height), new Uint8Array([8, 2, 0, 0, 0]))
  return join(text('\x89PNG\r\n\x1a\n'), chunk('IHDR', header), chunk('IDAT', await deflate(pixels)), chunk('IEND', new Uint8Array()))
}

/** A valid GIF of one white pixel, with a comment. */
export const gif = (comment: string) =>
  join(
    text('GIF89a'),
    new Uint8Array([1, 0, 1, 0, 0x80, 0, 0, 255, 255, 255, 0, 0, 0]),
    new Uint8Array([0x21, 0xfe, comment.length]),
    text(comment),
    new Uint8Array([0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]),
  )

/** A file that is a GIF header and a valid script at the same time. */
export const scriptGif = text(`GIF89a/*\x01\x01${' '.repeat(40)}*/=1;alert(document.domain)//`)

export const html = text(`<!doctype html><html><body><script>alert(document.domain)</script>${' '.repeat(100)}</body></html>`)

export const svg = text(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>${' '.repeat(40)}`)

/** The header of an MP4, followed by invalid data. */
export const mp4 = (size: number, brand = 'isom') => {
  const file = new Uint8Array(size).fill(7)
  file.set(join(u32(24), text('ftyp'), text(brand), u32(512), text('isomavc1')))
  return file
}

/** The header of a WebM, followed by invalid data. */
export const webm = (size: number) => {
  const file = new Uint8Array(size).fill(7)
  file.set(join(u32(0x1a45dfa3), new Uint8Array([0x9f, 0x42, 0x82, 0x84]), text('webm')))
  return file
}

/** An Exif segment like that of a photo from a phone: orientation 6 (upright), maker, model, and a GPS position in Paris. */
function exifSegment(): Uint8Array {
  const entry = (tag: number, type: number, amount: number, value: Uint8Array) => join(u16le(tag), u16le(type), u32le(amount), value)
  const pad4 = (bytes: Uint8Array) => join(bytes, new Uint8Array(4 - bytes.byteLength))
  const ifd0 = 8
  const gps = ifd0 + 2 + 4 * 12 + 4
  const values = gps + 2 + 4 * 12 + 4
  const degrees = (d: number, m: number, s: number) => join(u32le(d), u32le(1), u32le(m), u32le(1), u32le(s), u32le(1))
  const tiff = join(
    text('II*\0'),
    u32le(ifd0),
    u16le(4),
    entry(0x010f, 2, 4, text('Cam\0')),
    entry(0x0110, 2, 4, text('One\0')),
    entry(0x0112, 3, 1, pad4(u16le(6))),
    entry(0x8825, 4, 1, u32le(gps)),
    u32le(0),
    u16le(4),
    entry(1, 2, 2, text('N\0\0\0')),
    entry(2, 5, 3, u32le(values)),
    entry(3, 2, 2, text('E\0\0\0')),
    entry(4, 5, 3, u32le(values + 24)),
    u32le(0),
    degrees(48, 50, 31),
    degrees(2, 19, 19),
  )
  const body = join(text('Exif\0\0'), tiff)
  return join(new Uint8Array([0xff, 0xe1, (body.byteLength + 2) >>> 8, body.byteLength + 2]), body)
}

/** Adds an {@link exifSegment} to a JPEG, followed by `filler` bytes of other segments. */
export function withCameraData(jpeg: Uint8Array, filler = 0): Uint8Array {
  const segments: Uint8Array[] = []
  for (let left = filler; left > 0; left -= 60_000) {
    const length = Math.min(left, 60_000) + 2
    segments.push(join(new Uint8Array([0xff, 0xe2, length >>> 8, length]), new Uint8Array(length - 2)))
  }
  return join(jpeg.subarray(0, 2), exifSegment(), ...segments, jpeg.subarray(2))
}

/** A valid PDF with one empty page. */
export const pdf = text(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`)

/** A ZIP of empty files: `[Content_Types].xml`, which every OOXML file has, then these names; without names, those of a DOCX. */
export function docx(...names: string[]): Uint8Array {
  const all = ['[Content_Types].xml', ...(names.length ? names : ['_rels/.rels', 'word/document.xml'])]
  const fields = (name: string) => join(u16le(20), u16le(0), u16le(0), u32le(0), u32le(0), u32le(0), u32le(0), u16le(name.length), u16le(0))
  const entries = all.map((name) => join(text('PK\x03\x04'), fields(name), text(name)))
  const list = all.map((name) => join(text('PK\x01\x02'), u16le(20), fields(name), new Uint8Array(14), text(name)))
  const [files, directory] = [join(...entries), join(...list)]
  const count = u16le(all.length)
  return join(files, directory, text('PK\x05\x06'), u32le(0), count, count, u32le(directory.byteLength), u32le(files.byteLength), u16le(0))
}

/** An entry of {@link zip}: what its headers claim may differ from its bytes. */
export interface ZipEntry {
  name: string
  bytes?: Uint8Array
  method?: number
  flags?: number
  /** Claimed sizes. */
  packed?: number
  unpacked?: number
  extra?: Uint8Array
  /** File mode of Unix. */
  mode?: number
  /** Claimed offset. */
  offset?: number
}

/** A ZIP of these entries, whose bytes are written as they are. `before` is put in front of it, `comment` behind. */
export function zip(entries: ZipEntry[], { before = '', comment = '', count = entries.length } = {}): Uint8Array {
  const files: Uint8Array[] = [text(before)]
  const list: Uint8Array[] = []
  let at = before.length
  for (const { name, bytes = new Uint8Array(), method = 0, flags = 0, mode = 0, extra = new Uint8Array(), ...claimed } of entries) {
    const { packed = bytes.byteLength, unpacked = bytes.byteLength, offset = at } = claimed
    const fields = join(u16le(20), u16le(flags), u16le(method), u32le(0), u32le(crc(bytes)), u32le(packed), u32le(unpacked))
    const lengths = join(u16le(name.length), u16le(extra.byteLength))
    const file = join(text('PK\x03\x04'), fields, lengths, text(name), extra, bytes)
    const rest = join(u16le(0), u16le(0), u16le(0), u32le(mode * 65_536), u32le(offset))
    list.push(join(text('PK\x01\x02'), u16le(0x0314), fields, lengths, rest, text(name), extra))
    files.push(file)
    at += file.byteLength
  }
  const directory = join(...list)
  const end = join(u32le(0), u16le(count), u16le(count), u32le(directory.byteLength), u32le(at), u16le(comment.length), text(comment))
  return join(...files, directory, text('PK\x05\x06'), end)
}

export const mimetype: ZipEntry = { name: 'mimetype', bytes: text('application/epub+zip') }
const container: ZipEntry = { name: 'META-INF/container.xml', bytes: text('<container/>') }

/** An EPUB with these entries too. */
export const epub = (more: ZipEntry[] = [], options?: Parameters<typeof zip>[1]) => zip([mimetype, container, ...more], options)

/** A compound file with this stream in its directory (second sector): `WordDocument` for a DOC, `Workbook` for an XLS. */
export function doc(stream: string): Uint8Array {
  const file = new Uint8Array(512 * 4)
  const view = new DataView(file.buffer)
  file.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  view.setUint16(30, 9, true)
  view.setUint32(48, 1, true)
  const utf16 = (name: string) => Uint8Array.from([...name].flatMap((char) => [char.charCodeAt(0), 0]))
  file.set(utf16('Root Entry'), 1024)
  file.set(utf16(stream), 1024 + 128)
  return file
}
