/**
 * Where a spreadsheet may find a formula: it takes a cell that begins with one of these as one, also in full width. Excel of some countries
 * separates cells by semicolons: of a row with commas it reads only the first quotation marks, and splits the rest. There a quotation mark
 * may begin a cell again, so what follows it counts as the beginning too.
 */
const FORMULA = /(^|[;\t\r\n])(?=[\s"]*[=+\-@\t\r＝＋－＠])/g

/** A cell as quoted text. An apostrophe before what looks like a formula makes a spreadsheet show it as text. */
const cell = (value: string) => `"${value.replace(FORMULA, "$1'").replaceAll('"', '""')}"`

/** A CSV file (RFC 4180). It begins with a byte order mark, without which Excel does not read it as UTF-8. */
export const csvFile = (rows: readonly (readonly string[])[]): Blob =>
  new Blob(['\ufeff', ...rows.map((row) => `${row.map(cell).join(',')}\r\n`)], { type: 'text/csv;charset=utf-8' })
