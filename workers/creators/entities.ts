/** The named character references of Latin-1, from U+00A0 on, in order. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil ' +
  'sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute ' +
  'Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc ' +
  'atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide ' +
  'oslash ugrave uacute ucirc uuml yacute thorn yuml'

const NAMED: Record<string, string> = {
  ...Object.fromEntries(LATIN_1.split(' ').map((name, i) => [name, String.fromCharCode(0xa0 + i)])),
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“' },
  ...{ rdquo: '”', bdquo: '„', lsaquo: '‹', rsaquo: '›', hellip: '…', bull: '•', trade: '™', euro: '€', OElig: 'Œ', oelig: 'œ' },
}

const isCharacter = (code: number): boolean => code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)

/** Replaces the character references of HTML: all numeric ones, and the named ones of Latin-1 and typography. Others stay as they are. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (reference, decimal, hexadecimal, name) => {
    if (name) return Object.hasOwn(NAMED, name) ? NAMED[name]! : reference
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16)
    return isCharacter(code) ? String.fromCodePoint(code) : '�'
  })
