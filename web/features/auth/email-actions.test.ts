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
  ])('for an address that is %s are %j, and none while the password is too short', (state, actions) => {
    expect(actionsFor(state, true)).toEqual(actions)
    expect(actionsFor(state, false)).toEqual([])
  })
})

describe('the error of a field', () => {
  it.each([
    [email, 'aiko@example.com', null],
    [email, ' aiko@ｅｘａｍｐｌｅ.com ', null],
    [email, 'aiko@example', 'email'],
    [email, '', 'email'],
    [newPassword, 'hop over', null],
    [newPassword, 'hop ove', 'short'],
    [newPassword, '山'.repeat(129), 'long'],
    [username, 'Aiko_7', null],
    [username, 'aik', 'username'],
    [username, 'Support', 'reserved'],
  ])('follows the rule of the server', (schema, text, rule) => {
    expect(brokenRule(schema, text)).toBe(rule)
  })
})
