import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findEpubFault, isPdf } from './book-files.ts'
import { docx, epub, html, mimetype, pdf, type ZipEntry, zip } from './test-files.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const join = (...parts: Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]))
const readerOf = (bytes: Uint8Array) => async (offset: number, length: number) => bytes.subarray(offset, offset + length)
const faultOf = (bytes: Uint8Array) => findEpubFault(readerOf(bytes), bytes.byteLength)

const container: ZipEntry = { name: 'META-INF/container.xml', bytes: bytesOf('<container/>') }
const page = (entry: Partial<ZipEntry>) => epub([{ name: 'page.xhtml', bytes: bytesOf('<p>text</p>'), ...entry }])

describe('an EPUB is refused', () => {
  it.each<[string, Uint8Array, string]>([
    ['that is HTML', html, 'content'],
    ['that is a PDF', pdf, 'content'],
    ['that is a Word file', docx(), 'content'],
    ['that is empty', new Uint8Array(), 'content'],
    ['with HTML in front', epub([], { before: '<script>alert(1)</script>' }), 'content'],
    ['without its type', zip([container]), 'content'],
    ['whose type is not the first entry', zip([container, mimetype]), 'content'],
    ['with another type', zip([{ ...mimetype, bytes: bytesOf('application/zip+epub') }, container]), 'content'],
    ['with a longer type', zip([{ ...mimetype, bytes: bytesOf('application/epub+zip;x') }, container]), 'content'],
    ['whose type is packed', zip([{ ...mimetype, method: 8 }, container]), 'content'],
    ['whose type has an extra field', zip([{ ...mimetype, extra: new Uint8Array(4) }, container]), 'content'],
    ['without a container', zip([mimetype, { name: 'page.xhtml' }]), 'content'],
    ['without a directory', epub().subarray(0, 80), 'damaged'],
    ['with a comment behind its directory', epub([], { comment: 'x' }), 'damaged'],
    ['with another file behind it', join(epub(), html), 'damaged'],
    ['with another archive behind it', join(epub(), zip([{ name: 'other' }])), 'damaged'],
    ['with more entries than it counts', epub([{ name: 'a' }], { count: 2 }), 'damaged'],
    ['with fewer entries than it counts', epub([], { count: 3 }), 'damaged'],
    ['with more than 10,000 entries', epub([], { count: 10_001 }), 'entries'],
    ['with an entry outside of its folder', page({ name: '../page.xhtml' }), 'names'],
    ['with an entry that leaves its folder later', page({ name: 'OEBPS/../../page.xhtml' }), 'names'],
    ['with an entry that ends above its folder', page({ name: 'OEBPS/..' }), 'names'],
    ['with an absolute name', page({ name: '/etc/passwd' }), 'names'],
    ['with a name of a drive', page({ name: 'C:page.xhtml' }), 'names'],
    ['with a backslash', page({ name: '..\\page.xhtml' }), 'names'],
    ['with a NUL in a name', page({ name: 'page\0.xhtml' }), 'names'],
    ['with an entry without a name', page({ name: '' }), 'names'],
    ['with a very long name', page({ name: 'x'.repeat(1025) }), 'names'],
    ['with the same name twice', epub([{ name: 'a' }, { name: 'a' }]), 'names'],
    ['with a link', page({ mode: 0o120777 }), 'links'],
    ['with an encrypted entry', page({ flags: 1 }), 'encrypted'],
    ['with hidden headers', page({ flags: 0x2000 }), 'encrypted'],
    ['with an unknown packing', page({ method: 14 }), 'packing'],
    ['with a plain entry of two sizes', page({ unpacked: 12 }), 'damaged'],
    ['with an entry that unpacks to 1,000 times its size', page({ method: 8, unpacked: 11_000_000 }), 'unpacked'],
    ['with an entry above 100 MB', page({ method: 8, packed: 1_000_000, unpacked: 100_000_001 }), 'unpacked'],
    [
      'above 1 GB unpacked',
      epub(Array.from({ length: 11 }, (_, i) => ({ name: `${i}`, method: 8, packed: 5_000_000, unpacked: 99_000_000 }))),
      'unpacked',
    ],
    [
      'with two entries of the same bytes',
      epub([
        { name: 'a', bytes: bytesOf('text') },
        { name: 'b', offset: 90 },
      ]),
      'overlapping',
    ],
    ['with an entry that goes into the directory', page({ packed: 400, unpacked: 400 }), 'overlapping'],
    ['with an entry behind the directory', page({ offset: 4_000_000 }), 'overlapping'],
    ['in the format of large archives', page({ packed: 0xffffffff, unpacked: 0xffffffff }), 'unpacked'],
  ])('%s', async (_, bytes, fault) => expect(await faultOf(bytes)).toBe(fault))

  it('in a bounded time, however it is damaged', async () => {
    const whole = epub([{ name: 'OEBPS/page.xhtml', bytes: bytesOf('<p>text</p>') }])
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.byteLength - 1), fc.nat(255), fc.nat(whole.byteLength), async (at, byte, length) => {
        const changed = whole.slice()
        changed[at] = byte
        for (const bytes of [changed, changed.subarray(0, length)]) expect(await faultOf(bytes)).toBeOneOf([null, expect.any(String)])
      }),
      { numRuns: 300 },
    )
  })
})

describe('an EPUB is accepted', () => {
  it.each<[string, Uint8Array]>([
    ['with only a container', epub()],
    [
      'with packed and plain pages, folders and names of any language',
      epub([
        { name: 'OEBPS/' },
        { name: 'OEBPS/page.xhtml', method: 8, bytes: bytesOf('packed'), unpacked: 120 },
        { name: 'OEBPS/\xe7\x8c\xab..jpg', bytes: bytesOf('cat') },
      ]),
    ],
    ['with a description behind the bytes of an entry', page({ flags: 8 })],
  ])('%s', async (_, bytes) => expect(await faultOf(bytes)).toBeNull())
})

describe('a PDF', () => {
  it('is one from its first byte on', async () => {
    expect(await isPdf(readerOf(pdf))).toBe(true)
    expect(await isPdf(readerOf(join(html, pdf)))).toBe(false)
    expect(await isPdf(readerOf(join(bytesOf('\n'), pdf)))).toBe(false)
    expect(await isPdf(readerOf(bytesOf('%PDF-<script>')))).toBe(false)
    expect(await isPdf(readerOf(html))).toBe(false)
  })
})
