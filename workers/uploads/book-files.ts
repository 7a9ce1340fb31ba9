import type { ReadBytes } from './sniff.ts'
import { EPUB_TYPE } from './works.schema.ts'

/** Why the archive of an EPUB is refused. `content`: it is no EPUB. */
export type ArchiveFault = 'content' | 'damaged' | 'names' | 'links' | 'encrypted' | 'packing' | 'entries' | 'unpacked' | 'overlapping'

/** Largest number of entries, and bytes of the directory that lists them. */
const MAX_ENTRIES = 10_000
const MAX_DIRECTORY_BYTES = 2 * 1024 * 1024
/** Largest declared size of all entries, and of one, unpacked (bytes). */
const MAX_UNPACKED_BYTES = 1_000_000_000
const MAX_ENTRY_BYTES = 100_000_000
/** An entry above this size (bytes) may be packed to no less than this part of it. Texts reach 20. */
const RATIO_FROM_BYTES = 1_000_000
const MAX_RATIO = 200
const MAX_NAME_BYTES = 1024

const LOCAL_HEADER = 0x04034b50
const LOCAL_HEADER_BYTES = 30
const ENTRY = 0x02014b50
const ENTRY_BYTES = 46
const END = 0x06054b50
const END_BYTES = 22

const [STORED, DEFLATED] = [0, 8]
/** Flags of an entry: encrypted, with strong encryption, with hidden headers. */
const ENCRYPTED = 0x2041
/** The type of a symbolic link in the file mode of Unix. */
const [MODE_TYPE, MODE_LINK] = [0xf000, 0xa000]

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
// What names are checked for is ASCII, so their encoding does not matter.
const decodeLatin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

/** Whether a file is a PDF from its first byte on, so that it can be no other document. */
export const isPdf = async (read: ReadBytes): Promise<boolean> => /^%PDF-[12]\.\d/.test(decodeLatin1(await read(0, 8)))

/** An absolute name, one that leaves the folder, or one that another system may read as such. */
const isBadName = (name: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: such names are refused.
  name === '' || /[\\\0-\x1f\x7f]|^\/|^[A-Za-z]:/.test(name) || name.split('/').includes('..')

interface Entry {
  name: string
  method: number
  packed: number
  unpacked: number
  /** Offset of its local header. */
  offset: number
}

/**
 * Finds why an EPUB must be refused, by its directory alone: nothing is unpacked. Returns null for a sound one. The first entry must be the
 * stored `mimetype` (OCF 3.3, 4.2), and the directory must end the file, so that every reader finds the same entries. `size` is the size of
 * the file (bytes). Reads at most 2 MiB. Declared sizes may be wrong: a reader must stop where they end.
 */
export async function findEpubFault(read: ReadBytes, size: number): Promise<ArchiveFault | null> {
  const start = await read(0, LOCAL_HEADER_BYTES + 8 + EPUB_TYPE.length)
  if (decodeLatin1(start.subarray(LOCAL_HEADER_BYTES)) !== `mimetype${EPUB_TYPE}` || size < start.byteLength + END_BYTES) return 'content'
  const head = viewOf(start)
  const isMimetype =
    head.getUint32(0, true) === LOCAL_HEADER &&
    head.getUint16(8, true) === STORED &&
    head.getUint16(26, true) === 8 &&
    head.getUint16(28, true) === 0
  if (!isMimetype) return 'content'

  const end = viewOf(await read(size - END_BYTES, END_BYTES))
  if (end.byteLength < END_BYTES || end.getUint32(0, true) !== END || end.getUint16(20, true) !== 0) return 'damaged'
  const [count, bytes, offset] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)]
  if (end.getUint32(4, true) !== 0 || end.getUint16(8, true) !== count || offset + bytes !== size - END_BYTES) return 'damaged'
  if (count > MAX_ENTRIES || bytes > MAX_DIRECTORY_BYTES) return 'entries'
  const directory = await read(offset, bytes)
  const entries = directory.byteLength === bytes ? readEntries(directory, count) : 'damaged'
  return typeof entries === 'string' ? entries : (findEntriesFault(entries) ?? findOverlap(entries, offset))
}

/** Reads the entries of the directory, or finds why it is refused. */
function readEntries(directory: Uint8Array, count: number): Entry[] | ArchiveFault {
  const view = viewOf(directory)
  const entries: Entry[] = []
  let at = 0
  for (; entries.length < count; ) {
    if (at + ENTRY_BYTES > directory.byteLength || view.getUint32(at, true) !== ENTRY) return 'damaged'
    const nameBytes = view.getUint16(at + 28, true)
    const name = decodeLatin1(directory.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes))
    const isUnix = view.getUint8(at + 5) === 3
    if (nameBytes > MAX_NAME_BYTES || isBadName(name)) return 'names'
    if (isUnix && (view.getUint16(at + 40, true) & MODE_TYPE) === MODE_LINK) return 'links'
    if (view.getUint16(at + 8, true) & ENCRYPTED) return 'encrypted'
    const [packed, unpacked, offset] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true), view.getUint32(at + 42, true)]
    entries.push({ name, method: view.getUint16(at + 10, true), packed, unpacked, offset })
    at += ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return at === directory.byteLength ? entries : 'damaged'
}

/** Finds a fault of the entries by themselves: names, packing, sizes. */
function findEntriesFault(entries: Entry[]): ArchiveFault | null {
  const names = new Set(entries.map(({ name }) => name))
  if (entries.length === 0 || !names.has('META-INF/container.xml')) return 'content'
  if (names.size !== entries.length) return 'names'
  let total = 0
  for (const { name, method, packed, unpacked, offset } of entries) {
    if (method !== STORED && method !== DEFLATED) return 'packing'
    if (method === STORED && packed !== unpacked) return 'damaged'
    if (name === 'mimetype' && (offset !== 0 || method !== STORED || packed !== EPUB_TYPE.length)) return 'content'
    total += unpacked
    if (unpacked > MAX_ENTRY_BYTES || total > MAX_UNPACKED_BYTES) return 'unpacked'
    if (unpacked > RATIO_FROM_BYTES && unpacked > packed * MAX_RATIO) return 'unpacked'
  }
  return names.has('mimetype') ? null : 'content'
}

/** Entries that share bytes, by which a small file unpacks to a very large one. `end` is where the directory begins. */
function findOverlap(entries: Entry[], end: number): ArchiveFault | null {
  const sorted = entries.toSorted((a, b) => a.offset - b.offset)
  const isApart = ({ offset, packed, name }: Entry, i: number) =>
    offset + LOCAL_HEADER_BYTES + name.length + packed <= (sorted[i + 1]?.offset ?? end)
  return sorted.every(isApart) ? null : 'overlapping'
}
