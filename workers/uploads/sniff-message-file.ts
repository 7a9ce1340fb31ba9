import { messageFileKind } from './message-files.schema.ts'
import { type ReadBytes, type Sniffed, sniff } from './sniff.ts'
import { sniffOffice } from './sniff-document.ts'

const HEAD_BYTES = 4096
const decodeLatin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

/** The first box of a QuickTime file; one with a `ftyp` names its brand. */
const QUICKTIME = /^(ftypqt {2}|moov|mdat|wide|free|skip)/s
/** The first bytes of a ZIP, also of an empty one. */
const ZIP = ['PK\x03\x04', 'PK\x05\x06']
/** The first bytes of a text in UTF-16, which contains zeros. */
const UTF16 = ['\xff\xfe', '\xfe\xff']
/** Whether a byte is a control character that no text has. */
const isBinary = (byte: number) => byte < 8 || (byte > 13 && byte < 32 && byte !== 27)

/**
 * Checks whether the content of a file of a message has the announced type. Returns the type and size found; null for another content.
 * Unpacks nothing. Reads at most 64 KiB. `size` is the size of the file (bytes).
 */
export async function sniffMessageFile(read: ReadBytes, size: number, announced: string): Promise<Sniffed | null> {
  const found = { type: announced, width: null, height: null }
  if (announced === 'video/quicktime') return QUICKTIME.test(decodeLatin1((await read(0, 12)).subarray(4))) ? found : null
  if (messageFileKind(announced) !== 'document') {
    const sniffed = await sniff(read)
    return sniffed?.type === announced ? sniffed : null
  }
  if (announced === 'application/zip') return ZIP.includes(decodeLatin1(await read(0, 4))) ? found : null
  if (announced.startsWith('application/vnd.oasis.'))
    // The first file of the ZIP, not packed, is the type (OpenDocument 1.3, part 2, 3.3).
    return decodeLatin1(await read(0, 120))
      .slice(30)
      .startsWith(`mimetype${announced}`)
      ? found
      : null
  if (announced.startsWith('text/')) {
    const start = await read(0, HEAD_BYTES)
    return UTF16.includes(decodeLatin1(start.subarray(0, 2))) || !start.some(isBinary) ? found : null
  }
  return (await sniffOffice(read, size)) === announced ? found : null
}
