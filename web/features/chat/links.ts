/** What a browser copies as an address: ASCII only, so that text around it in Japanese is no part of it, nor a look-alike letter. */
const ADDRESS = /\bhttps?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+/gi
const PUNCTUATION = /[.,:;!?'*)\]]$/

export type Part = { text: string; href: string | null }

/** Punctuation that ends the sentence rather than the address; a closing bracket stays where it was opened inside. */
function trimmed(address: string): string {
  let text = address
  while (PUNCTUATION.test(text)) {
    const [open, close] = text.endsWith(')') ? ['(', ')'] : text.endsWith(']') ? ['[', ']'] : ['', '']
    if (close && text.split(open!).length >= text.split(close).length) break
    text = text.slice(0, -1)
  }
  return text
}

/** Only plain web addresses; one with a user name in it is there to deceive (`https://bank.example@evil.example`). */
function safe(address: string): string | null {
  const url = URL.parse(address)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && !url.username && !url.password ? url.href : null
}

/** A text cut into plain parts and links; joined again, the parts are the text. */
export function linkParts(text: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimmed(match[0])
    const href = safe(address)
    if (!href) continue
    if (match.index > at) parts.push({ text: text.slice(at, match.index), href: null })
    parts.push({ text: address, href })
    at = match.index + address.length
  }
  if (at < text.length) parts.push({ text: text.slice(at), href: null })
  return parts
}
