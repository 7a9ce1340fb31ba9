import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Abi,
  createWalletClient,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  http,
  keccak256,
  publicActions,
  serializeErc6492Signature,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAnvil } from '../../../contracts/script/anvil.ts'
import { type SignatureEnv, verifySignature } from '../../auth/signature.ts'
import type { NonceAnswer } from '../../auth/users.schema.ts'
import { contractAccepts } from '../../orders/contract-signature.ts'
import type { ApiError } from '../../shared/errors.ts'
import { testDatabase } from '../world/test-database.ts'
import { testWorker } from '../world/test-worker.ts'
import { startWorkerd, writeWorker } from '../world/workerd.ts'
import { demoAccounts } from './accounts.ts'

/** A minimal smart wallet, and the contract that deploys it. */
const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;
contract Wallet {
    address immutable owner;
    constructor(address owner_) { owner = owner_; }
    function isValidSignature(bytes32 hash, bytes calldata s) external view returns (bytes4) {
        return ecrecover(hash, uint8(s[64]), bytes32(s[0:32]), bytes32(s[32:64])) == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
contract Factory {
    function create(address owner, bytes32 salt) external returns (address) { return address(new Wallet{salt: salt}(owner)); }
}`

interface Compiled {
  contracts: { 'w.sol': Record<'Wallet' | 'Factory', { abi: Abi; evm: { bytecode: { object: string } } }> }
}
const solc = createRequire(import.meta.url)('solc') as { compile: (input: string) => string }
const input = {
  language: 'Solidity',
  sources: { 'w.sol': { content: SOURCE } },
  settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
}

let node: Awaited<ReturnType<typeof startAnvil>>
let world: Awaited<ReturnType<typeof deployed>>

async function deployed() {
  const { Wallet, Factory } = (JSON.parse(solc.compile(JSON.stringify(input))) as Compiled).contracts['w.sol']
  const account = privateKeyToAccount(demoAccounts[0]!.key)
  const client = createWalletClient({ account, chain: anvil, transport: http(node.url), pollingInterval: 20 }).extend(publicActions)
  const hash = await client.deployContract({ abi: Factory.abi, bytecode: `0x${Factory.evm.bytecode.object}` })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash, checkReplacement: false })
  const factory = contractAddress!
  /** A wallet of a new owner: its future address, its deployment call, and its owner's signature. */
  const wallet = (text: string) => {
    const owner = privateKeyToAccount(generatePrivateKey())
    const salt = keccak256(owner.address)
    const code = encodeDeployData({ abi: Wallet.abi, bytecode: `0x${Wallet.evm.bytecode.object}`, args: [owner.address] })
    const address = getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode: code })
    const data = encodeFunctionData({ abi: Factory.abi, functionName: 'create', args: [owner.address, salt] })
    const sign = (message = text) => owner.signMessage({ message })
    const wrap = (signature: Hex, calldata = data) => serializeErc6492Signature({ address: factory, data: calldata, signature })
    const deploy = async () =>
      client.waitForTransactionReceipt({ hash: await client.sendTransaction({ to: factory, data }), checkReplacement: false })
    return { owner, address, data, sign, wrap, deploy }
  }
  return { wallet }
}

const folder = mkdtempSync(join(tmpdir(), 'smart-wallet-'))
beforeAll(async () => {
  node = await startAnvil({ genesis: Math.floor(Date.now() / 1000), cache: join(folder, 'anvil') })
  world = await deployed()
}, 60_000)
afterAll(() => {
  node?.process.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const ORIGIN = 'http://localhost:8788'

/** The real auth and orders workers, on this chain or on one that does not respond, called as a page would. */
async function worker(rpcUrl: string, databaseUrl: string) {
  const bindings = {
    ENV: 'local',
    APP_ORIGINS: ORIGIN,
    CHAIN_ID: '31337',
    DATABASE_URL: databaseUrl,
    MAIL_FROM: 'Warren <hello@warren.example>',
    BREACH_LIST_URL: 'http://nowhere.invalid',
  }
  const [auth, orders] = await Promise.all(['auth', 'orders'].map(async (area) => (await testWorker(area, {})).modules[0]!.contents))
  const dir = mkdtempSync(join(folder, 'worker-'))
  const beside = { ORDERS: { script: orders!, bindings: { CHAIN_ID: '31337', RPC_URL: rpcUrl }, entrypoint: 'OrdersRpc' } }
  const { url, stop } = await startWorkerd(writeWorker(dir, auth!, bindings, { LIMITS: 'Limiter' }, beside))
  const ask = async (name: string, body?: object, cookie = '') => {
    const headers = { origin: ORIGIN, 'content-type': 'application/json', cookie }
    return fetch(`${url}/api/auth/${name}`, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
  }
  /** Signs in; returns the user's id, or the error code. */
  const signIn = async (account: Hex, sign: (text: string) => Promise<Hex>): Promise<number | string> => {
    const nonce = (await (await ask('getNonce', { account })).json()) as NonceAnswer
    const message = createSiweMessage({
      ...nonce,
      address: nonce.account,
      domain: new URL(ORIGIN).host,
      uri: ORIGIN,
      version: '1',
      issuedAt: new Date(nonce.issuedAt),
      expirationTime: new Date(nonce.expirationTime),
    })
    const answer = await ask('signIn', { account, message, signature: await sign(message), provider: 'app.example' })
    if (!answer.ok) return ((await answer.json()) as { error: { code: string } }).error.code
    const cookie = answer.headers.get('set-cookie')!.split(';')[0]
    return ((await (await ask('getUserInfo', undefined, cookie)).json()) as { user_id: number }).user_id
  }
  return { signIn, stop }
}

const TEXT = 'localhost:8788 wants you to sign in, 🦊'
/** The orders worker's check on this chain. */
const ORDERS: SignatureEnv['ORDERS'] = {
  contractAccepts: (...question) => contractAccepts({ RPC_URL: node.url, CHAIN_ID: '31337' }, ...question),
}
const verdict = (account: Hex, signature: Hex, text = TEXT) =>
  verifySignature({ ORDERS }, { account, text, signature }).then(
    () => 'valid',
    (error: ApiError) => error.code,
  )

describe('a smart wallet on a local chain (anvil)', () => {
  it('signs in after it is deployed, with or without the ERC-6492 wrapper', async () => {
    const { address, sign, wrap, deploy } = world.wallet(TEXT)
    const signature = await sign()
    expect(await verdict(address, signature)).toBe('sign_in_signature_invalid')
    await deploy()
    expect(await verdict(address, signature)).toBe('valid')
    expect(await verdict(address, wrap(signature))).toBe('valid')
    expect(await verdict(address, signature, `${TEXT}!`)).toBe('sign_in_signature_invalid')
    expect(await verdict(address, await world.wallet(TEXT).sign())).toBe('sign_in_signature_invalid')
  })

  it('signs in repeatedly before it is deployed, with the ERC-6492 wrapper', async () => {
    const { address, sign, wrap } = world.wallet(TEXT)
    const wrapped = wrap(await sign())
    expect(await verdict(address, wrapped)).toBe('valid')
    expect(await verdict(address, wrapped)).toBe('valid')
    expect(await verdict(address, wrapped, `${TEXT}!`)).toBe('sign_in_signature_invalid')
  })

  it('is rejected with a wrapper that deploys another wallet or nothing, or that is nested', async () => {
    const [mine, other] = [world.wallet(TEXT), world.wallet(TEXT)]
    expect(await verdict(mine.address, mine.wrap(await mine.sign(), other.data))).toBe('sign_in_signature_invalid')
    expect(await verdict(mine.address, other.wrap(await other.sign()))).toBe('sign_in_signature_invalid')
    expect(await verdict(mine.address, mine.wrap(await mine.sign(), '0xdeadbeef'))).toBe('sign_in_signature_invalid')
    expect(await verdict(mine.address, mine.wrap(mine.wrap(await mine.sign())))).toBe('sign_in_signature_invalid')
  })

  it('may wrap its signature, but a wrapped signature of a plain account is rejected', async () => {
    const { owner, wrap, sign } = world.wallet(TEXT)
    const signature = await sign()
    expect(await verdict(owner.address, signature)).toBe('valid')
    expect(await verdict(owner.address, wrap(signature))).toBe('sign_in_signature_invalid')
  })
})

describe('the whole sign-in of a smart wallet', () => {
  it('uses one account before and after deployment, and rejects another owner', { timeout: 60_000 }, async () => {
    const { signIn, stop } = await worker(node.url, await testDatabase())
    try {
      const { address, sign, wrap, deploy } = world.wallet('')
      const stranger = world.wallet('')
      const wrapped = async (text: string) => wrap(await sign(text))
      expect(await signIn(address, sign)).toBe('sign_in_signature_invalid')
      expect(await signIn(address, async (text) => wrap(await stranger.sign(text)))).toBe('sign_in_signature_invalid')
      const id = await signIn(address, wrapped)
      expect(id).toEqual(expect.any(Number))
      expect(await signIn(address, wrapped)).toBe(id)
      await deploy()
      expect(await signIn(address, sign)).toBe(id)
      expect(await signIn(address, wrapped)).toBe(id)
      expect(await signIn(address, stranger.sign)).toBe('sign_in_signature_invalid')
    } finally {
      await stop()
    }
  })

  it('fails while the chain does not respond; plain wallets still sign in', { timeout: 60_000 }, async () => {
    const { signIn, stop } = await worker('http://127.0.0.1:9', await testDatabase())
    try {
      const { address, owner, sign, wrap } = world.wallet('')
      expect(await signIn(address, sign)).toBe('sign_in_signature_unchecked')
      expect(await signIn(address, async (text) => wrap(await sign(text)))).toBe('sign_in_signature_unchecked')
      expect(await signIn(owner.address, sign)).toEqual(expect.any(Number))
    } finally {
      await stop()
    }
  })
})
