import type { DocumentType } from './media.schema.ts'
import type { ReadBytes } from './sniff.ts'

const HEAD = 512
/** How much of the end of a ZIP is read (bytes). It contains the directory, which takes a few kilobytes in a Word document. */
const TAIL = 32_768
/** How much of an OLE directory is read (bytes). Its entries have 128 bytes, and the first ones name the main streams. */
const DIRECTORY = 4096

const decodeLatin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

/**
 * Detects the document type from the file's bytes; null for any other file. Unpacks nothing, so a ZIP bomb does no harm. Reads at
 * most 37 KiB. `size` is the size of the file (bytes).
 */
export async function sniffDocument(read: ReadBytes, size: number): Promise<DocumentType | null> {
  const head = await read(0, HEAD)
  const start = decodeLatin1(head)
  if (start.startsWith('%PDF-')) return 'application/pdf'
  if (start.startsWith('PK\x03\x04')) return sniffDocx(read, size)
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return sniffDoc(head, read)
  return null
}

/** Accepts OOXML: a ZIP that contains a Word document and no macros. */
async function sniffDocx(read: ReadBytes, size: number): Promise<DocumentType | null> {
  const offset = Math.max(0, size - TAIL)
  const names = decodeLatin1(await read(offset, size - offset))
  const has = (name: string) => names.includes(name)
  const isWord = has('PK\x05\x06') && has('[Content_Types].xml') && has('word/document.xml')
  return isWord && !has('vbaProject.bin') ? 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' : null
}

/** Accepts a compound file ([MS-CFB]) that has a WordDocument stream and no macros. Excel files and installers have no such stream. */
async function sniffDoc(head: Uint8Array, read: ReadBytes): Promise<DocumentType | null> {
  if (head.byteLength < HEAD) return null
  const view = new DataView(head.buffer, head.byteOffset)
  const sectorSize = 1 << view.getUint16(30, true)
  if (sectorSize !== 512 && sectorSize !== 4096) return null
  const names = decodeLatin1(await read((view.getUint32(48, true) + 1) * sectorSize, DIRECTORY)).replaceAll('\0', '')
  return names.includes('WordDocument') && !names.includes('_VBA_PROJECT') ? 'application/msword' : null
}
