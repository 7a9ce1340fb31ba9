import { randomBytes } from 'node:crypto'
import { importByteStream } from 'ipfs-unixfs-importer'
import { cidOf } from '../../shared/cid.schema.ts'
import type { Bench } from './lib/result.ts'

const FILE_BYTES = 100_000_000
/** Pieces in which a file arrives from a disk or from the bucket (bytes). */
const PIECE_BYTES = 65_536
const ROUNDS = 5

const streamOf = (bytes: Uint8Array) => {
  let at = 0
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.byteLength) return controller.close()
      controller.enqueue(bytes.subarray(at, at + PIECE_BYTES))
      at += PIECE_BYTES
    },
  })
}

/** Keeps no block. */
const nowhere = { put: async (cid: unknown) => cid } as unknown as Parameters<typeof importByteStream>[1]
/** The same pieces as in our stream. */
async function* piecesOf(bytes: Uint8Array) {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

/** Milliseconds that a computation of an address takes, and the address. */
async function time(compute: () => Promise<string>): Promise<[number, string]> {
  const started = performance.now()
  const cid = await compute()
  return [performance.now() - started, cid]
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Computes the IPFS address of a file of 100 MB, by turns with our code and with the importer of IPFS, and compares the times. */
export const run: Bench = async (log) => {
  const file = new Uint8Array(randomBytes(FILE_BYTES))
  const peer = async () => (await importByteStream(piecesOf(file), nowhere, { profile: 'unixfs-v1-2025' })).cid.toString()
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const [ourTime, cid] = await time(() => cidOf(streamOf(file)))
    const [theirTime, expected] = await time(peer)
    if (cid !== expected) throw new Error(`another address: ${cid}, expected ${expected}`)
    log(`round ${round + 1}: ${Math.round(ourTime)} ms, importer ${Math.round(theirTime)} ms`)
    ours.push(ourTime)
    theirs.push(theirTime)
  }
  const ratio = Math.round((median(ours) / median(theirs)) * 100) / 100
  return [
    { name: 'IPFS address of 100 MB, beside the importer of IPFS', value: ratio, unit: 'x', goal: 1.2, better: 'lower' },
    { name: 'the same in milliseconds', value: Math.round(median(ours)), unit: 'ms', better: 'lower', anchor: Math.round(median(theirs)) },
  ]
}
