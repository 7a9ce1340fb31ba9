// Deploys all contracts to Base, to Base Sepolia or to a local chain, in as many runs as needed. Without options, `npm run
// contracts:deploy` prints the usage. The deployer's key comes only from an encrypted keystore file, its password from the terminal or a
// file descriptor. Sent transactions are recorded in contracts/deployments/<chain id>.json, which must be committed like the addresses.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type Address, type Chain, defineChain, getAddress, isAddress, type LocalAccount, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { addresses, Deployment } from '../addresses.ts'
import { isRecorded } from './build-record.ts'
import { deployContracts, type Progress, type TokenToTake } from './deploy-contracts.ts'
import { localChain, testMoney } from './deploy-local.ts'
import { root } from './forge.ts'
import { unlock } from './keystore.ts'

const usage = `npm run contracts:deploy -- --chain base|base-sepolia|local --keystore FILE --owner 0x… --treasury 0x…

  --keystore FILE     the deployer's key, as geth or "cast wallet new" writes it (Web3 Secret Storage, version 3)
  --owner 0x…         the future owner of the contracts, a Safe; it has to accept
  --admin 0x…         the first admin (decides disputes, pauses, enables creators); the owner adds others later
  --treasury 0x…      the receiver of fees
  --rpc URL           a node of the chain; default: the chain's public one
  --password-fd N     read the keystore's password from this file descriptor, not from the terminal
  --record FOLDER     folder for the journal and addresses; default: contracts/, or .local/ for the local chain

Run it again to continue, or to check whether the owner has accepted; then --owner, --admin and --treasury are optional.`

/** Defined here because viem's list of all chains takes a second to load. */
const baseChain = (id: number, name: string, node: string): Chain =>
  defineChain({ ...localChain, id, name, rpcUrls: { default: { http: [node] } } })

const eth: TokenToTake = { symbol: 'ETH', address: zeroAddress, decimals: 18, signatures: [] }

/**
 * The payable tokens. USDC is Circle's. Tether issues no USDT on Base, so USDT is the standard bridge's representation of the one on
 * Ethereum. That contract is older than the bridge's support of permits (ethereum-optimism/optimism#11868) and cannot be upgraded, so it
 * takes no signatures; USDC (FiatToken 2.2) takes both.
 */
