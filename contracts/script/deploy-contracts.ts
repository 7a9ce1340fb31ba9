import { readFileSync } from 'node:fs'
import {
  type Abi,
  type Address,
  type Chain,
  concat,
  createPublicClient,
  createWalletClient,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  getCreate2Address,
  type Hex,
  http,
  keccak256,
  type LocalAccount,
  parseAbi,
  size,
  slice,
  zeroAddress,
  zeroHash,
} from 'viem'
import { collectionFactoryAbi } from '../abi/CollectionFactory.ts'
import { marketplaceAbi } from '../abi/Marketplace.ts'
import { orderBookAbi } from '../abi/OrderBook.ts'
import { platformAbi } from '../abi/Platform.ts'
import type { Deployment, PaymentToken } from '../addresses.ts'
import { CHAIN_ID } from './anvil.ts'

/** The initial platform fee, in basis points. */
const FEE_BPS = 1000n

/**
 * The deterministic deployment proxy, available on every OP Stack chain and on anvil. It deploys a contract at an address computed from a
 * salt and the creation code with its arguments. So with one salt a contract can be deployed only once, no matter who sends the
 * transaction, and the contract at that address was created by this code with these arguments.
 */
const PROXY: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/**
 * Waits for exactly this transaction, not for a replacement. While viem searches for a replacement, it skips blocks; on a local chain,
 * where each transaction makes its own block, it would then wait forever.
 */
export const onlyThisTransaction = { checkReplacement: false } as const

type Contracts = Pick<Deployment, 'orderBook' | 'platform' | 'collectionFactory' | 'marketplace'>
type Part = keyof Contracts

/** The contracts in deployment order; `args` are constructor arguments. */
const parts: Record<Part, { name: string; abi: Abi; args: (made: Contracts, first: Address, treasury: Address) => unknown[] }> = {
  orderBook: { name: 'OrderBook', abi: orderBookAbi, args: (_, first, treasury) => [first, FEE_BPS, treasury] },
  platform: { name: 'Platform', abi: platformAbi, args: (_, first, treasury) => [first, FEE_BPS, treasury] },
  collectionFactory: { name: 'CollectionFactory', abi: collectionFactoryAbi, args: ({ platform }) => [platform] },
  marketplace: { name: 'Marketplace', abi: marketplaceAbi, args: ({ collectionFactory }, first) => [first, collectionFactory] },
}
const allParts = Object.keys(parts) as Part[]
/** The contracts that have an owner, admins and a list of payable tokens. */
const administered = ['orderBook', 'platform', 'marketplace'] as const

const adminAbi = parseAbi([
  'function hasAdmin(address) view returns (bool)',
  'function addAdmin(address)',
  'function removeAdmin(address)',
  'function owner() view returns (address)',
  'function pendingOwner() view returns (address)',
  'function transferOwnership(address)',
  'function acceptOwnership()',
  'function isPayableToken(address) view returns (bool)',
  'function setPayableToken(address, bool)',
])
const tokenAbi = parseAbi([
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function remoteToken() view returns (address)',
])

type Bytecode = { creation: Hex; runtime: Hex; immutables: string }

/** The committed build of a contract. Deployments use only this, never a fresh compilation. */
export const bytecode = (name: string): Bytecode =>
  JSON.parse(readFileSync(new URL(`../abi/${name}.bytecode.json`, import.meta.url), 'utf8'))

/** Whether `code` equals the build, except in the places that the constructor fills in. */
export function isBuilt(name: string, code: Hex | undefined): boolean {
  const { runtime, immutables } = bytecode(name)
  if (code === undefined || size(code) !== size(runtime)) return false
  let blank = code
  for (const place of immutables.split(' ').filter(Boolean)) {
    const [start = 0, length = 0] = place.split('+').map(Number)
    blank = concat([slice(blank, 0, start), `0x${'00'.repeat(length)}`, slice(blank, start + length)])
  }
  return blank === runtime
}

/** A token that the contracts will accept. `remote`: the Ethereum token it represents, if a bridge issues it. */
export type TokenToTake = PaymentToken & { remote?: Address }

