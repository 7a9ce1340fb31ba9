import { expect, test } from 'vitest'
import { receiverFault } from './receiver.ts'

const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test.each([
  [null, address],
  [null, address.toLowerCase()],
  [null, `0x${address.slice(2).toUpperCase()}`],
  ['empty', ''],
  ['format', '0x70997970C51812dc3A010C7d01b50e0d17dc79'],
  ['format', `${address}00`],
  ['format', address.slice(2)],
  ['format', `0X${address.slice(2)}`],
  ['format', `${address.slice(0, -1)}g`],
  ['format', `${address.slice(0, -1)}８`],
  ['format', 'ben.eth'],
  ['checksum', address.replace('C5', 'c5')],
  ['checksum', address.replace('79C8', '79c8')],
  ['zero', `0x${'0'.repeat(40)}`],
  ['contract', contract],
  ['contract', contract.toLowerCase()],
])('receiverFault() returns %j for the text %j', (fault, text) => {
  expect(receiverFault(text, [contract])).toBe(fault)
})
