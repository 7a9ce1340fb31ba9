import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanHtml, htmlText, picturesOf } from './richtext.schema.ts'
import { SAFE, VECTORS } from './richtext.testing.ts'

describe('rich text', () => {
  it.each(VECTORS)('is sanitized: %j', (vector) => {
    for (const html of [vector, `<p>before ${vector} after</p>`, `<a href="https://x.example">${vector}</a>`]) {
      const clean = cleanHtml(html)
      expect(clean).toMatch(SAFE)
      expect(cleanHtml(clean)).toBe(clean)
    }
  })

  it('is sanitized for random combinations of fragments', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '=',
        ' ',
        '/',
        '<!--',
        '-->',
        '<p',
        '<a href=',
        'javascript:',
        'https://x.example',
        'onclick',
        '&#106;',
        '\n',
      ),
      fc.constantFrom(...VECTORS),
      fc.string({ unit: 'binary', maxLength: 8 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const clean = cleanHtml(pieces.join(''))
        expect(clean).toMatch(SAFE)
        expect(cleanHtml(clean)).toBe(clean)
      }),
      { numRuns: 500 },
    )
  }, 30_000)

  it('keeps the allowed formatting and loses other tags', () => {
    const html =
      '<h2>About</h2><p>I <strong>draw</strong> <em>marks</em>.<br>Really.</p><ul><li>SVG</li></ul><ol><li>1</li></ol><blockquote>Fine</blockquote>'
    expect(cleanHtml(html)).toBe(html)
    expect(cleanHtml('<h1>Title</h1><div>Text <b>bold</b></div>')).toBe('TitleText bold')
    expect(cleanHtml('<p>1 &lt; 2 &amp;&amp; a < b</p>')).toBe('<p>1 &lt; 2 &amp;&amp; a &lt; b</p>')
  })

  it('gets noopener, nofollow and ugc on its links, and loses relative URLs', () => {
    expect(cleanHtml('<p><a href="https://example.com/a?b=1&amp;c=2" onclick="x()">here</a></p>')).toBe(
      '<p><a href="https://example.com/a?b=1&amp;c=2" target="_blank" rel="noopener nofollow ugc">here</a></p>',
    )
    expect(cleanHtml('<a href="mailto:me@example.com">mail</a>')).toContain('href="mailto:me@example.com"')
    expect(cleanHtml('<a href="/list/">mine</a>')).toBe('<a>mine</a>')
  })

  it('keeps uploaded pictures, with only their id and size', () => {
    const [id, size] = ['a'.repeat(22), '1600x1200']
    const picture = `<img data-media="${id}" data-size="${size}">`
    expect(
      cleanHtml(`<p>See</p><img onerror="x()" src="https://x.example/t.gif" data-media="${id}" style="x" data-size="${size}" />`),
    ).toBe(`<p>See</p>${picture}`)
    for (const bad of [
      '<img src="https://x.example/t.gif">',
      `<img data-media="${id}">`,
      `<img data-media="../${id}" data-size="${size}">`,
      '</img>',
    ])
      expect(cleanHtml(`a${bad}b`)).toBe('ab')
    expect(picturesOf(`${picture}<p>words</p>${picture}<img data-media="${'b'.repeat(22)}" data-size="1x1">`)).toEqual([id, 'b'.repeat(22)])
    expect(htmlText(`<p>One</p>${picture}<p>Two</p>`)).toBe('One\nTwo')
  })

  it('is converted to plain text with decoded references and a line break between blocks', () => {
    expect(htmlText('<h2>One</h2><p>Two &amp; three&nbsp;&#x1F407;&#33;</p><ul><li>Four</li></ul>')).toBe('One\nTwo & three 🐇!\nFour')
  })
})

describe('the run time of cleanHtml', () => {
  // When the library parsed the attributes, in quadratic time, such inputs kept a worker busy for a minute.
  it.each([
    ['attributes', `<a ${'x '.repeat(29_000)}=y>x</a>`],
    ['equal signs', `<a ${'x = '.repeat(14_000)}>x</a>`],
    ['quotes', `<a ${'"\''.repeat(28_000)}>x</a>`],
    ['href attributes', `<a ${'href=" '.repeat(8_000)}>x</a>`],
    ['open tags', '<p '.repeat(19_000)],
  ])('is below two seconds for more than 55,000 characters of %s', { timeout: 2000 }, (_, html) => {
    expect(cleanHtml(html)).toMatch(SAFE)
  })
})

describe('cleanHtml with character references', () => {
  it.each([
    [
      'removes text direction overrides',
      '<p>Pay &#x202E;moc.elpmaxe.live//:sptth&#x202C; only</p>',
      '<p>Pay moc.elpmaxe.live//:sptth only</p>',
    ],
    ['decodes decimal numbers without a semicolon', '<p>a&#8238 b</p>', '<p>a b</p>'],
    ['removes invisible characters between letters', '<p>adm&#x200B;in&shy;</p>', '<p>admin&amp;shy;</p>'],
    ['removes a lone surrogate', '<p>a&#xd83d;b</p>', '<p>ab</p>'],
    [
      'escapes named references that the editor never writes',
      '<p>&zwj;&rlm;&lrm;&NoBreak;&copy 2026</p>',
      '<p>&amp;zwj;&amp;rlm;&amp;lrm;&amp;NoBreak;&amp;copy 2026</p>',
    ],
    [
      'keeps markup characters escaped',
      '<p>1 &lt; 2 &amp;&amp; 3 &#62; 2 &#38;&#60;b&#62;</p>',
      '<p>1 &lt; 2 &amp;&amp; 3 &gt; 2 &amp;&lt;b&gt;</p>',
    ],
    ['keeps a non-breaking space', '<p>10&nbsp;km</p>', '<p>10&nbsp;km</p>'],
    ['decodes references to letters', '<p>&#29483;&#x1F98A; caf&#233;</p>', '<p>猫🦊 café</p>'],
    [
      'keeps the URL of a link',
      '<a href="https://a.example/?b=1&c=2&amp;copy=3">a</a>',
      '<a href="https://a.example/?b=1&amp;c=2&amp;copy=3" target="_blank" rel="noopener nofollow ugc">a</a>',
    ],
  ])('%s', (_, html, clean) => {
    expect(cleanHtml(html)).toBe(clean)
    expect(cleanHtml(clean)).toBe(clean)
  })

  it('never outputs invisible characters for random combinations of references', () => {
    const part = fc.oneof(
      fc
        .nat({ max: 0x110000 })
        .chain((code) => fc.constantFrom(`&#${code};`, `&#x${code.toString(16)};`, `&#${code} `, `&#X${code.toString(16)}`)),
      fc.constantFrom(
        '&amp;',
        '&amp;#x202e;',
        '&',
        '&#',
        '#x202e;',
        '&zwj;',
        'x202e;',
        ';',
        'a',
        '<p>',
        '</p>',
        '<a href="https://a.example/&#x202e;">',
      ),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const clean = cleanHtml(parts.join(''))
        expect(cleanHtml(clean)).toBe(clean)
        expect(clean).not.toMatch(/&(?!(?:amp|lt|gt|quot|nbsp|apos);|#39;)/)
        expect(htmlText(clean)).not.toMatch(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u3164]/)
        expect(htmlText(clean).isWellFormed()).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})
