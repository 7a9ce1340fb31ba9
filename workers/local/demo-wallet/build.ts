import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { DEMO_ACCOUNTS, type DemoAccount } from './accounts.ts'

interface Options {
  /** JSON-RPC of the local chain, as the page reaches it. */
  rpcUrl: string
  chainId?: number
  accounts?: DemoAccount[]
}

/** Bundles the demo wallets into one module script. Only the local world calls this; a production build never sees the file. */
export async function buildDemoWallets(outFile: string, { rpcUrl, chainId = 31337, accounts = DEMO_ACCOUNTS }: Options): Promise<void> {
  if (chainId !== 31337) throw new Error('demo wallets hold published keys and work on chain 31337 only')
  await build({
    entryPoints: [fileURLToPath(new URL('wallets.ts', import.meta.url))],
    outfile: outFile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    define: { DEMO_WORLD: JSON.stringify({ rpcUrl, chainId, accounts }) },
    logLevel: 'warning',
  })
}

if (import.meta.main) {
  const [outFile, rpcUrl] = process.argv.slice(2)
  if (!outFile || !rpcUrl) throw new Error('usage: build.ts <out file> <rpc url>')
  await buildDemoWallets(outFile, { rpcUrl })
}
