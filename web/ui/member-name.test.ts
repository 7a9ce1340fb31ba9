import { expect, test, vi } from 'vitest'

// Only the build expands the macro; here it returns its text.
vi.mock('@lingui/core/macro', () => ({ t: (raw: TemplateStringsArray, ...values: string[]) => String.raw({ raw }, ...values) }))

const { memberName } = await import('./member-name.ts')
const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('returns `Unnamed member` without a name, with the short address if there is one', () => {
  expect(memberName('Aiko Mori', ADDRESS)).toBe('Aiko Mori')
  expect(memberName('', ADDRESS)).toBe('Unnamed member (0x7099…79C8)')
  for (const none of ['', null, undefined]) expect(memberName(none)).toBe('Unnamed member')
})
