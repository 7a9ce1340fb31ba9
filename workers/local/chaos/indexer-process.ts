// A process that runs the indexer and issues invoices without a pause, for the chaos test, which kills it. Its environment names the
// database, the endpoints and the contracts.
import { poll } from '../../indexer/index.ts'
import { indexing } from '../../orders/indexing.ts'
import { issueInvoices } from '../../orders/issue-invoices.ts'
import { database } from '../../shared/db.ts'

const { DATABASE_URL, RPC_URL, LOCAL_DEPLOYMENT } = process.env as Record<string, string>
const env = { ENV: 'local', CHAIN_ID: '31337', LOCAL_DEPLOYMENT: LOCAL_DEPLOYMENT!, DATABASE_URL: DATABASE_URL! } as const
const orders = indexing(env)

process.once('disconnect', () => process.exit())
process.send?.('ready')
for (;;) {
  await poll({ RPC_URL: RPC_URL!, ORDERS: orders }, { ms: 5000 }).catch(() => {})
  await issueInvoices(database(env)).catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, 20))
}
