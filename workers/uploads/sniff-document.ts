import type { DocumentType } from './media.schema.ts'
import type { ReadBytes } from './sniff.ts'

const HEAD = 512
/** The list of a ZIP's files stands at its end; that of a Word document takes a few kilobytes (bytes). */
const TAIL = 32_768
/** Entries of an OLE directory are 128 bytes; the first sectors of it name a document's main streams (bytes). */
const DIRECTORY = 4096

const latin = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

/**
 * Tells which kind of document a file is by its own bytes, or null when it is none we take. Nothing is unpacked, so there is nothing
 * that could unfold. Reads 37 KiB at most; `size` is the file's.
 */
export async function sniffDocument(read: ReadBytes, size: number): Promise<DocumentType | null> {
  const head = await read(0, HEAD)
  const start = latin(head)
  if (start.startsWith('%PDF-')) return 'application/pdf'
  if (start.startsWith('PK\x03\x04')) return docx(read, size)
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return doc(head, read)
  return null
}

/** OOXML: a ZIP with a Word document in it, and no macros. */
async function docx(read: ReadBytes, size: number): Promise<DocumentType | null> {
  const offset = Math.max(0, size - TAIL)
  const names = latin(await read(offset, size - offset))
  const has = (name: string) => names.includes(name)
  const word = has('PK\x05\x06') && has('[Content_Types].xml') && has('word/document.xml')
  return word && !has('vbaProject.bin') ? 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' : null
}

/** [MS-CFB]: the header says where the directory begins; Excel and installers are such files too, only Word has this stream. */
async function doc(head: Uint8Array, read: ReadBytes): Promise<DocumentType | null> {
  if (head.byteLength < HEAD) return null
  const view = new DataView(head.buffer, head.byteOffset)
  const sector = 1 << view.getUint16(30, true)
  if (sector !== 512 && sector !== 4096) return null
  const names = latin(await read((view.getUint32(48, true) + 1) * sector, DIRECTORY)).replaceAll('\0', '')
  return names.includes('WordDocument') && !names.includes('_VBA_PROJECT') ? 'application/msword' : null
}
