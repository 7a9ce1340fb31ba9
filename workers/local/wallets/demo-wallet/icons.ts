import type { DemoAccount } from './accounts.ts'

/** The colours and the symbol of each role's rabbit: a pencil for the seller, a bag for the buyer, a star for the admin. */
const COATS = {
  seller: ['#f26a1b', '#ffe3cc', '<path d="m38 42 9-9 4 4-9 9-5 1Z" fill="#1d1611"/>'],
  buyer: [
    '#2457d6',
    '#dbe6ff',
    '<path d="M38 36h12l1 12H37Zm3 0a3 3 0 0 1 6 0" fill="#1d1611" stroke="#1d1611" stroke-width="1.5" fill-opacity=".9"/>',
  ],
  admin: [
    '#8a43d6',
    '#f0e2ff',
    '<path d="m44 32 2.500 5.200 5.700.8-4.100 4 1 5.700-5.100-2.700-5.100 2.700 1-5.700-4.100-4 5.700-.8Z" fill="#1d1611"/>',
  ],
} as const satisfies Record<DemoAccount['role'], readonly [string, string, string]>

/** A wallet's icon as a data: URL, as EIP-6963 requires. */
export function walletIcon(role: DemoAccount['role']): `data:image/svg+xml,${string}` {
  const [ground, fur, thing] = COATS[role]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="16" fill="${ground}"/>
<g fill="${fur}"><ellipse cx="24" cy="17" rx="5" ry="13" transform="rotate(-8 24 17)"/><ellipse cx="37" cy="17" rx="5" ry="13" transform="rotate(8 37 17)"/>
<circle cx="30.500" cy="39" r="17"/></g><g fill="#1d1611"><circle cx="24" cy="36" r="2.200"/><circle cx="36" cy="36" r="2.200"/></g>
<path d="m28.500 42 2 2 2-2" fill="none" stroke="#1d1611" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>
<circle cx="46" cy="46" r="14" fill="#fffdfa"/><g transform="translate(2.500 6)">${thing}</g></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
