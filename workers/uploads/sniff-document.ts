import { type DocumentType, isDocument } from './media.schema.ts'
import type { ReadBytes } from './sniff.ts'

const HEAD = 512
/** How much of the end of a ZIP is read (bytes). It contains the directory: a few kilobytes in a text, more in a presentation. */
const TAIL = 60_000
/** How much of an OLE directory is read (bytes). Its entries have 128 bytes, and the first ones name the main streams. */
const DIRECTORY = 4096

/** The main part of an OOXML document. */
const OOXML_PARTS = {
  'word/document.xml': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'xl/workbook.xml': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'ppt/presentation.xml': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
}
/** The main stream of a compound file. Installers and mails have none of these. */
const OLE_STREAMS = {
  WordDocument: 'application/msword',
  Workbook: 'application/vnd.ms-excel',
  'PowerPoint Document': 'application/vnd.ms-powerpoint',
}

const decodeLatin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)
const findIn = (names: string, types: Record<string, string>): string | null =>
  Object.entries(types).find(([name]) => names.includes(name))?.[1] ?? null

/** {@link sniffOffice} for the types that an application may contain. */
export async function sniffDocument(read: ReadBytes, size: number): Promise<DocumentType | null> {
  const type = await sniffOffice(read, size)
  return type !== null && isDocument(type) ? type : null
}

/**
 * Detects the type of a PDF, Word, Excel or PowerPoint document from the file's bytes; null for any other file, and for one with macros.
 * Unpacks nothing, so a ZIP bomb does no harm. Reads at most 60 KiB. `size` is the size of the file (bytes).
 */
export async function sniffOffice(read: ReadBytes, size: number): Promise<string | null> {
  const head = await read(0, HEAD)
  const start = decodeLatin1(head)
  if (start.startsWith('%PDF-')) return 'application/pdf'
  if (start.startsWith('PK\x03\x04')) return sniffOoxml(read, size)
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return sniffOle(head, read)
  return null
}

/** Accepts OOXML without macros. */
async function sniffOoxml(read: ReadBytes, size: number): Promise<string | null> {
  const offset = Math.max(0, size - TAIL)
  const names = decodeLatin1(await read(offset, size - offset))
  const has = (name: string) => names.includes(name)
  return has('PK\x05\x06') && has('[Content_Types].xml') && !has('vbaProject.bin') ? findIn(names, OOXML_PARTS) : null
}

/** Accepts a compound file ([MS-CFB]) with the stream of a document and without macros. */
async function sniffOle(head: Uint8Array, read: ReadBytes): Promise<string | null> {
  if (head.byteLength < HEAD) return null
  const view = new DataView(head.buffer, head.byteOffset)
  const sectorSize = 1 << view.getUint16(30, true)
  if (sectorSize !== 512 && sectorSize !== 4096) return null
  const names = decodeLatin1(await read((view.getUint32(48, true) + 1) * sectorSize, DIRECTORY)).replaceAll('\0', '')
  return names.includes('_VBA_PROJECT') ? null : findIn(names, OLE_STREAMS)
}
