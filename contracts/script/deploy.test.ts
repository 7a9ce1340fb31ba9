import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type Address,
  createTestClient,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  parseAbi,
  parseEther,
  publicActions,
  stringToHex,
  toHex,
  walletActions,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Deployment } from '../addresses.ts'
import { startAnvil } from './anvil.ts'
import { deployContracts, type Options, onlyThisTransaction, type Progress } from './deploy-contracts.ts'
import { deployLocal } from './deploy-local.ts'
import { root } from './forge.ts'

const OWNER = getAddress('0x0000000000000000000000000000000000000bed')
const ADMIN = getAddress('0x00000000000000000000000000000000000ad313')
const TREASURY = getAddress('0x000000000000000000000000000000000000fee5')
const USDC: Address = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const adminAbi = parseAbi([
  'function hasAdmin(address) view returns (bool)',
  'function owner() view returns (address)',
  'function acceptOwnership()',
])
/**
 * The number of transactions of a complete deployment to Base Sepolia: four contracts, four calls that enable a token, three admins, three
 * ownership proposals.
 */
const ALL = 14

/** A keystore with low cost parameters and the password below. */
const KEYSTORE = {
  crypto: {
    cipher: 'aes-128-ctr',
    ciphertext: '606355e781e5e74d9e11060434e6b7082f8a2f9ea03c1ef2c8380c7de63f41ee',
    cipherparams: { iv: 'da7d4cea299497a523ab20a1f32e8d8b' },
    kdf: 'scrypt',
    kdfparams: { dklen: 32, n: 1024, p: 1, r: 8, salt: '87af3e7257e738bdacb02eb017104b1d866dbe50573a468dc295bfd49e93b24b' },
    mac: 'befcebafb37ad7a47e94d67149f9033b0ff17a1920d43933aaae1612579134c6',
  },
  id: '515a9013-3049-4e17-b21b-18c8139fece4',
  version: 3,
}
const PASSWORD = 'correct horse'
const DEPLOYER = getAddress('0x008aeeda4d805471df9b2a5b0f38a0c3bcba786b')

const BIOME = join(root, 'node_modules/@biomejs/biome/bin/biome')

let dir: string
let node: { url: string; process: ChildProcess }

const client = () =>
  createTestClient({ chain: baseSepolia, mode: 'anvil', transport: http(node.url), pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions)

async function start(chainId: number): Promise<void> {
  node = await startAnvil({ genesis: 1_800_000_000, cache: dir, chainId })
  await client().setBalance({ address: DEPLOYER, value: parseEther('1') })
}

/** Puts code at the address that returns 6 for `decimals()` and the symbol for every other call. */
async function putToken(address: Address, symbol: string): Promise<void> {
  const text = `60205f5260${symbol.length.toString(16).padStart(2, '0')}6020527f${stringToHex(symbol, { size: 32 }).slice(2)}60405260605ff3`
  await client().setCode({ address, bytecode: `0x5f3560e01c63313ce56714603f57${text}5b60065f5260205ff3` })
}

/** Makes an account call acceptOwnership of all contracts. */
async function acceptOwnershipOfAll(deployment: Deployment, account = OWNER): Promise<void> {
  await client().setBalance({ address: account, value: parseEther('1') })
  await client().impersonateAccount({ address: account })
  for (const to of [deployment.orderBook, deployment.platform, deployment.marketplace]) {
    const hash = await client().sendTransaction({
      account,
      to,
      data: encodeFunctionData({ abi: adminAbi, functionName: 'acceptOwnership' }),
    })
    expect((await client().waitForTransactionReceipt({ hash, ...onlyThisTransaction })).status).toBe('success')
  }
}

const hasAdmin = ({ orderBook, platform, marketplace }: Deployment, account: Address) =>
  Promise.all(
    [orderBook, platform, marketplace].map((address) =>
      client().readContract({ address, abi: adminAbi, functionName: 'hasAdmin', args: [account] }),
    ),
  )

const owners = ({ orderBook, platform, marketplace }: Deployment) =>
  Promise.all([orderBook, platform, marketplace].map((address) => client().readContract({ address, abi: adminAbi, functionName: 'owner' })))

const sent = (address = DEPLOYER) => client().getTransactionCount({ address })

/** Starts the script of a repository with the password on file descriptor 3, as a shell's `3<<<` would. */
function script(args: string[], password = PASSWORD, repository = root): ChildProcess {
  writeFileSync(join(dir, 'password'), `${password}\n`)
  const handle = openSync(join(dir, 'password'), 'r')
  const child = spawn(process.execPath, [join(repository, 'contracts/script/deploy.ts'), '--keystore', join(dir, 'key.json'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe', handle],
    env: { PATH: process.env.PATH },
  })
  closeSync(handle)
  return child
}

async function outcome(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (said += chunk))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, said }
}