const chains: Record<string, { chain: Chain; tokens: TokenToTake[] }> = {
  base: {
    chain: baseChain(8453, 'Base', 'https://mainnet.base.org'),
    tokens: [
      { symbol: 'USDC', address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6, signatures: ['authorization', 'permit'] },
      {
        symbol: 'USDT',
        address: '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2',
        decimals: 6,
        signatures: [],
        remote: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      },
      eth,
    ],
  },
  'base-sepolia': {
    chain: baseChain(84532, 'Base Sepolia', 'https://sepolia.base.org'),
    tokens: [
      { symbol: 'USDC', address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', decimals: 6, signatures: ['authorization', 'permit'] },
      eth,
    ],
  },
  local: { chain: localChain, tokens: [] },
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

function addressOf(option: string, value: string | undefined): Address {
  if (value && isAddress(value)) return getAddress(value)
  throw new Error(value ? `${option} ${value} is not an address` : `${option} is missing\n\n${usage}`)
}

/** Reads a line from the terminal without echo. */
function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process
  if (!stdin.isTTY) throw new Error('there is no terminal to ask for the password: give --password-fd')
  stderr.write(question)
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  return new Promise((resolve, reject) => {
    let typed = ''
    const end = () => {
      stdin.off('data', take)
      stdin.setRawMode(false)
      stdin.pause()
      stderr.write('\n')
    }
    const take = (text: string) => {
      for (const key of text) {
        if (key === '\r' || key === '\n') {
          end()
          return resolve(typed)
        }
        if (key === '\u0003' || key === '\u0004') {
          end()
          return reject(new Error('given up'))
        }
        typed = key === '\u007f' || key === '\b' ? [...typed].slice(0, -1).join('') : typed + key
      }
    }
    stdin.on('data', take)
  })
}

async function openKeystore(file: string, passwordFd: string | undefined): Promise<LocalAccount> {
  const text = readFileSync(file, 'utf8')
  const password =
    passwordFd === undefined ? await askHidden(`Password of ${file}: `) : readFileSync(Number(passwordFd), 'utf8').replace(/\r?\n$/, '')
  return privateKeyToAccount(unlock(text, password))
}

/** Replaces a file atomically: after a crash it has the old or the new content. */
function writeSafely(file: string, text: string): void {
  const fresh = `${file}.new`
  const handle = openSync(fresh, 'w')
  writeSync(handle, text)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(fresh, file)
}

/** A TypeScript literal in the formatter's style: objects on their own lines, items of lists on one line each. */
function literal(value: unknown, indent = '', flat = false): string {
  if (typeof value === 'string') return `'${value}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  if (Array.isArray(value) && flat) return `[${value.map((each) => literal(each, inner, true)).join(', ')}]`
  if (Array.isArray(value)) return `[\n${value.map((each) => `${inner}${literal(each, inner, true)},\n`).join('')}${indent}]`
  const fields = Object.entries(value).map(([key, each]) => `${key}: ${literal(each, inner, flat)}`)
  return flat ? `{ ${fields.join(', ')} }` : `{\n${fields.map((field) => `${inner}${field},\n`).join('')}${indent}}`
}

/** Adds a deployment to addresses.ts, beside those of other chains; returns whether the file changed. */
async function writeAddresses(file: string, deployment: Deployment): Promise<boolean> {
  const text = readFileSync(file, 'utf8')
  const known = ((await import(pathToFileURL(file).href)) as { addresses: typeof addresses }).addresses
  const head = 'export const addresses: Record<number, Deployment> = '
  const all = { ...known, [deployment.chainId]: deployment }
  const fresh = `${text.slice(0, text.indexOf(head))}${head}${literal(all)}\n`
  if (fresh !== text) writeSafely(file, fresh)
  return fresh !== text
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      chain: { type: 'string' },
      keystore: { type: 'string' },
      owner: { type: 'string' },
      admin: { type: 'string' },
      treasury: { type: 'string' },
      rpc: { type: 'string' },
      'password-fd': { type: 'string' },
      record: { type: 'string' },
    },
  })
  const target = chains[values.chain ?? '']
  if (!target || !values.keystore) throw new Error(`--chain and --keystore are needed\n\n${usage}`)
  const { chain } = target
  const isLocal = chain.id === localChain.id
  if (!isLocal && !isRecorded()) throw new Error('contracts/abi is not the build of contracts/src: run npm run contracts:build')
  const folder = resolve(root, values.record ?? (isLocal ? (process.env.WARREN_LOCAL_DIR ?? '.local') : 'contracts'))
  const journal = join(folder, 'deployments', `${chain.id}.json`)
  const previous: Progress | undefined = existsSync(journal) ? JSON.parse(readFileSync(journal, 'utf8')) : undefined
  const owner = addressOf('--owner', values.owner ?? previous?.owner)
  const named = values.admin ?? previous?.admin
  const admin = named === undefined ? undefined : addressOf('--admin', named)
  const treasury = addressOf('--treasury', values.treasury ?? previous?.treasury)
  const rpcUrl = values.rpc ?? chain.rpcUrls.default.http[0]!

  const deployer = await openKeystore(values.keystore, values['password-fd'])
  print(`${chain.name} (${chain.id}), deployer ${deployer.address}, owner ${owner}, admin ${admin ?? 'none'}, treasury ${treasury}`)
  const localFile = join(folder, 'deployment.json')
  const localTokens = isLocal && existsSync(localFile) ? (JSON.parse(readFileSync(localFile, 'utf8')) as Deployment).tokens : []
  const tokens = isLocal ? await testMoney(rpcUrl, deployer, localTokens) : target.tokens
  mkdirSync(join(folder, 'deployments'), { recursive: true })
  const { deployment, awaited } = await deployContracts({
    rpcUrl,
    chain,
    deployer,
    treasury,
    owner,
    admin,
    tokens,
    previous,
    saveProgress: (progress) => writeSafely(journal, `${JSON.stringify(progress, null, 2)}\n`),
    log: (line) => print(`  ${line}`),
  })
  for (const [what, value] of Object.entries(deployment)) if (typeof value === 'string') print(`  ${what.padEnd(24)} ${value}`)

  if (isLocal) writeSafely(localFile, JSON.stringify(deployment, null, 2))
  else if (await writeAddresses(join(folder, 'addresses.ts'), deployment)) print(`Written to ${join(folder, 'addresses.ts')}: commit it.`)
  if (awaited.length === 0) return print(`Done: everything belongs to ${owner}.`)
  print(`Waiting for ${owner}. It must call acceptOwnership() on each of these contracts; until then the deployer owns them:`)
  for (const { contract, address, data } of awaited) print(`  ${contract.padEnd(12)} to ${address}, data ${data}, value 0`)
}

await main().catch((error: Error) => {
  process.stderr.write(`The deployment failed or is incomplete: ${error.message}\n`)
  process.exitCode = 1
})
