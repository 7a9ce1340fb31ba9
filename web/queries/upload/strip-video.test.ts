import { expect, it } from 'vitest'
import { stripVideo } from './strip-video.ts'

const SECRET = '+35.6586+139.7454/'
const encode = (text: string) => [...text].map((char) => char.charCodeAt(0))
const box = (name: string, ...content: number[][]): number[] => {
  const body = content.flat()
  const size = body.length + 8
  return [size >>> 24, size >>> 16, size >>> 8, size & 255, ...encode(name), ...body].map((byte) => byte & 255)
}
const strip = async (...bytes: number[][]) => {
  const file = new File([new Uint8Array(bytes.flat())], 'a.mp4', { type: 'video/mp4', lastModified: 5 })
  const stripped = await stripVideo(file)
  expect([stripped.name, stripped.type, stripped.lastModified, stripped.size]).toEqual(['a.mp4', 'video/mp4', 5, file.size])
  return [...new Uint8Array(await stripped.arrayBuffer())]
}
const free = (length: number) => box('free', Array(length).fill(0))

it('the place in the index, in a track and beside them becomes empty space, and nothing else changes or moves', async () => {
  const place = encode(SECRET)
  const video = (udta: (content: number[]) => number[], meta: (content: number[]) => number[]) => [
    box('ftyp', encode('isom')),
    box('moov', box('mvhd', [1, 2, 3]), udta(place), box('trak', box('tkhd', [4]), meta(place), box('mdia', [5]))),
    meta(place),
    box('mdat', encode('pixels')),
  ]
  const original = video(
    (content) => box('udta', box('\u00a9xyz', content)),
    (content) => box('meta', content),
  )
  const expected = video(
    (content) => free(content.length + 8),
    (content) => free(content.length),
  )
  expect(await strip(...original)).toEqual(expected.flat())
})

it('a video without metadata, a damaged one and a file of another kind stay as they are', async () => {
  for (const bytes of [
    [...box('ftyp', encode('isom')), ...box('mdat', [1, 2])],
    [0, 0, 0, 3, ...encode('moov'), 1, 2, 3],
    [0xff, 0xff, 0xff, 0xff, ...encode('moov')],
    encode('%PDF-1.4 udta'),
    [],
  ])
    expect(await strip(bytes)).toEqual(bytes)
})
