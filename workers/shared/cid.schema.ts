import { encode, prepare } from '@ipld/dag-pb'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { is } from 'valibot'
import { ipfsCid } from './ids.schema.ts'

/** Codes of the multicodec table: a block of plain bytes, a node of a file, and SHA-256. */
const RAW = 0x55
const DAG_PB = 0x70
const SHA_256 = 0x12

/** Bytes of a chunk, and links of a node, in the profile `unixfs-v1-2025` of IPIP-499. */
const CHUNK_BYTES = 1024 * 1024
const MAX_LINKS = 1024

/** A chunk or a node: the bytes of the file below it, and those of its blocks. */
interface Block {
  cid: CID
  fileBytes: number
  blockBytes: number
}

const cidOfBytes = async (code: number, bytes: Uint8Array<ArrayBuffer>): Promise<CID> =>
  CID.createV1(code, create(SHA_256, new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))))

/**
 * The CID of a file in the profile `unixfs-v1-2025`: what `ipfs add` of current tools answers. A file of one chunk is a single raw block.
 * Reads the stream to its end, and has one chunk in memory at a time.
 */
export const cidOf = (file: ReadableStream<Uint8Array>): Promise<string> => cidInChunks(file, CHUNK_BYTES, MAX_LINKS)

/** {@link cidOf} with other sizes, so that tests need no large files. */
export async function cidInChunks(file: ReadableStream<Uint8Array>, chunkBytes: number, maxLinks: number): Promise<string> {
  let blocks: Block[] = []
  for await (const chunk of chunksOf(file, chunkBytes)) {
    const bytes = chunk.byteLength
    blocks.push({ cid: await cidOfBytes(RAW, chunk), fileBytes: bytes, blockBytes: bytes })
  }
  while (blocks.length > 1) {
    const nodes: Block[] = []
    for (let i = 0; i < blocks.length; i += maxLinks) nodes.push(await nodeOf(blocks.slice(i, i + maxLinks)))
    blocks = nodes
  }
  return blocks[0]!.cid.toString()
}

/** The chunks of a stream, at least one. Each is overwritten by the next. */
async function* chunksOf(file: ReadableStream<Uint8Array>, chunkBytes: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const chunk = new Uint8Array(chunkBytes)
  let filled = 0
  let isFirst = true
  // Safari before 26.4 cannot iterate over a stream.
  const reader = file.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    for (let offset = 0; offset < value.byteLength; ) {
      if (filled === chunkBytes) {
        yield chunk
        isFirst = false
        filled = 0
      }
      const part = value.subarray(offset, offset + chunkBytes - filled)
      chunk.set(part, filled)
      filled += part.byteLength
      offset += part.byteLength
    }
  }
  if (filled || isFirst) yield chunk.subarray(0, filled)
}

/** A node above blocks. */
async function nodeOf(blocks: Block[]): Promise<Block> {
  const sum = (side: 'fileBytes' | 'blockBytes') => blocks.reduce((total, block) => total + block[side], 0)
  const links = blocks.map(({ cid, blockBytes }) => ({ Name: '', Tsize: blockBytes, Hash: cid }))
  const bytes = encode(prepare({ Data: fileData(blocks, sum('fileBytes')), Links: links })) as Uint8Array<ArrayBuffer>
  return { cid: await cidOfBytes(DAG_PB, bytes), fileBytes: sum('fileBytes'), blockBytes: bytes.byteLength + sum('blockBytes') }
}

/** The UnixFS message of a node: type 2 (a file), its size, and the size below each link. Smaller than a library for four fields. */
const fileData = (blocks: Block[], size: number): Uint8Array =>
  Uint8Array.from([0x08, 2, 0x18, ...varint(size), ...blocks.flatMap(({ fileBytes }) => [0x20, ...varint(fileBytes)])])

/** Seven bits a byte, the lowest first. */
function varint(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest % 128) | 0x80)
  }
}

/** The SHA-256 in the CID of raw bytes, 0x and 64 digits, as a collection's contract stores it; null for any other text. */
export function contentOf(cid: string): `0x${string}` | null {
  if (!is(ipfsCid, cid) || !cid.startsWith('bafkrei')) return null
  return `0x${Array.from(CID.parse(cid).multihash.digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The CID of the raw bytes with this SHA-256 (0x and 64 digits), as a collection's `tokenURI` answers it behind `ipfs://`. */
export const cidOfContent = (content: `0x${string}`): string => CID.createV1(RAW, create(SHA_256, bytesOf(content))).toString()

function bytesOf(content: `0x${string}`): Uint8Array {
  if (!/^0x[\da-f]{64}$/i.test(content)) throw new RangeError('no SHA-256')
  return Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(content.slice(2 + 2 * i, 4 + 2 * i), 16))
}
