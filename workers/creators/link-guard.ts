/**
 * Which addresses the server may request for a member (protection against server-side request forgery, SSRF). Pure: no request is made
 * here. `open-link.ts` asks for every address, those of redirects included, and for every IP address that a host name resolves to.
 */

/** Names that never belong to a public site: special names (RFC 6761, 6762, 7686, 8375, 9476) and usual names of private networks. */
const PRIVATE_SUFFIXES = [
  ...['localhost', 'localdomain', 'local', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'test', 'invalid', 'example'],
  ...['onion', 'alt', 'arpa', 'cluster', 'consul', 'svc'],
]

/**
 * IPv4 networks that are not public. From the IANA registry of special-purpose addresses, and 168.63.129.16, at which a cloud provider
 * answers its own machines.
 */
const PRIVATE_IPV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '168.63.129.16/32', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
].map(parseNetwork)

/**
 * IPv6 networks inside of 2000::/3 that are not public: Teredo and other protocols, documentation, 6to4. Everything outside of 2000::/3 is
 * refused: loopback, IPv4-mapped, NAT64, unique local, link local, multicast.
 */
const PRIVATE_IPV6: [prefix: number[], bits: number][] = [
  [[0x2001, 0], 23],
  [[0x2001, 0xdb8], 32],
  [[0x2002], 16],
  [[0x3fff], 20],
]

function parseNetwork(text: string): { first: number; size: number } {
  const [address, bits] = text.split('/') as [string, string]
  return { first: ipv4Number(address), size: 2 ** (32 - Number(bits)) }
}

/** An IPv4 address of four decimal numbers as one number. */
function ipv4Number(address: string): number {
  return address.split('.').reduce((number, part) => number * 256 + Number(part), 0)
}

function isPublicIpv4(address: string): boolean {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(address) || address.split('.').some((part) => Number(part) > 255)) return false
  const number = ipv4Number(address)
  return !PRIVATE_IPV4.some(({ first, size }) => number >= first && number < first + size)
}

/** The eight groups of an IPv6 address; null if it is none. The URL parser reads every spelling, such as an IPv4 address at the end. */
function ipv6Groups(address: string): number[] | null {
  const host = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1)
  if (!host) return null
  const [start = '', end] = host.split('::')
  const groupsOf = (part: string) => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : [])
  const [head, tail] = [groupsOf(start), groupsOf(end ?? '')]
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

function isPublicIpv6(address: string): boolean {
  const groups = ipv6Groups(address)
  if (!groups || groups[0]! < 0x2000 || groups[0]! > 0x3fff) return false
  const number = groups[0]! * 0x10000 + groups[1]!
  return !PRIVATE_IPV6.some(([[first = 0, second = 0], bits]) => {
    const prefix = first * 0x10000 + second
    return number >= prefix && number < prefix + 2 ** (32 - bits)
  })
}

/** Whether an IP address, as DNS returns it, is one of the public internet. */
export const isPublicAddress = (address: string): boolean => (address.includes(':') ? isPublicIpv6(address) : isPublicIpv4(address))

/**
 * The URL that may be requested for this text; null if it is refused. Only `http` and `https` at their default ports, without user and
 * password, and with a host name: an IP address is refused in every spelling, because the URL parser writes all of them (hexadecimal,
 * octal, short, full-width digits) as an IP address. `ownHosts` are those of the app, whose pages the server must not request from itself.
 */
export function allowedUrl(text: string, ownHosts: string[], base?: string): URL | null {
  const url = URL.parse(text, base)
  if (!url || !/^https?:$/.test(url.protocol) || url.port || url.username || url.password) return null
  // A dot at the end means the same host.
  const host = url.hostname.replace(/\.$/, '')
  const labels = host.split('.')
  if (labels.length < 2 || labels.some((label) => !/^(?!-)[a-z\d_-]{1,63}$/.test(label)) || host.length > 253) return null
  if (/^\d+$/.test(labels.at(-1)!) || PRIVATE_SUFFIXES.includes(labels.at(-1)!)) return null
  if (ownHosts.some((own) => host === own || host.endsWith(`.${own}`))) return null
  url.hostname = host
  url.hash = ''
  return url
}
