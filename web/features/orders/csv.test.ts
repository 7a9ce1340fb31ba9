import { expect, test } from 'vitest'
import { csvFile } from './csv.ts'

const written = async (rows: string[][]) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await csvFile(rows).arrayBuffer())

/** The cells that a spreadsheet reads if semicolons separate them. Quotation marks count only where a cell begins, as in Excel. */
const cellsBySemicolon = (text: string): string[] =>
  [...text.matchAll(/(?:"((?:[^"]|"")*)"?)?([^;\r\n]*)(?:[;\r\n]|$)/g)].map(([, quoted = '', rest]) => quoted.replaceAll('""', '"') + rest)

test('a CSV file begins with a byte order mark, quotes every cell and ends lines with CRLF', async () => {
  expect(
    await written([
      ['Title', '題名'],
      ['a "quoted", title', 'two\nlines'],
    ]),
  ).toBe('\ufeff"Title","題名"\r\n"a ""quoted"", title","two\nlines"\r\n')
  expect(await written([])).toBe('\ufeff')
})

test('adds an apostrophe to what a spreadsheet would read as a formula, and changes no other text', async () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '＋1', '－1', '＠x', '=HYPERLINK("x")'])
    expect(await written([[text]])).toBe(`\ufeff"'${text.replaceAll('"', '""')}"\r\n`)
  expect(await written([['=1;=2; ＝3;a=b;4']])).toBe(`\ufeff"'=1;'=2;' ＝3;a=b;4"\r\n`)
  for (const text of ['1-1', 'a=b', '240.5', '0x1234', '2026-11-22T10:00:00Z', 'a; b;', ''])
    expect(await written([[text]])).toBe(`\ufeff"${text}"\r\n`)
})

test('begins no cell with a formula, also where a semicolon or a line break separates cells', async () => {
  for (const title of ['x;=HYPERLINK("https://example.com")', 'x; =1', 'x;＝1', ';+1', 'x\n=1', 'x\r\n-1', 'x\t@SUM(A1)', 'x;\t=1']) {
    const text = await written([['1', title, 'y']])
    for (const cell of text.slice(1).split(/[;\t\r\n]/)) expect(cell, JSON.stringify(title)).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
  }
})

test('begins no cell with a formula where a semicolon is followed by quotation marks', async () => {
  for (const title of ["Logo;\"=cmd|'/C calc'!A0;x", '"=1', 'x;""=1', 'x; "\t=1', 'x;"＝1;"-1', 'x\n"=1"', 'x;"y";"@SUM(A1)"']) {
    const text = (await written([['1', title, 'y']])).slice(1)
    for (const cell of cellsBySemicolon(text)) expect(cell, JSON.stringify(title)).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
  }
})

test('cellsBySemicolon reads cells as a spreadsheet does', () => {
  expect(cellsBySemicolon('"1","Logo;""=1;x","y"\r\n').slice(0, 3)).toEqual(['1,"Logo', '=1', 'x","y"'])
})
