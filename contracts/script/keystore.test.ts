import { expect, test } from 'vitest'
import { unlock } from './keystore.ts'

/** The test vectors of the Web3 Secret Storage Definition. */
const key = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d'
const address = '008aeeda4d805471df9b2a5b0f38a0c3bcba786b'
const scrypt = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
    ciphertext: 'd172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c',
    kdf: 'scrypt',
    kdfparams: { dklen: 32, n: 262144, r: 1, p: 8, salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19' },
    mac: '2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
}
const pbkdf2 = {
  ...scrypt,
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: { c: 262144, dklen: 32, prf: 'hmac-sha256', salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd' },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
}
const open = (file: object, password = 'testpassword') => unlock(JSON.stringify(file), password)
const within = (change: object) => ({ ...pbkdf2, crypto: { ...pbkdf2.crypto, ...change } })

test('opens the test vectors of the keystore standard', () => {
  expect(open(scrypt)).toBe(key)
  expect(open(pbkdf2)).toBe(key)
  expect(open({ ...pbkdf2, address })).toBe(key)
  expect(open({ ...pbkdf2, address: `0x${address.toUpperCase()}` })).toBe(key)
})

test('rejects a wrong password and a changed file', () => {
  expect(() => open(pbkdf2, 'Testpassword')).toThrow('does not open with this password')
  expect(() => open(pbkdf2, '')).toThrow('does not open with this password')
  expect(() => open(within({ ciphertext: `00${pbkdf2.crypto.ciphertext.slice(2)}` }))).toThrow('does not open')
  expect(() => open(within({ mac: '00' }))).toThrow('does not open')
  // The MAC does not cover the initialisation vector: another one gives another key, which does not match the address.
  expect(() => open({ ...within({ cipherparams: { iv: '00'.repeat(16) } }), address })).toThrow('is not that of 0x')
})

test('rejects a file that is not a version 3 keystore, or has unknown or missing parameters', () => {
  const params = pbkdf2.crypto.kdfparams
  const scryptParams = scrypt.crypto.kdfparams
  expect(() => unlock('0x7a28', 'p')).toThrow('is not JSON')
  expect(() => unlock('null', 'p')).toThrow('version 3')
  expect(() => open({ ...pbkdf2, version: 1 })).toThrow('version 3')
  expect(() => open({ version: 3 })).toThrow('version 3')
  expect(() => open(within({ cipher: 'aes-128-cbc' }))).toThrow('cipher')
  expect(() => open(within({ kdf: 'argon2' }))).toThrow('key derivation')
  expect(() => open(within({ kdfparams: { ...params, prf: 'hmac-sha1' } }))).toThrow('key derivation')
  expect(() => open(within({ kdfparams: { ...params, dklen: 16 } }))).toThrow('too short')
  expect(() => open(within({ kdfparams: { ...params, salt: 'xy' } }))).toThrow('salt')
  expect(() => open(within({ kdfparams: { ...params, c: 1e12 } }))).toThrow('rounds')
  expect(() => open(within({ kdf: 'scrypt', kdfparams: { ...scryptParams, n: 2 ** 22, r: 8 } }))).toThrow('1024 MiB')
  expect(() => open(within({ ciphertext: '' }))).toThrow('ciphertext')
  expect(() => open({ ...within({ cipherparams: {} }) })).toThrow('start value')
})