/** The progress of a deployment, stored by the caller between runs. */
export type Progress = {
  chainId: number
  deployer: Address
  owner: Address
  admin?: Address
  treasury: Address
  startBlock: number
  contracts: Contracts
  transactions: { step: string; hash: Hex }[]
}

export type Options = {
  rpcUrl: string
  chain: Chain
  /** Pays for all transactions; the owner until `owner` has accepted. */
  deployer: LocalAccount
  treasury: Address
  /** The final owner of all contracts: a Safe in production. */
  owner: Address
  /** An initial admin besides the owner, who can add and remove admins later. */
  admin?: Address
  tokens: TokenToTake[]
  /** Another value gives other addresses, for a chain with more than one deployment. */
  salt?: Hex
  /** The progress of an earlier run. */
  previous?: Progress
  /** Called before each transaction is sent; must have stored its argument when it returns. */
  saveProgress: (progress: Progress) => void
  /** For a chain where `owner` can act at once: makes `owner` call `acceptOwnership` of `contract`. */
  acceptAsOwner?: (contract: Address) => Promise<void>
  log?: (line: string) => void
}

/** A call that the future owner must still make to accept a contract. */
export type PendingCall = { contract: string; address: Address; data: Hex }

/**
 * Deploys all contracts and compares their code, enables the tokens, makes `admin` an admin and proposes `owner`, whose acceptance takes
 * every right from the deployer. Continues where an earlier run stopped: every step checks the chain first, and completed steps are
 * skipped. Returns the addresses, and the calls expected from `owner`. Throws, and sends nothing more, if the chain, a token or the code of
 * a contract is not the expected one, or if the earlier run had other terms.
 */
export async function deployContracts(options: Options): Promise<{ deployment: Deployment; awaited: PendingCall[] }> {
  const connection = await connect(options)
  const run: Run = { ...connection, ...(await beginProgress(connection)) }
  const sender = createSender(run)
  await sender.waitForLast()
  await checkTokens(run)
  const collectionImplementation = await deployParts(run, sender)
  await enableTokens(run, sender)
  const awaited = await handOver(run, sender)
  return { deployment: await describe(run, collectionImplementation), awaited }
}

type Connection = Awaited<ReturnType<typeof connect>>
/** Returns the options with their defaults, and clients of the chain. Throws if the chain or an address is wrong. */
async function connect(options: Options) {
  const { chain, deployer, salt = zeroHash, log = () => {} } = options
  const [owner, treasury] = [getAddress(options.owner), getAddress(options.treasury)]
  const admin = options.admin && getAddress(options.admin)
  const transport = http(options.rpcUrl)
  const pollingInterval = chain.id === CHAIN_ID ? 20 : 1000
  const client = createPublicClient({ chain, transport, pollingInterval })
  const wallet = createWalletClient({ account: deployer, chain, transport })

  const chainId = await client.getChainId()
  if (chainId !== chain.id) throw new Error(`${options.rpcUrl} is chain ${chainId}, not ${chain.id} (${chain.name})`)
  if ([owner, admin, treasury].includes(zeroAddress)) throw new Error('owner, admin and treasury can not be the zero address')
  if (!(await client.getCode({ address: PROXY }))) throw new Error(`${chain.name} has no deployment proxy at ${PROXY}`)
  return { ...options, salt, log, owner, treasury, admin, client, wallet, chainId }
}

/** Returns the contracts of this build and the progress, after saving it. Throws if the earlier run had other terms or contracts. */
async function beginProgress({ client, chainId, deployer, treasury, owner, admin, salt, previous, saveProgress }: Connection) {
  const { contracts, creation } = plan(deployer.address, treasury, salt)
  const startBlock = previous?.startBlock ?? Number(await client.getBlockNumber())
  const terms = { chainId, deployer: deployer.address, treasury }
  const progress: Progress = previous ?? { ...terms, owner, admin, startBlock, contracts, transactions: [] }
  for (const [what, value] of Object.entries(terms))
    if (progress[what as keyof typeof terms] !== value)
      throw new Error(`this deployment was begun with ${what} ${progress[what as keyof typeof terms]}, not ${value}`)
  for (const part of allParts)
    if (progress.contracts[part] !== contracts[part])
      throw new Error(`the ${parts[part].name} that is built now is not the one deployed to ${progress.contracts[part]}`)
  saveProgress(progress)
  return { contracts, creation, startBlock, progress }
}

