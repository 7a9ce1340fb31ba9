/** A URL as browsers copy it: ASCII only, so that neither Japanese text nor a look-alike letter after it becomes part of it. */
const ADDRESS = /\bhttps?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+/gi
const PUNCTUATION = /[.,:;!?'*)\]]$/

/** A part of a text. `host` is the real host of a link, if its text does not show it. */
export type Part = { text: string; href: null } | { text: string; href: string; host: string | null }

/** A digit, a mark, or a letter of a script with letters that look Latin. After a URL, readers would take it for a part of the URL. */
const LOOKALIKE = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{M}\p{N}]/u

/** Removes punctuation at the end, which belongs to the sentence. A closing bracket stays if the URL contains its opening one. */
function trimmed(address: string): string {
  let text = address
  while (PUNCTUATION.test(text)) {
    const [open, close] = text.endsWith(')') ? ['(', ')'] : text.endsWith(']') ? ['[', ']'] : ['', '']
    if (close && text.split(open!).length >= text.split(close).length) break
    text = text.slice(0, -1)
  }
  return text
}

/** The parsed URL; null if it is not http(s), or has a user name or password, which may deceive (`https://bank.example@evil.example`). */
function safe(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && !url.username && !url.password ? url : null
}

/** The host as written in a URL, and the text after it. */
const WRITTEN = /^https?:\/\/([^/?#]*)([/?#]?)/i

/** The real host of a link if its text shows it differently (escapes, numbers, ports) or the host is encoded (`xn--`), else null. */
function hostToTell(address: string, { host }: URL): string | null {
  const [, written] = WRITTEN.exec(address)!
  return written!.toLowerCase() === host && !/(?:^|\.)xn--/.test(host) ? null : host
}

/** Splits a text into plain parts and links. The joined texts of all parts are the whole text. */
export function linkParts(text: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimmed(match[0])
    const url = safe(address)
    const after = text.slice(match.index + address.length)
    // `https://p` before a Cyrillic letter would look like the first part of another host.
    if (!url || (!WRITTEN.exec(address)![2] && LOOKALIKE.test(after.replace(/^[.:@-]+/, '')))) continue
    if (match.index > at) parts.push({ text: text.slice(at, match.index), href: null })
    parts.push({ text: address, href: url.href, host: hostToTell(address, url) })
    at = match.index + address.length
  }
  if (at < text.length) parts.push({ text: text.slice(at), href: null })
  return parts
}
