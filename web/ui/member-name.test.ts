import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { memberName } from './member-name.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('returns the name, or `Unnamed member` with the short address if there is one', () => {
  expect(memberName('Aiko Mori', ADDRESS)).toBe('Aiko Mori')
  expect(memberName('', ADDRESS)).toBe('Unnamed member (0x7099…79C8)')
  for (const none of ['', null, undefined]) expect(memberName(none)).toBe('Unnamed member')
})