const toSepolia = (...more: string[]) => [
  ...['--chain', 'base-sepolia', '--rpc', node.url, '--record', dir, '--password-fd', '3'],
  ...['--owner', OWNER, '--admin', ADMIN, '--treasury', TREASURY],
  ...more,
]

const journal = (): Progress | undefined => {
  const file = join(dir, 'deployments', '84532.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

// Many tests run the script in a new process, which can take longer than the default timeout.
vi.setConfig({ testTimeout: 60_000 })

let times = 0
async function written(): Promise<Record<number, Deployment>> {
  return (await import(`${pathToFileURL(join(dir, 'addresses.ts')).href}?${times++}`)).addresses
}

/** The options of the deployment that the script makes, for a run in this process. */
const options = (): Options => ({
  rpcUrl: node.url,
  chain: baseSepolia,
  deployer: privateKeyToAccount('0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d'),
  owner: OWNER,
  admin: ADMIN,
  treasury: TREASURY,
  tokens: [
    { symbol: 'USDC', address: USDC, decimals: 6, signatures: ['authorization', 'permit'] },
    { symbol: 'ETH', address: zeroAddress, decimals: 18, signatures: [] },
  ],
  saveProgress: () => {},
})

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'warren-deploy-'))
  writeFileSync(join(dir, 'key.json'), JSON.stringify(KEYSTORE))
  copyFileSync(join(root, 'contracts/addresses.ts'), join(dir, 'addresses.ts'))
})

afterEach(() => {
  node.process.kill('SIGKILL')
  rmSync(dir, { recursive: true })
})

test("deploys, waits for the owner, removes the deployer's rights, and repeats no step", async () => {
  await start(84532)
  await putToken(USDC, 'USDC')
  await client().mine({ blocks: 41 })
  const first = await outcome(script(toSepolia()))
  expect(first).toMatchObject({ code: 0 })
  expect(first.said).toContain(`Waiting for ${OWNER}`)
  expect(await sent()).toBe(ALL)
  const deployment = (await written())[84532]!
  expect(deployment).toMatchObject({ chainId: 84532, startBlock: 41, treasury: TREASURY })
  expect(deployment.tokens).toEqual(options().tokens)
  for (const each of ['orderBook', 'marketplace', 'platform', 'collectionFactory', 'collectionImplementation'] as const)
    expect(first.said).toContain(deployment[each])
  const text = readFileSync(join(dir, 'addresses.ts'), 'utf8')
  const biome = spawnSync(process.execPath, [BIOME, 'format', '--stdin-file-path=contracts/addresses.ts'], { cwd: root, input: text })
  expect(`${biome.stdout}`).toBe(text)
  expect(await owners(deployment)).toEqual([DEPLOYER, DEPLOYER, DEPLOYER])
  expect([await hasAdmin(deployment, ADMIN), await hasAdmin(deployment, OWNER)]).toEqual([
    [true, true, true],
    [false, false, false],
  ])

  const second = await outcome(script(toSepolia()))
  expect(second).toMatchObject({ code: 0 })
  expect(await sent()).toBe(ALL)
  expect(readFileSync(join(dir, 'addresses.ts'), 'utf8')).toBe(text)

  await acceptOwnershipOfAll(deployment)
  const third = await outcome(script(['--chain', 'base-sepolia', '--rpc', node.url, '--record', dir, '--password-fd', '3']))
  expect(third.said).toContain(`everything belongs to ${OWNER}`)
  expect(await owners(deployment)).toEqual([OWNER, OWNER, OWNER])
  expect([await hasAdmin(deployment, DEPLOYER), await hasAdmin(deployment, ADMIN)]).toEqual([
    [false, false, false],
    [true, true, true],
  ])
  expect((await outcome(script(toSepolia()))).said).toContain(`everything belongs to ${OWNER}`)
  expect(await sent()).toBe(ALL)
})

