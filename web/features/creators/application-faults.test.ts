import { expect, it } from 'vitest'
import { type Fields, findFaults, toRequest } from './application-faults.ts'

const COMPLETE: Fields = {
  email: 'aiko@example.com',
  fullname: 'Aiko Mori',
  sns: '',
  wallet: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  name: 'kamo',
  text: 'I draw.',
}
const faultsOf = (changes: Partial<Fields>, reason: Parameters<typeof findFaults>[1] = null, isGuest = false) =>
  findFaults({ ...COMPLETE, ...changes }, reason, isGuest).map(({ field, text }) => `${field}: ${text.message}`)

it('lists every missing field in the order of the form; only the link may be missing', () => {
  const empty: Fields = { email: '', fullname: ' ', sns: '', wallet: '', name: '', text: '\n' }
  expect(faultsOf(empty)).toEqual([
    'email: Please enter a valid email address.',
    'fullname: Please enter your full name.',
    'wallet: Please choose a wallet.',
    'name: A creator name has 2 to 20 letters of the Latin alphabet or digits.',
    'text: Please write about yourself and what you make.',
  ])
  expect(faultsOf({})).toEqual([])
})

it.each(['a', 'a-b', 'a b', 'あい', 'a'.repeat(21), 'a_b', '<b>'])('finds the name %s wrong', (name) => {
  expect(faultsOf({ name })).toEqual(['name: A creator name has 2 to 20 letters of the Latin alphabet or digits.'])
})

it.each(['ab', ' Kamo2 ', 'ＫＡＭＯ'])('finds the name %s right', (name) => {
  expect(faultsOf({ name })).toEqual([])
})

it.each(['http://kamo.com', 'javascript:alert(1)', '@aiko', 'kamo', 'https://', 'https://a:b@kamo.com', 'ftp://kamo.com'])(
  'finds the link %s wrong',
  (sns) => {
    expect(faultsOf({ sns })).toEqual(['sns: Please enter the address of a page, beginning with https://.'])
  },
)

it('completes a link without a scheme', () => {
  expect(toRequest({ ...COMPLETE, sns: ' instagram.com/aiko ' }).sns).toBe('https://instagram.com/aiko')
  expect(toRequest({ ...COMPLETE, sns: 'https://kamo.com' }).sns).toBe('https://kamo.com')
  expect(toRequest({ ...COMPLETE, sns: ' ' }).sns.trim()).toBe('')
})

it('finds texts that are too long', () => {
  for (const changes of [{ fullname: 'x'.repeat(101) }, { text: 'x'.repeat(2001) }, { sns: `https://kamo.com/${'x'.repeat(300)}` }])
    expect(faultsOf(changes)).toEqual([`${Object.keys(changes)[0]}: This is too long. Please shorten it.`])
})

it('has the server’s reason against the name, but does not ask a guest for what only a member knows', () => {
  expect(faultsOf({}, 'reserved')).toEqual(['name: Nobody can have this name. Please choose another.'])
  expect(faultsOf({}, 'taken')).toEqual(['name: This name is taken. Please choose another.'])
  expect(faultsOf({ wallet: '' }, 'taken', true)).toEqual([])
  expect(faultsOf({ wallet: '' }, 'reserved', true)).toHaveLength(1)
})
