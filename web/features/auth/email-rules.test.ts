import { describe, expect, it } from 'vitest'
import { email, newPassword, username } from '../../../workers/auth/credentials.schema.ts'
import { brokenRule } from '../../lib/broken-rule.ts'
import { type Known, waysIn } from './email-rules.ts'

describe('the buttons of the login', () => {
  it.each<[Known, string[]]>([
    ['invalid', []],
    ['checking', []],
    ['available', ['signUp']],
    ['registered', ['logIn']],
    ['pending', ['logIn', 'signUp']],
    ['unknown', ['logIn', 'signUp']],
  ])('an address that is %s allows %j, and nothing without a password long enough', (known, ways) => {
    expect(waysIn(known, true)).toEqual(ways)
    expect(waysIn(known, false)).toEqual([])
  })
})

describe('what is wrong with a field', () => {
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
  ])('is the rule of the server', (schema, text, rule) => {
    expect(brokenRule(schema, text)).toBe(rule)
  })
})
