import { expect, it } from 'vitest'
import { parseCallsStatus } from './calls-status.ts'

const hash = `0x${'12'.repeat(32)}`
const receipts = [{ transactionHash: hash }]

it.each([
  [100, 'pending'],
  [199, 'pending'],
  [200, 'confirmed'],
  [300, 'failed'],
  [400, 'failed'],
  [500, 'failed'],
  [600, 'failed'],
])('reads the status %s as %s', (status, state) => {
  expect(parseCallsStatus({ id: '0x1', status, receipts }, '0x1')).toEqual({ state, hashes: [hash] })
})

it.each([
  ['null', null],
  ['a text', 'CONFIRMED'],
  ['about another batch', { id: '0x2', status: 200, receipts }],
  ['without a status', { id: '0x1', receipts }],
  ['with a status of version 1', { id: '0x1', status: 'CONFIRMED', receipts }],
  ['with a status out of bounds', { id: '0x1', status: 700, receipts }],
  ['with NaN as status', { id: '0x1', status: Number.NaN, receipts }],
])('ignores an unusable answer: %s', (_, answer) => expect(parseCallsStatus(answer, '0x1')).toBeNull())

it.each([
  ['missing', undefined],
  ['no list', { transactionHash: hash }],
  ['a list of null', [null]],
  ['without a hash', [{}]],
  ['with a short hash', [{ transactionHash: '0x12' }]],
])('finds no transaction in unusable receipts: %s', (_, given) => {
  expect(parseCallsStatus({ status: 200, receipts: given }, '0x1')).toEqual({ state: 'confirmed', hashes: [] })
})

it('reads at most five receipts', () => {
  expect(parseCallsStatus({ status: 200, receipts: Array(1000).fill(receipts[0]) }, '0x1')!.hashes).toHaveLength(5)
})
