/** Where a request comes from, as far as limits care: an IPv4 address, or the /64 that one household or server is given. */
export function placeOf(address: string): string {
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
