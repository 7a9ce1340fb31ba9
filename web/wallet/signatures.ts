import {
  type Address,
  createClient,
  custom,
  domainSeparator,
  erc20Abi,
  type Hex,
  hexToNumber,
  parseAbi,
  parseSignature,
  serializeSignature,
  size,
} from 'viem'
import { signTypedData } from 'viem/actions'
import { authorizationNonce, type QuotedTerms } from '../../workers/orders/calldata.schema.ts'
import type { Quote } from '../../workers/orders/orders.schema.ts'
import { chain } from './config.ts'
import { type Payer, reader, toTransactionError } from './transactions.ts'
import { WalletError } from './wallet-error.ts'

const signingAbi = [
  ...erc20Abi,
  ...parseAbi([
    'function version() view returns (string)',
    'function nonces(address owner) view returns (uint256)',
    'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
    'function DOMAIN_SEPARATOR() view returns (bytes32)',
    'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
  ]),
] as const

/** The part of a quote that a signature covers. */
export type SignedQuote = QuotedTerms & Pick<Quote, 'chainId' | 'contract'>

/** The signed types of ERC-3009 and EIP-2612. */
const TYPES = {
  ReceiveWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

/**
 * The EIP-712 domain of a token on our chain. Name and version are read from the token through our own server (ERC-5267, or its own
 * functions) and must produce the token's domain separator. Throws {@link WalletError}: `unsupported` if they do not.
 */
async function readDomain(token: Address) {
  const read = <Name extends 'name' | 'version' | 'DOMAIN_SEPARATOR' | 'eip712Domain'>(functionName: Name) =>
    reader()
      .readContract({ address: token, abi: signingAbi, functionName })
      .catch(() => undefined)
  const [described, ownName, ownVersion, separator] = await Promise.all([
    read('eip712Domain') as Promise<readonly unknown[] | undefined>,
    read('name') as Promise<string | undefined>,
    read('version') as Promise<string | undefined>,
    read('DOMAIN_SEPARATOR'),
  ])
  const [name, version] = described ? (described.slice(1, 3) as [string, string]) : [ownName, ownVersion]
  const domain = { name: name ?? '', version: version ?? '1', chainId: chain().id, verifyingContract: token }
  if (domainSeparator({ domain }) !== separator) throw new WalletError('unsupported')
  return domain
}

/** A wallet's signature of typed data. For a plain account, some wallets end it with 0 or 1, but contracts expect 27 or 28. */
async function sign({ wallet, account }: Payer, data: Omit<Parameters<typeof signTypedData>[1], 'account'>): Promise<Hex> {
  const client = createClient({ chain: chain(), transport: custom(wallet.provider as never, { retryCount: 0 }) })
  try {
    const signature = await signTypedData(client, { ...data, account } as Parameters<typeof signTypedData>[1])
    const isPlain = size(signature) === 65 && hexToNumber(`0x${signature.slice(-2)}`) <= 1
    return isPlain ? serializeSignature(parseSignature(signature)) : signature
  } catch (error) {
    throw toTransactionError(error)
  }
}

/**
 * The buyer's ERC-3009 signature for exactly the order of a quote, as `newOrderWithAuthorization` expects it. Throws {@link WalletError}.
 */
export async function signAuthorization(payer: Payer, quote: SignedQuote): Promise<Hex> {
  const { account: from } = payer
  return sign(payer, {
    domain: await readDomain(quote.token),
    types: { ReceiveWithAuthorization: TYPES.ReceiveWithAuthorization },
    primaryType: 'ReceiveWithAuthorization',
    message: {
      from,
      to: quote.contract,
      value: BigInt(quote.amount),
      validAfter: 0n,
      validBefore: BigInt(quote.validUntil) + 1n,
      nonce: authorizationNonce(quote, from),
    },
  })
}

/** Whether the order of a quote was already paid by authorization. Throws {@link WalletError}. */
export const isAuthorizationUsed = (account: Address, quote: SignedQuote): Promise<boolean> =>
  reader()
    .readContract({
      address: quote.token,
      abi: signingAbi,
      functionName: 'authorizationState',
      args: [account, authorizationNonce(quote, account)],
    })
    .catch((error: unknown) => {
      throw toTransactionError(error)
    })

/** The buyer's EIP-2612 permit of a quote's amount until the quote expires. Throws {@link WalletError}. */
export async function signPermit(payer: Payer, quote: SignedQuote): Promise<Hex> {
  const [domain, nonce] = await Promise.all([
    readDomain(quote.token),
    reader().readContract({ address: quote.token, abi: signingAbi, functionName: 'nonces', args: [payer.account] }),
  ]).catch((error: unknown) => {
    throw toTransactionError(error)
  })
  return sign(payer, {
    domain,
    types: { Permit: TYPES.Permit },
    primaryType: 'Permit',
    message: {
      owner: payer.account,
      spender: quote.contract,
      value: BigInt(quote.amount),
      nonce,
      deadline: BigInt(quote.validUntil),
    },
  })
}
