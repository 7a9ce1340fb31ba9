import fc from 'fast-check'
import { importBytes } from 'ipfs-unixfs-importer'
import { fixedSize } from 'ipfs-unixfs-importer/chunker'
import { balanced } from 'ipfs-unixfs-importer/layout'
import { CID } from 'multiformats/cid'
import { is } from 'valibot'
import { describe, expect, it } from 'vitest'
import { cidInChunks, cidOf, cidOfContent, contentOf } from './cid.schema.ts'
import { ipfsCid } from './ids.schema.ts'

const MIB = 1024 * 1024
/** Keeps no block. */
const nowhere = { put: async (cid: CID) => cid } as unknown as Parameters<typeof importBytes>[1]

/** Bytes that differ from chunk to chunk. */
const bytesOf = (size: number, seed = 1) => {
  const bytes = new Uint8Array(size)
  let state = seed
  for (let i = 0; i < size; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[i] = state >>> 16
  }
  return bytes
}

/** A stream of pieces of this size. */
const streamOf = (bytes: Uint8Array, piece = 65_536) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (let i = 0; i < bytes.byteLength; i += piece) controller.enqueue(bytes.subarray(i, i + piece))
      controller.close()
    },
  })

const peer = async (bytes: Uint8Array) => (await importBytes(bytes, nowhere, { profile: 'unixfs-v1-2025' })).cid.toString()

const peerInChunks = async (bytes: Uint8Array, chunkSize: number, maxChildrenPerNode: number) => {
  const layout = balanced({ maxChildrenPerNode })
  const { cid } = await importBytes(bytes, nowhere, { profile: 'unixfs-v1-2025', chunker: fixedSize({ chunkSize }), layout })
  return cid.toString()
}

describe('the CID of a file', () => {
  it('is the known one of no bytes and of a short text', async () => {
    expect(await cidOf(streamOf(new Uint8Array()))).toBe('bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku')
    expect(await cidOf(streamOf(new TextEncoder().encode('hello world')))).toBe(
      'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e',
    )
  })

  it.each([1, MIB - 1, MIB, MIB + 1, 2 * MIB, 2 * MIB + 1, 5 * MIB + 77])('of %i bytes equals that of the importer', async (size) => {
    const bytes = bytesOf(size)
    expect(await cidOf(streamOf(bytes))).toBe(await peer(bytes))
  })

  it('equals that of the importer at every border of a node', async () => {
    const [chunk, links] = [3, 4]
    const sizes = [0, 1, 3, 4, 11, 12, 13, 15, 24, 45, 47, 48, 49, 51, 52, 96, 191, 192, 193, 195, 577, 768, 769]
    for (const size of sizes) {
      const bytes = bytesOf(size)
      expect([size, await cidInChunks(streamOf(bytes, 5), chunk, links)]).toEqual([size, await peerInChunks(bytes, chunk, links)])
    }
  })

  it('equals that of the importer for 1,025 chunks', async () => {
    const bytes = bytesOf(1025 * 16)
    expect(await cidInChunks(streamOf(bytes), 16, 1024)).toBe(await peerInChunks(bytes, 16, 1024))
  })

  it('does not depend on the pieces of the stream', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(3000), fc.integer({ min: 1, max: 700 }), fc.integer({ min: 2, max: 9 }), async (size, piece, links) => {
        const bytes = bytesOf(size, size + 1)
        expect(await cidInChunks(streamOf(bytes, piece), 64, links)).toBe(await peerInChunks(bytes, 64, links))
      }),
      { numRuns: 60 },
    )
  })
})

describe('an IPFS address', () => {
  const raw = 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'
  const node = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'

  it.each([
    ['of version 0', 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG'],
    ['in capitals', raw.toUpperCase()],
    ['in another base', 'zb2rhe5P4gXftAwvA4eXQ5HJwsER2owDyS9sKaQRRVQPn93bA'],
    ['with a scheme', `ipfs://${raw}`],
    ['with a path', `${raw}/a`],
    ['with a line break', `${raw}\n`],
    ['too short', raw.slice(0, -1)],
    ['too long', `${raw}a`],
    ['with set bits behind its end', `${raw.slice(0, -1)}f`],
    ['with another codec', 'bafyreigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'],
    ['with a digit that base 32 has not', raw.replace('z', '1')],
    ['with nothing', ''],
  ])('%s is refused', (_, text) => {
    expect(is(ipfsCid, text)).toBe(false)
    expect(contentOf(text)).toBeNull()
  })

  it.each([raw, node])('%s is accepted', (cid) => {
    expect(is(ipfsCid, cid)).toBe(true)
    expect(CID.parse(cid).toString()).toBe(cid)
  })

  it('of raw bytes is that of its SHA-256, and back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (digest) => {
        const content = `0x${Buffer.from(digest).toString('hex')}` as const
        const cid = cidOfContent(content)
        expect(is(ipfsCid, cid)).toBe(true)
        expect(contentOf(cid)).toBe(content)
      }),
    )
  })

  it('of a file of several chunks has no content of its own', () => expect(contentOf(node)).toBeNull())

  it('is not made of what is no SHA-256', () => {
    expect(() => cidOfContent('0x12')).toThrow(RangeError)
    expect(() => cidOfContent(`0x${'g'.repeat(64)}`)).toThrow(RangeError)
  })
})
