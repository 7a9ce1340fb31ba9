import western from '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf?url'
import japanese from '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf?url'

/** A part of a PDF document, as pdfmake takes it. */
export type PdfNode = object | string

/** The files of the fonts. The Japanese one has 5 MB, so it is loaded only for a document with letters that the Western one lacks. */
const FONTS = { Western: western, Japanese: japanese }
type FontName = keyof typeof FONTS

/** Latin, Greek and Cyrillic letters with the usual signs, which Noto Sans has. All other letters are written in Noto Sans JP. */
const WESTERN = String.raw`\0-\u052f\u1e00-\u1fff\u2000-\u206f\u20a0-\u20bf\u2100-\u2122\u2212`
const RUNS = new RegExp(`[${WESTERN}]+|[^${WESTERN}]+`, 'gu')
const IS_WESTERN = new RegExp(`^[${WESTERN}]`, 'u')

/** A text with the font of each part. `style` has pdfmake's attributes. */
export const pdfText = (text: string, style: object = {}): PdfNode => ({
  text: (text.normalize('NFC').match(RUNS) ?? ['']).map((part) => ({
    text: part,
    font: (IS_WESTERN.test(part) ? 'Western' : 'Japanese') satisfies FontName,
  })),
  ...style,
})

const fetchFont = async (url: string): Promise<ArrayBuffer> => {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`the font answered ${answer.status}`)
  return answer.arrayBuffer()
}

interface PdfDocument {
  title: string
  author: string
  /** The language tag, for screen readers. */
  lang: string
  landscape?: boolean
  content: PdfNode[]
}

/**
 * Makes a PDF file of A4 pages with page numbers. Loads the library (about 0.4 MB) and the fonts (0.6 or 6 MB).
 * `loadFont` is replaced in tests.
 */
export async function makePdf(document: PdfDocument, loadFont: (url: string) => Promise<ArrayBuffer> = fetchFont): Promise<Blob> {
  const isUsed = (name: FontName) => name === 'Western' || JSON.stringify(document.content).includes(`"font":"${name}"`)
  const used = (Object.keys(FONTS) as FontName[]).filter(isUsed)
  const [{ default: pdfMake }, ...files] = await Promise.all([
    import('pdfmake/build/pdfmake.min.js'),
    ...used.map((name) => loadFont(FONTS[name])),
  ])
  for (const [i, name] of used.entries()) pdfMake.virtualfs.writeFileSync(name, files[i]!)
  pdfMake.setFonts(Object.fromEntries(used.map((name) => [name, { normal: name, bold: name }])))
  // pdfmake must not load anything from an address in a document.
  pdfMake.setUrlAccessPolicy(() => false)
  return pdfMake
    .createPdf({
      info: { title: document.title, author: document.author, creator: document.author },
      language: document.lang,
      displayTitle: true,
      pageSize: 'A4',
      pageOrientation: document.landscape ? 'landscape' : 'portrait',
      pageMargins: [48, 48, 48, 56],
      defaultStyle: { font: 'Western', fontSize: 9.5, lineHeight: 1.2, color: '#14120f' },
      content: document.content,
      footer: (page: number, pages: number) => ({
        text: `${page} / ${pages}`,
        alignment: 'center',
        fontSize: 8,
        color: '#57524b',
        margin: [0, 20, 0, 0],
      }),
    })
    .getBlob()
}