/** What every step of a run works with. */
type Run = Connection & Awaited<ReturnType<typeof beginProgress>>
type Setting = 'addAdmin' | 'removeAdmin' | 'setPayableToken' | 'transferOwnership'

type Sender = ReturnType<typeof createSender>
function createSender({ client, wallet, chain, deployer, contracts, progress, saveProgress, log }: Run) {
  /**
   * Sends a transaction and waits for it. Its hash is stored before it is sent, so that the next run can wait for it after an interruption.
   */
  const send = async (step: string, to: Address, data: Hex) => {
    if ((await client.getBalance({ address: deployer.address })) === 0n)
      throw new Error(`${deployer.address} has nothing to pay ${chain.name}'s gas with`)
    const request = await wallet.prepareTransactionRequest({ to, data, chain })
    const raw = await wallet.signTransaction({ ...request, gas: (request.gas * 6n) / 5n })
    const hash = keccak256(raw)
    progress.transactions.push({ step, hash })
    saveProgress(progress)
    await client.sendRawTransaction({ serializedTransaction: raw })
    const { status } = await client.waitForTransactionReceipt({ hash, timeout: 180_000, ...onlyThisTransaction })
    if (status !== 'success') throw new Error(`${step} failed: transaction ${hash}`)
    log(step)
  }
  const call = (step: string, contract: Part, functionName: Setting, args: readonly unknown[]) =>
    send(`${parts[contract].name}: ${step}`, contracts[contract], encodeFunctionData({ abi: adminAbi, functionName, args } as never))
  /** Waits for the last transaction of the earlier run, if it was sent. */
  const waitForLast = async () => {
    const last = progress.transactions.at(-1)
    if (last && (await client.getTransaction({ hash: last.hash }).catch(() => undefined)))
      // A failed transaction was reported by the run that sent it. Whether its step must be repeated is checked later.
      await client.waitForTransactionReceipt({ hash: last.hash, timeout: 180_000, ...onlyThisTransaction })
  }
  return { send, call, waitForLast }
}

async function checkTokens({ client, chain, tokens }: Run): Promise<void> {
  for (const { symbol, address, decimals, remote } of tokens) {
    if (address === zeroAddress) continue
    const read = (functionName: 'symbol' | 'decimals' | 'remoteToken') =>
      client.readContract({ address, abi: tokenAbi, functionName }).catch(() => undefined)
    const [name, digits] = [await read('symbol'), await read('decimals')]
    if (name !== symbol || digits !== decimals) throw new Error(`${address} is not ${symbol} of ${decimals} decimals on ${chain.name}`)
    if (remote && getAddress((await read('remoteToken')) as Address) !== remote) throw new Error(`${address} is not the bridged ${remote}`)
  }
}

/** Deploys the missing contracts and compares the code of all. Returns the address of the implementation of all collections. */
async function deployParts({ client, contracts, creation, salt }: Run, { send }: Sender): Promise<Address> {
  for (const part of allParts) {
    const { name } = parts[part]
    const address = contracts[part]
    if (!(await client.getCode({ address }))) await send(`${name}: deploy to ${address}`, PROXY, concat([salt, creation[part]]))
    if (!isBuilt(name, await client.getCode({ address }))) throw new Error(`the code at ${address} is not the ${name} that is built`)
  }
  const collectionImplementation = await client.readContract({
    address: contracts.collectionFactory,
    abi: collectionFactoryAbi,
    functionName: 'IMPLEMENTATION',
  })
  if (!isBuilt('Collection', await client.getCode({ address: collectionImplementation })))
    throw new Error(`the code at ${collectionImplementation} is not the Collection that is built`)
  return collectionImplementation
}

const ownerOf = ({ client, contracts }: Run, part: Part): Promise<Address> =>
  client.readContract({ address: contracts[part], abi: adminAbi, functionName: 'owner' })

