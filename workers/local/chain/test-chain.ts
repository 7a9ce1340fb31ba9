import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAnvil } from '../../../contracts/script/anvil.ts'
import { deployLocal, type LocalDeployment } from '../../../contracts/script/deploy-local.ts'

/** The treasury, owner and admin of the test contracts; all can be impersonated. */
const TREASURY = '0x000000000000000000000000000000000000fee5'
const OWNER = '0x0000000000000000000000000000000000000bed'
export const ADMIN = '0x00000000000000000000000000000000000ad313'
/** The account that deployed the test money and may mint more. */
export const MINTER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** Starts a new chain with the contracts and test money, in a process that ends with this one or with `stop`. */
export async function testChain(): Promise<{ url: string; deployment: LocalDeployment; stop: () => void }> {
  const dir = mkdtempSync(join(tmpdir(), 'warren-chain-'))
  const node = await startAnvil({ genesis: Math.floor(Date.now() / 1000) - 60, cache: dir })
  const stop = () => {
    node.process.kill('SIGKILL')
    rmSync(dir, { recursive: true, force: true })
  }
  process.once('exit', stop)
  node.process.unref()
  ;(node.process.stdout as Socket | null)?.unref()
  const deployment = await deployLocal({ rpcUrl: node.url, treasury: TREASURY, owner: OWNER, admin: ADMIN, mintTo: [] })
  return { url: node.url, deployment, stop }
}
