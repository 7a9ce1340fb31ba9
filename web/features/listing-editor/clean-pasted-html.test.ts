import { describe, expect, it } from 'vitest'
import { cleanHtml } from '../../../workers/listings/richtext.schema.ts'
import { cleanPastedHtml } from './clean-pasted-html.ts'

const WORD_ENTRY = (marker: string, words: string, level = 1) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span lang=EN-US style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>${words}<o:p></o:p></span></p>`

describe('HTML pasted from Word', () => {
  it('is cleaned of head, styles, comments and empty paragraphs', () => {
    const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset=utf-8><style><!-- p.MsoNormal {margin:0} --></style>
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings></o:OfficeDocumentSettings></xml><![endif]--></head><body lang=EN-US>
<!--StartFragment-->
<p class=MsoNormal><b style='mso-bidi-font-weight:normal'><span lang=EN-US style='font-size:12.0pt;color:#C00000'>What you get</span></b><span lang=EN-US>,
in short.<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<!--EndFragment--></body></html>`
    expect(cleanPastedHtml(html)).toBe('<p><strong>What you get</strong>, in short.</p>')
  })

  it('keeps headings, at two levels', () => {
    expect(cleanPastedHtml(`<h1 style='mso-style:x'><b>Signs</b></h1><h4>Wood</h4><p class=MsoNormal>Birch.</p>`)).toBe(
      '<h2>Signs</h2><h3>Wood</h3><p>Birch.</p>',
    )
  })

  it('gets lists instead of bullet characters and numbers', () => {
    expect(cleanPastedHtml(`${WORD_ENTRY('·', 'Three sketches')}${WORD_ENTRY('·', 'One sign')}<p class=MsoNormal>After</p>`)).toBe(
      '<ul><li>Three sketches</li><li>One sign</li></ul><p>After</p>',
    )
    expect(cleanPastedHtml(WORD_ENTRY('1.', 'Talk') + WORD_ENTRY('2.', 'Draw'))).toBe('<ol><li>Talk</li><li>Draw</li></ol>')
  })

  it('keeps nested lists', () => {
    expect(
      cleanPastedHtml(WORD_ENTRY('·', 'Wood') + WORD_ENTRY('o', 'Birch', 2) + WORD_ENTRY('o', 'Oak', 2) + WORD_ENTRY('·', 'Paint')),
    ).toBe('<ul><li>Wood<ul><li>Birch</li><li>Oak</li></ul></li><li>Paint</li></ul>')
  })
})

describe('HTML pasted from Google Docs', () => {
  it('does not become bold because of the non-bold <b> around the whole text', () => {
    const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-4f"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:400;font-style:normal">Plain, </span><span style="font-weight:700">bold</span><span style="font-style:italic"> and leaning</span></p><br /><ul style="margin:0"><li dir="ltr" style="list-style-type:disc" aria-level="1"><p dir="ltr" role="presentation"><span>One</span></p></li><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Two</span></p></li></ul></b>`
    expect(cleanPastedHtml(html)).toBe(
      '<p>Plain, <strong>bold</strong><em> and leaning</em></p><br><ul><li><p>One</p></li><li><p>Two</p></li></ul>',
    )
  })
})

describe('HTML pasted from the web', () => {
  it('keeps links to pages and e-mail addresses, and only the text of other links', () => {
    expect(
      cleanPastedHtml(
        `<p>See <a class="x" href="https://example.com/?a=1&amp;b=2" onclick="evil()">this</a>, <a href="javascript:alert(1)">that</a> or <a href='mailto:a@example.com'>me</a>.</p>`,
      ),
    ).toBe('<p>See <a href="https://example.com/?a=1&amp;b=2">this</a>, that or <a href="mailto:a@example.com">me</a>.</p>')
  })

  it('gets paragraphs instead of divs and table rows, without scripts, styles and pictures', () => {
    expect(
      cleanPastedHtml(
        `<div class="post"><div>First</div><script>alert(1)</script><style>p{}</style><div><span>Second</span><img src=x onerror=alert(1)></div></div><table><tbody><tr><td>Size</td><td>60 cm</td></tr></tbody></table>`,
      ),
    ).toBe('<p>First</p><p>Second</p><p>Size 60 cm</p>')
  })

  it('loses hidden text', () => {
    expect(cleanPastedHtml(`<p>Seen<span style="display:none"> unseen <b>at all</b></span> again</p>`)).toBe('<p>Seen again</p>')
  })

  it('keeps quotes', () => {
    expect(cleanPastedHtml(`<blockquote style="x"><p>Well drawn.</p></blockquote>`)).toBe('<blockquote><p>Well drawn.</p></blockquote>')
  })
})

it('pasted text without tags is kept, and open elements are closed', () => {
  expect(cleanPastedHtml('5 < 6 and so on')).toBe('5 &lt; 6 and so on')
  expect(cleanPastedHtml('<p>Open <b>bold')).toBe('<p>Open <strong>bold</strong></p>')
})

it('the server changes nothing in the cleaned HTML except the attributes of links', () => {
  const all = `<h1>A</h1>${WORD_ENTRY('·', 'B')}<p>C <a href="https://example.com/">D</a> <b>E</b></p>`
  expect(cleanHtml(cleanPastedHtml(all)).replaceAll(' target="_blank" rel="noopener nofollow ugc"', '')).toBe(cleanPastedHtml(all))
})
