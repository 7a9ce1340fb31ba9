/**
 * The places where a spreadsheet may read a formula: a cell that begins with one of these characters, also in full width. In some countries
 * Excel separates cells by semicolons. In a row with commas it then understands only the first quotation marks, and splits the rest at
 * semicolons. There a new cell may begin with a quotation mark, so the text after that mark counts as the beginning, too.
 */
const FORMULA = /(^|[;\t\r\n])(?=[\s"]*[=+\-@\t\r＝＋－＠])/g

/** A cell as quoted text. An apostrophe before what looks like a formula makes a spreadsheet show it as text. */
const cell = (value: string) => `"${value.replace(FORMULA, "$1'").replaceAll('"', '""')}"`

/** A CSV file (RFC 4180). It begins with a byte order mark, without which Excel does not read it as UTF-8. */
export const csvFile = (rows: readonly (readonly string[])[]): Blob =>
  new Blob(['\ufeff', ...rows.map((row) => `${row.map(cell).join(',')}\r\n`)], { type: 'text/csv;charset=utf-8' })
