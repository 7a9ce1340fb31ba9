/**
 * The item somebody means by typing: the next one after `at` that begins with `text`, round the end; with more than one letter the one
 * at `at` counts too. -1 for none.
 */
export function typedAt(items: readonly string[], text: string, at: number): number {
  const start = at + (text.length === 1 ? 1 : 0)
  for (let step = 0; step < items.length; step++) {
    const index = (start + step + items.length) % items.length
    if (items[index]!.toLowerCase().startsWith(text.toLowerCase())) return index
  }
  return -1
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a name is meant by what is typed: any of its words, or the name itself, begins with it. Accents and case do not matter. */
export function isMeant(name: string, typed: string): boolean {
  const [all, part] = [plain(name), plain(typed.trim())]
  return all.startsWith(part) || all.split(/[\s\-・(（]+/).some((word) => word.startsWith(part))
}
