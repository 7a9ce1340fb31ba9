import { env } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { stripMetadata } from './strip-metadata.schema.ts'
import { gif, png, withCameraData } from './test-files.ts'

const SECRET = 'GPS of the kitchen'
const latin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)
const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const join = (...parts: Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]))
const images = (env as unknown as { IMAGES: ImagesBinding }).IMAGES

async function draw(format: 'image/jpeg' | 'image/webp'): Promise<Uint8Array> {
  const drawn = await images.input(new Blob([(await png(40, 20)) as Uint8Array<ArrayBuffer>]).stream()).output({ format })
  return new Uint8Array(await drawn.response().arrayBuffer())
}

/** Inserts bytes before the last `tail` bytes. */
const insert = (bytes: Uint8Array, tail: number, more: Uint8Array) =>
  join(bytes.subarray(0, bytes.byteLength - tail), more, bytes.subarray(bytes.byteLength - tail))

it('a JPEG loses camera data, comments and what follows its end, and keeps its pixels and orientation', async () => {
  const plain = await draw('image/jpeg')
  const comment = join(Uint8Array.of(0xff, 0xfe, 0, SECRET.length + 2), bytesOf(SECRET))
  const marked = join(withCameraData(plain).subarray(0, 2), comment, withCameraData(plain).subarray(2), bytesOf(`ftypmp4 ${SECRET}`))
  const stripped = stripMetadata(marked, 'image/jpeg')
  expect(latin1(stripped)).not.toContain(SECRET)
  expect(latin1(stripped)).not.toContain('Cam')
  // Only the orientation is left.
  expect(latin1(stripped)).toContain('Exif\0\0MM\0*\0\0\0\b\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0')
  expect(latin1(stripped).slice(-200)).toBe(latin1(plain).slice(-200))
  expect(stripMetadata(stripped, 'image/jpeg')).toEqual(stripped)
})

it('a PNG loses its texts and what follows its end', async () => {
  const plain = await png(40, 20)
  const text = join(Uint8Array.of(0, 0, 0, SECRET.length), bytesOf(`tEXt${SECRET}`), new Uint8Array(4))
  expect(stripMetadata(join(insert(plain, 12, text), bytesOf(SECRET)), 'image/png')).toEqual(plain)
})

it('a WebP loses Exif and XMP', async () => {
  const plain = await draw('image/webp')
  const chunk = join(bytesOf('EXIF'), Uint8Array.of(SECRET.length, 0, 0, 0), bytesOf(SECRET))
  const marked = join(plain, chunk)
  new DataView(marked.buffer).setUint32(4, marked.byteLength - 8, true)
  expect(stripMetadata(marked, 'image/webp')).toEqual(plain)
})

it('a GIF loses its comments', () => {
  const stripped = stripMetadata(gif(SECRET), 'image/gif')
  expect(latin1(stripped)).not.toContain(SECRET)
  expect(stripped.byteLength).toBe(gif(SECRET).byteLength - SECRET.length - 4)
})

it.each(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])(
  'a %s that is cut anywhere ends in an error or a picture, never in a loop',
  async (type) => {
    const bytes = type === 'image/png' ? await png(4, 4) : type === 'image/gif' ? gif('a') : await draw(type as 'image/jpeg')
    for (let length = 12; length < bytes.byteLength; length += 7)
      try {
        expect(stripMetadata(bytes.subarray(0, length), type).byteLength).toBeLessThanOrEqual(bytes.byteLength)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
      }
  },
)

describe('a picture of so many parts that they would fill the memory of a worker', () => {
  /** Puts this part as often behind the first `head` bytes. */
  const repeated = (bytes: Uint8Array, head: number, part: Uint8Array, count: number) => {
    const parts = new Uint8Array(part.byteLength * count)
    for (let i = 0; i < count; i++) parts.set(part, part.byteLength * i)
    return new Uint8Array([...bytes.subarray(0, head), ...parts, ...bytes.subarray(head)])
  }
  const emptyChunk = join(Uint8Array.of(0, 0, 0, 0), bytesOf('IDAT'), Uint8Array.of(0x35, 0xaf, 0x06, 0x1e))
  const emptyWebpChunk = join(bytesOf('ALPH'), Uint8Array.of(0, 0, 0, 0))

  it.each<[string, () => Promise<Uint8Array> | Uint8Array, number, Uint8Array]>([
    ['image/png', () => png(4, 4), 33, emptyChunk],
    ['image/jpeg', () => draw('image/jpeg'), 2, Uint8Array.of(0xff, 0xee, 0, 2)],
    ['image/webp', () => draw('image/webp'), 12, emptyWebpChunk],
    ['image/gif', () => gif('at home'), 19, Uint8Array.of(0x21, 0xf9, 0)],
  ])('is refused: %s', async (type, make, head, part) => {
    const plain = await make()
    const withParts = (count: number) => {
      const bytes = repeated(plain, head, part, count)
      if (type === 'image/webp') new DataView(bytes.buffer).setUint32(4, bytes.byteLength - 8, true)
      return bytes
    }
    expect(stripMetadata(withParts(100), type).byteLength).toBe(stripMetadata(plain, type).byteLength + 100 * part.byteLength)
    expect(() => stripMetadata(withParts(20_001), type)).toThrow('too many parts')
  })
})
