import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'
import type { AreaVariables } from '../shared/area-variables.ts'
import { deployment } from '../shared/chain.ts'
import { database } from '../shared/db.ts'
import { countMore } from '../shared/limits.ts'
import { rpc } from '../shared/rpc.ts'
import { requireUser } from '../shared/session.ts'
import { accounts } from '../shared/tables.ts'
import type { OrdersEnv } from './env.ts'
import { OWING_CONTRACTS, type OwedPayment } from './orders.schema.ts'

/** What each of the contracts could owe to each of the wallets; the amounts are read later. */
const possiblyOwed = (
  contracts: Pick<OwedPayment, 'by' | 'contract' | 'codeHash'>[],
  wallets: Hex[],
  tokens: Hex[],
): Omit<OwedPayment, 'amount'>[] =>
  contracts.flatMap((contract) => wallets.flatMap((wallet) => tokens.map((token) => ({ ...contract, wallet, token }))))

/** Reads the amounts from the chain, in one batch of requests. All contracts have the same function for it. */
async function readOwed(env: OrdersEnv, possible: ReturnType<typeof possiblyOwed>): Promise<OwedPayment[]> {
  if (!possible.length) return []
  const call = { abi: orderBookAbi, functionName: 'owed' } as const
  const requests = possible.map(({ contract, wallet, token }) => {
    const data = encodeFunctionData({ ...call, args: [token, wallet] })
    return ['eth_call', { to: contract, data }, 'latest'] as const
  })
  const answers = await rpc<Hex[]>(env, ...requests)
  const owed = possible.map((payment, i) => ({ ...payment, amount: String(decodeFunctionResult({ ...call, data: answers[i]! })) }))
  return owed.filter(({ amount }) => amount !== '0')
}

/** The payments that could not be pushed to the viewer's linked wallets. The contracts are asked on every call. */
export const owedRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>().get('/getOwed', requireUser, async (c) => {
  // A user has at most ten wallets.
  const linked = await database(c.env)
    .select({ wallet: accounts.address })
    .from(accounts)
    .where(eq(accounts.userId, c.var.user.id))
    .orderBy(accounts.linkedAt)
  const deployed = deployment(c.env)
  const possible = possiblyOwed(
    OWING_CONTRACTS.map((by) => ({ by, contract: deployed[by], codeHash: deployed[`${by}CodeHash`] })),
    linked.map(({ wallet }) => wallet as Hex),
    deployed.tokens.map(({ address }) => address),
  )
  // The node provider charges per call, so each read counts against the limit.
  await countMore(c, possible.length - 1)
  return c.json({ owed: await readOwed(c.env, possible) })
})
