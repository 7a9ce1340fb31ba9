import { describe, expect, it } from 'vitest'
import { cleanHtml } from '../../../workers/listings/richtext.schema.ts'
import { parseRichText, type RichNode, textOf } from './rich-nodes.ts'

/** A node as short text: `p(a, strong(b))`. */
const short = (node: RichNode): string => (typeof node === 'string' ? node : `${node.tag}(${node.children.map(short).join(', ')})`)
const tree = (html: string) => parseRichText(html).map(short).join(', ')

describe('a rich text', () => {
  it.each([
    ['<p>One <strong>two</strong></p><ul><li>a</li><li>b</li></ul>', 'p(One , strong(two)), ul(li(a), li(b))'],
    ['a<br>b', 'a, br(), b'],
    ['<p>one<p>two', 'p(one), p(two)'],
    ['<p>one<ul><li>a<li>b<ul><li>c</ul></ul>', 'p(one), ul(li(a), li(b, ul(li(c))))'],
    ['<h2>one<p>two</p></h2>', 'h2(one), p(two)'],
    ['<blockquote><p>one</p><p>two</p></blockquote>', 'blockquote(p(one), p(two))'],
    ['<a href="x">one<a href="y">two</a>', 'a(one), a(two)'],
    ['</p></strong>text', 'text'],
    ['<P>One</P>', 'p(One)'],
    ['a < b <', 'a < b <'],
    ['a<!-- <p>no</p> -->b', 'ab'],
    ['<div><table>words</table></div>', 'div(table(words))'],
    ['', ''],
  ])('%j is parsed to %s', (html, expected) => expect(tree(html)).toBe(expected))

  it.each(['script', 'style', 'iframe', 'svg', 'textarea'])('loses <%s> with its content', (tag) => {
    expect(tree(`a<${tag} x="1">alert(1)<p>more</p></${tag}>b`)).toBe('ab')
    expect(tree(`a<${tag}>alert(1)`)).toBe('a')
  })

  it('loses a forbidden tag that has no content, and keeps what follows', () => {
    expect(parseRichText('a<svg/>b<embed src="x">c')).toEqual(['abc'])
    expect(tree('a<math /><p>b</p>')).toBe('a, p(b)')
    // Only <svg> and <math> can close themselves.
    expect(tree('a<script/>alert(1)</script>b')).toBe('ab')
  })

  it('has its character references decoded once, in texts and attributes', () => {
    expect(parseRichText('&lt;script&gt; &amp;amp; &quot;&#39;&#x41;&nbsp;&eacute;&#0;')).toEqual(['<script> &amp; "\'A\u00a0&eacute;'])
    expect(parseRichText('<a href="https://a.example/?x=1&amp;y=2">z</a>')).toMatchObject([
      { tag: 'a', attributes: { href: 'https://a.example/?x=1&y=2' } },
    ])
  })

  it('keeps the links, pictures and words that the server stores', () => {
    const id = 'A'.repeat(22)
    const html = cleanHtml(
      `<p onclick="x()">Hi <a href="https://a.example/?b=1&c=2" style="x">there</a> &amp; <b>you</b></p><img src=x data-media="${id}" data-size="1600x1200"><script>x</script>`,
    )
    const nodes = parseRichText(html)
    expect(nodes.map(short)).toEqual(['p(Hi , a(there),  & you)', 'img()'])
    expect(nodes[1]).toMatchObject({ attributes: { 'data-media': id, 'data-size': '1600x1200' } })
    expect(nodes.map(textOf).join('')).toBe('Hi there & you')
    expect(nodes[0]).toMatchObject({ children: ['Hi ', { attributes: { href: 'https://a.example/?b=1&c=2' } }, ' & you'] })
  })

  it('has a depth of at most 100 and keeps its text', () => {
    const nodes = parseRichText(`${'<em>'.repeat(5000)}x`)
    const depth = (node: (typeof nodes)[number]): number => (typeof node === 'string' ? 0 : 1 + Math.max(0, ...node.children.map(depth)))
    expect(Math.max(...nodes.map(depth))).toBeLessThanOrEqual(100)
    expect(nodes.map(textOf).join('')).toBe('x')
  })

  it('is parsed in less than two seconds, even if it is broken and very long', () => {
    const started = performance.now()
    for (const part of ['<a', '<a href="', '&#', '<!--', '<p>']) parseRichText(part.repeat(5000))
    parseRichText(`<${'a'.repeat(100_000)}`)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})
