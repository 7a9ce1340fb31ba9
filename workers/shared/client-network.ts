/** The network of a client address, which rate limits count: an IPv4 address, or the /64 prefix that one household or server gets. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  if (!address.includes(':')) return address || 'unknown'
  const [head = '', tail] = address.toLowerCase().split('::')
  const [before, after] = [head, tail ?? ''].map((part) => (part ? part.split(':') : []))
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before!.length - after!.length)
  const groups = [...before!, ...Array<string>(zeros).fill('0'), ...after!]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
