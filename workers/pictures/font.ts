/** A TrueType font: its bytes, and the widths of its characters. */
export interface Font {
  /** Its family as SVG names it. */
  family: string
  bytes: Uint8Array
  /** The width of a character in the unit of the font size; null if the font does not have it. */
  advance: (character: string) => number | null
}

const tag = (name: string): number => [...name].reduce((value, letter) => value * 256 + letter.charCodeAt(0), 0)

/**
 * Reads the characters and widths of a TrueType font (OpenType 1.9: `cmap` in format 12, `hmtx`). Throws if a table is missing. Kerning is
 * left out, so a text can be drawn a little narrower than it is measured.
 */
export function readFont(family: string, file: ArrayBuffer): Font {
  const data = new DataView(file)
  const tables = new Map(Array.from({ length: data.getUint16(4) }, (_, i) => [data.getUint32(12 + i * 16), data.getUint32(20 + i * 16)]))
  const table = (name: string) => {
    const at = tables.get(tag(name))
    if (at === undefined) throw new Error(`the font ${family} has no ${name}`)
    return at
  }
  const cmap = table('cmap')
  const subtables = Array.from({ length: data.getUint16(cmap + 2) }, (_, i) => cmap + data.getUint32(cmap + 8 + i * 8))
  const groups = subtables.find((at) => data.getUint16(at) === 12)
  if (groups === undefined) throw new Error(`the cmap of the font ${family} has no format 12`)
  const [count, units] = [data.getUint32(groups + 12), data.getUint16(table('head') + 18)]
  const [widths, widthCount] = [table('hmtx'), data.getUint16(table('hhea') + 34)]

  /** The glyph of a code point, by binary search in the sorted groups; 0 if there is none. */
  const glyphOf = (code: number): number => {
    let [low, high] = [0, count - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const at = groups + 16 + middle * 12
      if (code < data.getUint32(at)) high = middle - 1
      else if (code > data.getUint32(at + 4)) low = middle + 1
      else return data.getUint32(at + 8) + code - data.getUint32(at)
    }
    return 0
  }
  return {
    family,
    bytes: new Uint8Array(file),
    advance: (character) => {
      const glyph = glyphOf(character.codePointAt(0)!)
      return glyph === 0 ? null : data.getUint16(widths + Math.min(glyph, widthCount - 1) * 4) / units
    },
  }
}
