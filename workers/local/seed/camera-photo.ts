import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The photo's GPS position: the roof of the Tour Montparnasse in Paris, in degrees. */
export const PHOTO_POSITION = { latitude: 48.842, longitude: 2.322 }

const EXIF = 12
const PRINT_IM = 0xc4a5
const GPS_POINTER = 0x8825
const ORIENTATION = 0x0112

/**
 * A real 24-megapixel, 6.6 MB photo from a Sony ILCE-6000 with all the metadata the camera wrote; it comes with the npm package `exif`
 * (MIT). That camera has no GPS receiver, so the position is added where a camera would write it. Orientation 6 means that a viewer must
 * rotate it by 90 degrees clockwise.
 */
export function cameraPhoto({ orientation = 1 }: { orientation?: 1 | 3 | 6 | 8 } = {}): Buffer<ArrayBuffer> {
  const home = dirname(createRequire(import.meta.url).resolve('exif/package.json'))
  const photo = readFileSync(join(home, 'test', 'sony-alpha-6000.jpg'))
  const end = 4 + photo.readUInt16BE(4)
  const first = photo.readUInt32LE(EXIF + 4)
  const entries = Array.from({ length: photo.readUInt16LE(EXIF + first) }, (_, i) => EXIF + first + 2 + 12 * i)
  const entry = (tag: number) => entries.find((at) => photo.readUInt16LE(at) === tag) ?? 0
  photo.writeUInt16LE(orientation, entry(ORIENTATION) + 8)
  // The last entry of the first directory holds printer hints; it is replaced by the pointer to the GPS directory.
  const pointer = entry(PRINT_IM)
  photo.writeUInt16LE(GPS_POINTER, pointer)
  photo.writeUInt16LE(4, pointer + 2)
  photo.writeUInt32LE(1, pointer + 4)
  photo.writeUInt32LE(end - EXIF, pointer + 8)
  const place = gpsDirectory(end - EXIF)
  photo.writeUInt16BE(photo.readUInt16BE(4) + place.byteLength, 4)
  return Buffer.concat([photo.subarray(0, end), place, photo.subarray(end)])
}

/** The GPS directory of EXIF 2.3, for the position `at` (bytes after the TIFF header). */
function gpsDirectory(at: number): Buffer {
  const values = at + 2 + 4 * 12 + 4
  const directory = Buffer.alloc(2 + 4 * 12 + 4 + 48)
  directory.writeUInt16LE(4, 0)
  const put = (i: number, tag: number, type: number, amount: number, value: number) => {
    const to = 2 + 12 * i
    directory.writeUInt16LE(tag, to)
    directory.writeUInt16LE(type, to + 2)
    directory.writeUInt32LE(amount, to + 4)
    directory.writeUInt32LE(value, to + 8)
  }
  put(0, 1, 2, 2, 'N'.charCodeAt(0))
  put(1, 2, 5, 3, values)
  put(2, 3, 2, 2, 'E'.charCodeAt(0))
  put(3, 4, 5, 3, values + 24)
  const degrees = [PHOTO_POSITION.latitude, PHOTO_POSITION.longitude]
  degrees.forEach((degree, i) => {
    const whole = Math.floor(degree)
    const parts = [whole, 1, 0, 1, Math.round((degree - whole) * 3_600_000), 1000]
    for (const [j, part] of parts.entries()) directory.writeUInt32LE(part, 54 + 24 * i + 4 * j)
  })
  return directory
}
