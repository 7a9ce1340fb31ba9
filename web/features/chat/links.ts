/** What a browser copies as an address: ASCII only, so that text around it in Japanese is no part of it, nor a look-alike letter. */
const ADDRESS = /\bhttps?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+/gi
const PUNCTUATION = /[.,:;!?'*)\]]$/

/** A part of a text. `host` is where a link really leads, where its text does not say it plainly. */
export type Part = { text: string; href: null } | { text: string; href: string; host: string | null }

/** A letter or digit of a script whose letters look like ours. One that follows belongs to the address for whoever reads it. */
const LOOKALIKE = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{M}\p{N}]/u

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
function safe(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && !url.username && !url.password ? url : null
}

/** The host as it stands in an address, and whether the address goes on behind it. */
const WRITTEN = /^https?:\/\/([^/?#]*)([/?#]?)/i

/** Where a link leads, if its text says something else: escapes, numbers, ports; or says it in the code of another script (`xn--`). */
function hostToTell(address: string, { host }: URL): string | null {
  const [, written] = WRITTEN.exec(address)!
  return written!.toLowerCase() === host && !/(?:^|\.)xn--/.test(host) ? null : host
}

/** A text cut into plain parts and links; joined again, the parts are the text. */
export function linkParts(text: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimmed(match[0])
    const url = safe(address)
    const after = text.slice(match.index + address.length)
    // `https://p` before a Cyrillic letter would be shown as the beginning of another host.
    if (!url || (!WRITTEN.exec(address)![2] && LOOKALIKE.test(after.replace(/^[.:@-]+/, '')))) continue
    if (match.index > at) parts.push({ text: text.slice(at, match.index), href: null })
    parts.push({ text: address, href: url.href, host: hostToTell(address, url) })
    at = match.index + address.length
  }
  if (at < text.length) parts.push({ text: text.slice(at), href: null })
  return parts
}
