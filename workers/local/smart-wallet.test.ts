import { mkdtempSync } from 'node:fs'
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
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifySignature } from '../auth/signature.ts'
import type { ApiError } from '../shared/errors.ts'
import { demoAccounts } from './accounts.ts'
import { startAnvil } from './anvil.ts'

/** The smallest smart wallet there can be, and who deploys it. */
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
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  const factory = contractAddress!
  /** A wallet of a new owner: where it will be, the call that puts it there, and its owner's signature. */
  const wallet = (text: string) => {
    const owner = privateKeyToAccount(generatePrivateKey())
    const salt = keccak256(owner.address)
    const code = encodeDeployData({ abi: Wallet.abi, bytecode: `0x${Wallet.evm.bytecode.object}`, args: [owner.address] })
    const address = getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode: code })
    const data = encodeFunctionData({ abi: Factory.abi, functionName: 'create', args: [owner.address, salt] })
    const sign = () => owner.signMessage({ message: text })
    const wrap = (signature: Hex, calldata = data) => serializeErc6492Signature({ address: factory, data: calldata, signature })
    const deploy = async () => client.waitForTransactionReceipt({ hash: await client.sendTransaction({ to: factory, data }) })
    return { owner, address, data, sign, wrap, deploy }
  }
  return { wallet }
}

beforeAll(async () => {
  node = await startAnvil({ genesis: Math.floor(Date.now() / 1000), cache: mkdtempSync(join(tmpdir(), 'smart-wallet-')) })
  world = await deployed()
}, 60_000)
afterAll(() => void node?.process.kill('SIGKILL'))

const TEXT = 'localhost:8788 wants you to sign in, 🦊'
const verdict = (account: Hex, signature: Hex, text = TEXT) =>
  verifySignature({ RPC_URL: node.url }, { account, text, signature }).then(
    () => 'valid',
    (error: ApiError) => error.code,
  )

describe('a smart wallet on a real chain', () => {
  it('signs in once it is deployed, wrapped or not', async () => {
    const { address, sign, wrap, deploy } = world.wallet(TEXT)
    const signature = await sign()
    expect(await verdict(address, signature)).toBe('sign_in_signature_invalid')
    await deploy()
    expect(await verdict(address, signature)).toBe('valid')
    expect(await verdict(address, wrap(signature))).toBe('valid')
    expect(await verdict(address, signature, `${TEXT}!`)).toBe('sign_in_signature_invalid')
    expect(await verdict(address, await world.wallet(TEXT).sign())).toBe('sign_in_signature_invalid')
  })

  it('signs in before it is deployed, by the wrapper, which leaves the chain as it was', async () => {
    const { address, sign, wrap } = world.wallet(TEXT)
    const wrapped = wrap(await sign())
    expect(await verdict(address, wrapped)).toBe('valid')
    expect(await verdict(address, wrapped)).toBe('valid')
    expect(await verdict(address, wrapped, `${TEXT}!`)).toBe('sign_in_signature_invalid')
  })

  it('does not get in by a wrapper that deploys another wallet, nothing, or is wrapped twice', async () => {
    const [mine, other] = [world.wallet(TEXT), world.wallet(TEXT)]
    expect(await verdict(mine.address, mine.wrap(await mine.sign(), other.data))).toBe('sign_in_signature_invalid')
    expect(await verdict(mine.address, other.wrap(await other.sign()))).toBe('sign_in_signature_invalid')
    expect(await verdict(mine.address, mine.wrap(await mine.sign(), '0xdeadbeef'))).toBe('sign_in_signature_invalid')
    expect(await verdict(mine.address, mine.wrap(mine.wrap(await mine.sign())))).toBe('sign_in_signature_invalid')
  })

  it('is no way into a plain account', async () => {
    const { owner, wrap, sign } = world.wallet(TEXT)
    const signature = await sign()
    expect(await verdict(owner.address, signature)).toBe('valid')
    expect(await verdict(owner.address, wrap(signature))).toBe('sign_in_signature_invalid')
  })
})