const isAdmin = ({ client, contracts }: Run, part: Part, account: Address): Promise<boolean> =>
  client.readContract({ address: contracts[part], abi: adminAbi, functionName: 'hasAdmin', args: [account] })

async function enableTokens(run: Run, { call }: Sender): Promise<void> {
  const { client, contracts, deployer, tokens } = run
  for (const part of administered)
    for (const { symbol, address } of tokens) {
      const isPayable = () =>
        client.readContract({ address: contracts[part], abi: adminAbi, functionName: 'isPayableToken', args: [address] })
      if (await isPayable()) continue
      if ((await ownerOf(run, part)) !== deployer.address)
        throw new Error(`${parts[part].name} does not take ${symbol}, and ${deployer.address} is not its owner any more`)
      await call(`take ${symbol}`, part, 'setPayableToken', [address, true])
    }
}

/** Makes `admin` an admin of each contract and proposes `owner`. Returns the calls that `owner` must still make. */
async function handOver(run: Run, { call }: Sender): Promise<PendingCall[]> {
  const { client, contracts, deployer, owner, admin, progress, saveProgress, acceptAsOwner } = run
  const awaited: PendingCall[] = []
  for (const part of administered) {
    const { name } = parts[part]
    const address = contracts[part]
    if ((await ownerOf(run, part)) === deployer.address) {
      const previousAdmin = progress.admin
      if (previousAdmin && previousAdmin !== admin && (await isAdmin(run, part, previousAdmin)))
        await call(`remove the admin ${previousAdmin}`, part, 'removeAdmin', [previousAdmin])
      if (admin && !(await isAdmin(run, part, admin))) await call(`add ${admin} as admin`, part, 'addAdmin', [admin])
      if (owner === deployer.address) continue
      const pending = await client.readContract({ address, abi: adminAbi, functionName: 'pendingOwner' })
      if (pending !== owner) await call(`propose ${owner} as owner`, part, 'transferOwnership', [owner])
      await acceptAsOwner?.(address)
    }
    const present = await ownerOf(run, part)
    if (present === deployer.address) {
      awaited.push({ contract: name, address, data: encodeFunctionData({ abi: adminAbi, functionName: 'acceptOwnership' }) })
    } else if (present !== owner) {
      throw new Error(`${name} belongs to ${present} already, and only that can pass it on`)
    } else if (admin && !(await isAdmin(run, part, admin))) {
      throw new Error(`${name} belongs to ${owner} already, and only that can make ${admin} an admin`)
    }
  }
  Object.assign(progress, { owner, admin })
  saveProgress(progress)
  return awaited
}

/** The addresses of a deployment, for addresses.ts. */
async function describe(run: Run, collectionImplementation: Address): Promise<Deployment> {
  const { client, chainId, contracts, startBlock, treasury, tokens } = run
  const codeHash = async (address: Address) => keccak256((await client.getCode({ address }))!)
  return {
    chainId,
    orderBook: contracts.orderBook,
    orderBookCodeHash: await codeHash(contracts.orderBook),
    marketplace: contracts.marketplace,
    marketplaceCodeHash: await codeHash(contracts.marketplace),
    platform: contracts.platform,
    platformCodeHash: await codeHash(contracts.platform),
    collectionFactory: contracts.collectionFactory,
    collectionImplementation,
    startBlock,
    treasury,
    tokens: tokens.map(({ symbol, address, decimals, signatures }) => ({
      symbol,
      address: getAddress(address),
      decimals,
      signatures,
    })),
  }
}

/** Creation code with its arguments, and the resulting addresses; a contract's arguments may depend on earlier addresses. */
function plan(first: Address, treasury: Address, salt: Hex): { contracts: Contracts; creation: Record<Part, Hex> } {
  const contracts = {} as Contracts
  const creation = {} as Record<Part, Hex>
  for (const part of allParts) {
    const { name, abi, args } = parts[part]
    creation[part] = encodeDeployData({ abi, bytecode: bytecode(name).creation, args: args(contracts, first, treasury) })
    contracts[part] = getCreate2Address({ from: PROXY, salt, bytecode: creation[part] })
  }
  return { contracts, creation }
}
