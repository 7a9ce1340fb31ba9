/** Basis points of a percentage that was typed with at most two decimals: `12.5` -> 1250. Null for any other text, and for more than 100%. */
export function readPercent(typed: string): number | null {
  const [, whole = '', part = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(typed.trim().replace(/\s*%$/, '')) ?? []
  const bps = Number(whole + part.padEnd(2, '0'))
  return whole && bps <= 10_000 ? bps : null
}

/** The percentage of basis points as it is typed: 1250 -> `12.5`. */
export const percentText = (bps: number): string => String(bps / 100)
