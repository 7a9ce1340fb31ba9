import { expect, it } from 'vitest'
import type { FoundCreator } from '../../../workers/creators/creators.schema.ts'
import { findChangeFault } from './change-fault.ts'
import type { CreatorChange } from './creator-changes.ts'

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const change = (kind: CreatorChange['kind']): CreatorChange => ({ kind, address: ADDRESS, userId: 7, application: 'a', name: 'Aiko' })
const application = (state: string) => ({ id: 'a', state }) as FoundCreator['application']
const creator = (removedAt: number | null, address = ADDRESS) => ({ user_id: 7, address, removedAt }) as FoundCreator['creator']
const found = (changes: Partial<FoundCreator>): FoundCreator => ({
  user_id: 7,
  name: 'Aiko Mori',
  isLinked: true,
  isOnChain: false,
  application: null,
  creator: null,
  ...changes,
})

it.each([
  ['an open application', 'grant', found({ application: application('asked') }), null],
  ['an application that was decided', 'grant', found({ application: application('refused') }), 'changed'],
  ['another application', 'grant', found({ application: { ...application('sent')!, id: 'b' } }), 'changed'],
  ['no application any more', 'grant', found({}), 'changed'],
  ['a wallet of another member', 'grant', found({ user_id: 8, application: application('sent') }), 'changed'],
  ['a wallet that is not linked', 'grant', found({ isLinked: false, application: application('sent') }), 'unlinked'],
  ['a removed creator, also with another wallet', 'restore', found({ creator: creator(2, '0x1') }), null],
  ['a creator who was not removed', 'restore', found({ creator: creator(null) }), 'changed'],
  ['a removed creator whose wallet is not linked', 'restore', found({ isLinked: false, creator: creator(2) }), 'unlinked'],
  ['a creator whose wallet is not linked', 'remove', found({ isLinked: false, creator: creator(null) }), null],
  ['a creator with another wallet', 'remove', found({ creator: creator(null, '0x1') }), 'changed'],
  ['a creator who was removed', 'remove', found({ creator: creator(2) }), 'changed'],
  ['a wallet that only the contract knows', 'removeWallet', found({ user_id: null, isOnChain: true }), null],
  ['a wallet of a removed creator', 'removeWallet', found({ isOnChain: true, creator: creator(2) }), null],
  ['a second wallet of a creator', 'removeWallet', found({ isOnChain: true, creator: creator(null, '0x1') }), null],
  ['the wallet of a creator', 'removeWallet', found({ isOnChain: true, creator: creator(null) }), 'changed'],
] as const)('%s, to %s: %#', (_, kind, state, fault) => {
  expect(findChangeFault(state, change(kind), 1)).toBe(fault)
})

it('admins cannot grant their own application or restore themselves, but can remove themselves', () => {
  expect(findChangeFault(found({ application: application('sent') }), change('grant'), 7)).toBe('own')
  expect(findChangeFault(found({ creator: creator(2) }), change('restore'), 7)).toBe('own')
  expect(findChangeFault(found({ creator: creator(null) }), change('remove'), 7)).toBe(null)
})