test('continues after being killed repeatedly', async () => {
  await start(84532)
  await putToken(USDC, 'USDC')
  for (const stop of [1, 3, 6, 9]) {
    const child = script(toSepolia())
    const ended = outcome(child)
    while ((journal()?.transactions.length ?? 0) < stop && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 2))
    child.kill('SIGKILL')
    await ended
  }
  const { code, said } = await outcome(script(toSepolia()))
  expect(said).toContain('Waiting for')
  expect(code).toBe(0)
  expect(await sent()).toBe(ALL)
  expect((await written())[84532]).toMatchObject({ startBlock: 0 })
})

test('waits for a transaction that was pending when the script was killed', async () => {
  await start(84532)
  await putToken(USDC, 'USDC')
  await client().setAutomine(false)
  const child = script(toSepolia())
  const ended = outcome(child)
  while ((await client().getTxpoolStatus()).pending === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  child.kill('SIGKILL')
  await ended
  const again = outcome(script(toSepolia()))
  await new Promise((resolve) => setTimeout(resolve, 2000))
  expect((await client().getTxpoolStatus()).pending).toBe(1)
  await client().setAutomine(true)
  await client().mine({ blocks: 1 })
  expect(await again).toMatchObject({ code: 0 })
  expect(await sent()).toBe(ALL)
})

test('repeats each step whose transaction was stored but not sent', async () => {
  await start(84532)
  await putToken(USDC, 'USDC')
  let previous: Progress | undefined
  for (let cut = 1; cut <= ALL; cut++) {
    const run = deployContracts({
      ...options(),
      previous,
      saveProgress: (progress) => {
        previous = structuredClone(progress)
        if (progress.transactions.length === cut) throw new Error('cut off')
      },
    })
    await expect(run).rejects.toThrow('cut off')
  }
  const { awaited } = await deployContracts({ ...options(), previous })
  expect(awaited).toHaveLength(3)
  expect(await sent()).toBe(ALL)
})

test('sends nothing with a wrong chain, password or option, or without funds', async () => {
  await start(84532)
  await putToken(USDC, 'USDC')
  const wrongChain = await outcome(script([...toSepolia(), '--chain', 'base']))
  expect(wrongChain.code).toBe(1)
  expect(wrongChain.said).toContain('is chain 84532, not 8453 (Base)')
  const wrongPassword = await outcome(script(toSepolia(), 'horse'))
  expect(wrongPassword.code).toBe(1)
  expect(wrongPassword.said).toContain('does not open with this password')
  const noTerminal = await outcome(
    script(['--chain', 'base-sepolia', '--rpc', node.url, '--record', dir, '--owner', OWNER, '--treasury', TREASURY]),
  )
  expect(noTerminal.code).toBe(1)
  expect(noTerminal.said).toContain('no terminal to ask')
  const withKey = await outcome(script([...toSepolia(), '--private-key', generatePrivateKey()]))
  expect(withKey.code).toBe(1)
  expect(withKey.said).toContain('--private-key')
  const notAnAddress = await outcome(script([...toSepolia(), '--treasury', '0x12']))
  expect(notAnAddress.said).toContain('--treasury 0x12 is not an address')
  await client().setBalance({ address: DEPLOYER, value: 0n })
  const poor = await outcome(script(toSepolia()))
  expect(poor.code).toBe(1)
  expect(poor.said).toContain("has nothing to pay Base Sepolia's gas with")
  expect(await sent()).toBe(0)
  expect(await written()).toEqual({})
})

test('stops before it opens the keystore if abi/ is not the build of src/, except on the local chain', async () => {
  await start(84532)
  await putToken(USDC, 'USDC')
  const copy = join(dir, 'repository')
  for (const path of ['contracts/script', 'contracts/src', 'contracts/abi', 'foundry.toml', 'package.json', 'package-lock.json'])
    cpSync(join(root, path), join(copy, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  appendFileSync(join(copy, 'contracts/src/Split.sol'), 'uint256 constant A = 1;\n')
  const refused = await outcome(script(toSepolia(), 'horse', copy))
  expect(refused.code).toBe(1)
  expect(refused.said).toContain('contracts/abi is not the build of contracts/src: run npm run contracts:build')
  expect(refused.said).not.toContain('does not open')
  expect(await sent()).toBe(0)
  expect(journal()).toBeUndefined()
  const local = await outcome(script([...toSepolia(), '--chain', 'local'], PASSWORD, copy))
  expect(local.said).toContain('chain 31337 only')
})

test('rejects existing code that differs from the build', async () => {
  await start(84532)
  await putToken(USDC, 'USDC')
  const { deployment } = await deployContracts(options())
  const before = await sent()
  for (const [address, name] of [
    [deployment.orderBook, 'OrderBook'],
    [deployment.marketplace, 'Marketplace'],
    [deployment.collectionImplementation, 'Collection'],
  ] as const) {
    const code = (await client().getCode({ address }))!
    // changes one byte in the middle
    const at = 2 + 2 * 3000
    const other = `${code.slice(0, at)}${code.slice(at, at + 2) === '00' ? '01' : '00'}${code.slice(at + 2)}` as Hex
    await client().setCode({ address, bytecode: other })
    await expect(deployContracts(options())).rejects.toThrow(`is not the ${name} that is built`)
    await client().setCode({ address, bytecode: code })
  }
  expect(await sent()).toBe(before)
})

test('rejects a fake token', async () => {
  await start(84532)
  await expect(deployContracts(options())).rejects.toThrow('is not USDC of 6 decimals on Base Sepolia')
  await putToken(USDC, 'USDbC')
  await expect(deployContracts(options())).rejects.toThrow('is not USDC of 6 decimals on Base Sepolia')
  await putToken(USDC, 'USDC')
  const bridged = options().tokens.map((token) => ({ ...token, remote: token.symbol === 'USDC' ? TREASURY : undefined }))
  await expect(deployContracts({ ...options(), tokens: bridged })).rejects.toThrow(`is not the bridged ${TREASURY}`)
  expect(await sent()).toBe(0)
})

test('rejects a run with another treasury or other contracts; owner and admin can be changed until an owner has accepted', async () => {
  await start(84532)
  await putToken(USDC, 'USDC')
  let previous: Progress | undefined
  const saveProgress = (progress: Progress) => {
    previous = structuredClone(progress)
  }
  const { deployment } = await deployContracts({ ...options(), saveProgress })
  await expect(deployContracts({ ...options(), previous, treasury: ADMIN })).rejects.toThrow(`begun with treasury ${TREASURY}`)
  const rebuilt = { ...previous!, contracts: { ...previous!.contracts, orderBook: ADMIN } }
  await expect(deployContracts({ ...options(), previous: rebuilt })).rejects.toThrow('the OrderBook that is built now is not')

  const other = getAddress('0x0000000000000000000000000000000000000b0b')
  const another = getAddress('0x0000000000000000000000000000000000000ad3')
  const changed = { ...options(), owner: other, admin: another, saveProgress }
  const { awaited } = await deployContracts({ ...changed, previous })
  expect(awaited).toHaveLength(3)
  const data = encodeFunctionData({ abi: adminAbi, functionName: 'acceptOwnership' })
  await expect(client().call({ account: OWNER, to: deployment.platform, data })).rejects.toThrow()
  await acceptOwnershipOfAll(deployment, other)
  await expect(deployContracts({ ...options(), previous, saveProgress })).rejects.toThrow(`belongs to ${other} already`)
  await expect(deployContracts({ ...changed, previous, admin: ADMIN })).rejects.toThrow(`only that can make ${ADMIN} an admin`)
  expect((await deployContracts({ ...changed, previous })).awaited).toEqual([])
  expect(await owners(deployment)).toEqual([other, other, other])
  expect(await hasAdmin(deployment, another)).toEqual([true, true, true])
  for (const former of [ADMIN, DEPLOYER]) expect(await hasAdmin(deployment, former)).toEqual([false, false, false])
})

test('deploys everything with test money on the local chain, and reuses what exists', async () => {
  await start(31337)
  const rich = getAddress('0x0000000000000000000000000000000000000a11')
  const local = { rpcUrl: node.url, treasury: TREASURY, owner: OWNER, admin: ADMIN, mintTo: [rich] }
  const deployment = await deployLocal(local)
  expect(await owners(deployment)).toEqual([OWNER, OWNER, OWNER])
  expect(await hasAdmin(deployment, ADMIN)).toEqual([true, true, true])
  const [usdc, usdt, eth] = deployment.tokens
  expect(deployment.tokens.map(({ symbol }) => symbol)).toEqual(['USDC', 'USDT', 'ETH'])
  expect(eth!.address).toBe(zeroAddress)
  const tokenAbi = parseAbi(['function balanceOf(address) view returns (uint256)', 'function isPayableToken(address) view returns (bool)'])
  const balance = (address: Address, who: Address) =>
    client().readContract({ address, abi: tokenAbi, functionName: 'balanceOf', args: [who] })
  expect(await balance(usdc!.address, rich)).toBe(1_000_000_000_000n)
  expect(await balance(usdt!.address, rich)).toBe(1_000_000_000_000n)
  for (const address of [deployment.orderBook, deployment.platform, deployment.marketplace])
    for (const token of deployment.tokens)
      expect(await client().readContract({ address, abi: tokenAbi, functionName: 'isPayableToken', args: [token.address] })).toBe(true)

  const head = await client().getBlockNumber()
  expect(await deployLocal({ ...local, previous: deployment })).toEqual(deployment)
  expect(await client().getBlockNumber()).toBe(head)
  const poor = getAddress('0x0000000000000000000000000000000000000b16')
  await deployLocal({ ...local, mintTo: [rich, poor, poor], previous: deployment })
  expect(await client().getBlockNumber()).toBe(head + 2n)
  expect(await balance(usdc!.address, poor)).toBe(1_000_000_000_000n)

  // Test money of an older build is replaced, together with the contracts that accept it.
  await client().setCode({ address: usdt!.address, bytecode: '0x00' })
  const renewed = await deployLocal({ ...local, previous: deployment })
  expect(renewed.startBlock).toBe(Number(head) + 4)
  expect(renewed.orderBook).not.toBe(deployment.orderBook)
  expect(renewed.tokens[1]!.address).not.toBe(usdt!.address)
  expect(toHex(await balance(renewed.tokens[1]!.address, rich))).toBe(toHex(1_000_000_000_000n))
})

test('the local deployment rejects a chain other than 31337', async () => {
  await start(8453)
  await expect(deployLocal({ rpcUrl: node.url, treasury: TREASURY, owner: OWNER, admin: ADMIN, mintTo: [] })).rejects.toThrow(
    'chain 31337 only',
  )
})

test('the script deploys to the local chain once, and does not change addresses.ts', async () => {
  await start(31337)
  const args = ['--chain', 'local', '--rpc', node.url, '--record', dir, '--password-fd', '3', '--owner', OWNER, '--treasury', TREASURY]
  expect(await outcome(script(args))).toMatchObject({ code: 0 })
  const file = readFileSync(join(dir, 'deployment.json'), 'utf8')
  expect(JSON.parse(file)).toMatchObject({ chainId: 31337 })
  expect(await written()).toEqual({})
  const before = await sent()
  expect(await outcome(script(args))).toMatchObject({ code: 0 })
  expect(await sent()).toBe(before)
  expect(readFileSync(join(dir, 'deployment.json'), 'utf8')).toBe(file)
})
