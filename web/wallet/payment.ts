import { type Address, type Hex, isAddressEqual } from 'viem'
import { newOrderCall, newOrderWithAuthorization, newOrderWithPermit } from '../../workers/orders/calldata.schema.ts'
import type { Quote } from '../../workers/orders/orders.schema.ts'
import { config } from '../lib/page-data.ts'
import { batchPayment, canBatch, sendCalls } from './batch.ts'
import { chain, findWallet } from './config.ts'
import { chooseMethod, type PaymentFacts, type PaymentMethod } from './payment-method.ts'
import { isAuthorizationUsed, signAuthorization, signPermit } from './signatures.ts'
import {
  type Call,
  checkFunds,
  isRevert,
  missingApprovals,
  type Payer,
  prepareWallet,
  reader,
  receipt,
  revertReason,
  send,
} from './transactions.ts'
import type { Wallet } from './wallet.ts'
import { WalletError } from './wallet-error.ts'

/** The steps of a payment until the server has recorded it. */
export type PaymentStep = 'approve' | 'sign' | 'confirm' | 'wait' | 'record'

const AFTER: PaymentStep[] = ['confirm', 'wait', 'record']
/** The steps of each method, in order. */
export const STEPS: Record<PaymentMethod, PaymentStep[]> = {
  direct: AFTER,
  batch: AFTER,
  authorization: ['sign', ...AFTER],
  permit: ['sign', ...AFTER],
  approve: ['approve', ...AFTER],
}

/** A payment that the wallet has sent. `mined` resolves with the hash of the mined transaction, or rejects with {@link WalletError}. */
export type SentPayment = ({ hash: Hex } | { batch: string; account: Address }) & { mined: Promise<Hex> }

/** The code of an EIP-7702 account starts with this. Such an account is a plain account that uses the code of a contract. */
const DELEGATION = '0xef0100'

const signaturesOf = (token: Address) => config().tokens.find(({ address }) => address === token)?.signatures ?? []

async function readFacts(wallet: Pick<Wallet, 'provider'> | null, account: Address, { token, amount }: Pick<Quote, 'token' | 'amount'>) {
  const [approvals, batches, code] = await Promise.all([
    missingApprovals(account, token, BigInt(amount)),
    wallet ? canBatch(wallet, account) : false,
    reader().getCode({ address: account }),
  ])
  const facts: Omit<PaymentFacts, 'failed'> = {
    token: { signatures: signaturesOf(token) },
    needsApproval: approvals.length > 0,
    canBatch: batches,
    isContract: code !== undefined && !code.startsWith(DELEGATION),
  }
  return { approvals, facts }
}

/** The method that {@link sendPayment} will probably use. Opens no window. */
export async function likelyMethod(account: Address, payment: Pick<Quote, 'token' | 'amount'>): Promise<PaymentMethod> {
  const { facts } = await readFacts(await findWallet(), account, payment)
  return chooseMethod({ ...facts, failed: new Set() })
}

/** Throws {@link WalletError} if the OrderBook would refuse the order. Called before a window opens; a missing allowance is ignored. */
async function checkOrder(account: Address, { to, data, value = 0n }: Call): Promise<void> {
  await reader()
    .call({ account, to, data, value })
    .catch((error: unknown) => {
      const reason = revertReason(error)
      if (reason) throw new WalletError(reason, error)
    })
}

/**
 * Throws {@link WalletError} if the order would fail with the wallet's signature: `unsupported` without a more exact reason. The token
 * cannot check the signature of a smart wallet that is not deployed yet.
 */
async function checkSignature(account: Address, { to, data }: Call): Promise<void> {
  await reader()
    .call({ account, to, data })
    .catch((error: unknown) => {
      if (isRevert(error)) throw new WalletError(revertReason(error) ?? 'unsupported', error)
    })
}

interface Payment {
  payer: Payer
  quote: Quote
  approvals: Call[]
  /** The call that places the order, after the approvals. */
  order: Call
  onStep: (step: PaymentStep) => void
}

const sent = (hash: Hex): SentPayment => ({ hash, mined: receipt(hash) })

/** Signs, then sends the one transaction that carries the signature. */
async function paySigned({ payer, quote, onStep }: Payment, sign: typeof signPermit, encode: (signature: Hex) => Hex) {
  await prepareWallet(payer, [{ to: quote.contract }])
  const call = { to: quote.contract, data: encode(await sign(payer, quote)) }
  await checkSignature(payer.account, call)
  onStep('confirm')
  return sent(await send(payer, call))
}

const METHODS: Record<PaymentMethod, (payment: Payment) => Promise<SentPayment>> = {
  direct: async ({ payer, order }) => sent(await send(payer, order)),
  batch: async ({ payer, quote, approvals, order }) => {
    const batch = await sendCalls(payer, [...approvals, order])
    return { batch, account: payer.account, mined: batchPayment(payer.wallet.provider, batch, quote.ref) }
  },
  authorization: (payment) =>
    paySigned(payment, signAuthorization, (signature) => newOrderWithAuthorization(payment.quote, payment.payer.account, signature)),
  permit: (payment) => paySigned(payment, signPermit, (signature) => newOrderWithPermit(payment.quote, signature)),
  approve: async ({ payer, approvals, order, onStep }) => {
    for (const approval of approvals) {
      await send(payer, approval)
        .then(receipt)
        .catch((error: WalletError) => {
          // Nothing was paid, even if the approval was sent.
          throw error.reason === 'sent' || error.reason === 'unsent' ? new WalletError('failed', error) : error
        })
    }
    onStep('confirm')
    return sent(await send(payer, order))
  },
}

/**
 * Pays a quote by the best method the wallet supports, and resolves once the wallet has sent the payment. If the wallet does not support a
 * method after all, the next one is tried. Methods that fail are added to `failed`, so that the next attempt does not use them. Throws
 * {@link WalletError}: `sent` if the quote was already paid by authorization, `unsent` if the payment may have been sent.
 */
export async function sendPayment(
  payer: Payer,
  quote: Quote,
  failed: Set<PaymentMethod>,
  onStep: (method: PaymentMethod, step: PaymentStep) => void,
): Promise<SentPayment> {
  if (quote.chainId !== chain().id || !isAddressEqual(quote.contract, config().orderBook)) throw new WalletError('contract')
  // Before the other checks, which would say that nothing was paid, for example because the quote has expired meanwhile.
  if (signaturesOf(quote.token).includes('authorization') && (await isAuthorizationUsed(payer.account, quote)))
    throw new WalletError('sent')
  const order = { to: quote.contract, ...newOrderCall(quote) }
  const [{ facts, approvals }] = await Promise.all([
    readFacts(payer.wallet, payer.account, quote),
    checkFunds(payer, quote.token, BigInt(quote.amount)),
    checkOrder(payer.account, order),
  ])
  for (;;) {
    const method = chooseMethod({ ...facts, failed })
    const isLast = method === 'direct' || method === 'approve'
    onStep(method, STEPS[method][0]!)
    try {
      return await METHODS[method]({ payer, quote, approvals, order, onStep: (step) => onStep(method, step) })
    } catch (error) {
      const reason = error instanceof WalletError ? error.reason : 'failed'
      // A signature that may have been sent can be sent again, because it pays only once. A batch cannot.
      const isFailed = reason === 'unsupported' || reason === 'failed' || (reason === 'unsent' && method === 'batch')
      if (!isLast && isFailed) failed.add(method)
      // If the authorization failed, a permit would probably fail too, after one more signature.
      if (failed.has('authorization')) failed.add('permit')
      if (isLast || reason !== 'unsupported') throw error
    }
  }
}
