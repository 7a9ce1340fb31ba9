import { describe, expect, it } from 'vitest'
import { email, newPassword, username } from '../../../workers/auth/credentials.schema.ts'
import { brokenRule } from '../../lib/broken-rule.ts'
import { type AddressState, actionsFor } from './email-actions.ts'

describe('the buttons of the login form', () => {
  it.each<[AddressState, string[]]>([
    ['invalid', []],
    ['checking', []],
    ['available', ['signUp']],
    ['registered', ['logIn']],
    ['pending', ['logIn', 'signUp']],
    ['unknown', ['logIn', 'signUp']],
  ])('for an address that is %s are %j', (state, actions) => {
    expect(actionsFor(state)).toEqual(actions)
  })
})

describe('brokenRule with the schema of the server', () => {
  it.each([
    ['address', 'aiko@example.com', null],
    ['address', ' aiko@ｅｘａｍｐｌｅ.com ', null],
    ['address', 'aiko@example', 'email'],
    ['address', '', 'email'],
    ['password', 'hop over', null],
    ['password', 'hop ove', 'short'],
    ['password', '山'.repeat(129), 'long'],
    ['username', 'Aiko_7', null],
    ['username', 'aik', 'username'],
    ['username', 'Support', 'reserved'],
  ] as const)('returns for the %s %j: %j', (field, text, rule) => {
    const schema = { address: email, password: newPassword, username }[field]
    expect(brokenRule(schema, text)).toBe(rule)
  })
})
