import { assert, boolean, constantFrom, property, record, subarray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TokenSignature } from '../../contracts/addresses.ts'
import { chooseMethod, type PaymentFacts, type PaymentMethod, saysAtomic } from './payment-method.ts'

const METHODS: PaymentMethod[] = ['direct', 'batch', 'authorization', 'permit', 'approve']
const BOTH: TokenSignature[] = ['authorization', 'permit']
const facts = (change: Partial<PaymentFacts> = {}): PaymentFacts => ({
  token: { signatures: BOTH },
  needsApproval: true,
  canBatch: false,
  isContract: false,
  failed: new Set(),
  ...change,
})
const permitOnly = { signatures: ['permit'] satisfies TokenSignature[] }

describe('the method of a payment', () => {
  it.each<[PaymentMethod, string, Partial<PaymentFacts>]>([
    ['direct', 'no approval is missing', { needsApproval: false }],
    ['direct', 'no approval is missing, also if the wallet can batch', { needsApproval: false, canBatch: true }],
    ['batch', 'the wallet makes several calls as one', { canBatch: true }],
    ['batch', 'the token takes no signatures, but the wallet can batch', { canBatch: true, token: { signatures: [] } }],
    ['authorization', 'the token has ERC-3009', {}],
    ['authorization', 'the account is a contract and the token has ERC-3009', { isContract: true }],
    ['authorization', 'the batch failed', { canBatch: true, failed: new Set(['batch']) }],
    ['permit', 'the token has only EIP-2612', { token: permitOnly }],
    ['permit', 'the authorization failed', { failed: new Set(['authorization']) }],
    ['approve', 'the token takes no signatures', { token: { signatures: [] } }],
    ['approve', 'the token has only EIP-2612 and the account is a contract', { token: permitOnly, isContract: true }],
    ['approve', 'everything else failed', { canBatch: true, failed: new Set(['batch', 'authorization', 'permit']) }],
  ])('is %s if %s', (method, _, change) => expect(chooseMethod(facts(change))).toBe(method))

  it('is always one that the facts allow, and falls back to approve after every other method has failed once', () => {
    const anyFacts = record({
      token: record({ signatures: subarray(BOTH) }),
      needsApproval: boolean(),
      canBatch: boolean(),
      isContract: boolean(),
      failed: subarray(METHODS).map((methods) => new Set(methods)),
    })
    assert(
      property(anyFacts, (given) => {
        const { token, needsApproval, canBatch, isContract, failed } = given
        const method = chooseMethod(given)
        expect(method === 'direct').toBe(!needsApproval)
        if (method === 'batch') expect(canBatch).toBe(true)
        if (method === 'authorization' || method === 'permit') expect(token.signatures).toContain(method)
        if (method === 'permit') expect(isContract).toBe(false)
        if (method !== 'direct' && method !== 'approve') expect(failed.has(method)).toBe(false)
        const tried = new Set<PaymentMethod>()
        for (let next = chooseMethod({ ...given, failed: tried }); next !== 'approve' && next !== 'direct'; ) {
          expect(tried.has(next)).toBe(false)
          tried.add(next)
          next = chooseMethod({ ...given, failed: tried })
        }
      }),
    )
  })
})

describe('the capabilities of a wallet', () => {
  const atomic = (status: unknown) => ({ atomic: { status } })
  it.each([
    ['supported', { '0x2105': atomic('supported') }],
    ['ready', { '0x2105': atomic('ready') }],
    ['supported with leading zeros in the chain id', { '0x02105': atomic('supported') }],
    ['supported on all chains', { '0x0': atomic('supported') }],
  ])('include batches if they are %s', (_, answer) => expect(saysAtomic(answer, 8453)).toBe(true))

  it.each([
    ['null', null],
    ['a text', 'supported'],
    ['a list', [atomic('supported')]],
    ['another chain', { '0x1': atomic('supported') }],
    ['the chain id in decimal', { '8453': atomic('supported') }],
    ['unsupported', { '0x2105': atomic('unsupported') }],
    ['unsupported on this chain, supported on all', { '0x2105': atomic('unsupported'), '0x0': atomic('supported') }],
    ['a status of true', { '0x2105': atomic(true) }],
    ['the capability of version 1', { '0x2105': { atomicBatch: { supported: true } } }],
    ['nothing about the chain', { '0x2105': null }],
    ['nothing about batches', { '0x2105': { atomic: null } }],
  ])('do not include batches after an answer with %s', (_, answer) => expect(saysAtomic(answer, 8453)).toBe(false))

  it('do not include batches if the answer is malformed or empty', () => {
    assert(
      property(
        constantFrom<unknown>(undefined, 1, true, [], {}, { '0x2105': 1 }, { '0x2105': { atomic: 1 } }),
        (answer) => saysAtomic(answer, 8453) === false,
      ),
    )
  })
})
