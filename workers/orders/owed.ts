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
import type { OwedPayment } from './orders.schema.ts'

/** The payments that could not be pushed to the viewer's linked wallets. The contract is asked on every call, in one batch. */
export const owedRoutes = new Hono<{ Bindings: OrdersEnv; Variables: AreaVariables }>().get('/getOwed', requireUser, async (c) => {
  const { orderBook: contract, tokens } = deployment(c.env)
  // A user has at most ten wallets.
  const linked = await database(c.env)
    .select({ wallet: accounts.address })
    .from(accounts)
    .where(eq(accounts.userId, c.var.user.id))
    .orderBy(accounts.linkedAt)
  const asked = linked.flatMap(({ wallet }) => tokens.map((token) => ({ wallet: wallet as Hex, token: token.address })))
  const calls = asked.map(({ wallet, token }) => {
    const data = encodeFunctionData({ abi: orderBookAbi, functionName: 'owed', args: [token, wallet] })
    return ['eth_call', { to: contract, data }, 'latest'] as const
  })
  // The node provider charges per call, so each read counts against the limit.
  await countMore(c, calls.length - 1)
  const answers = calls.length ? await rpc<Hex[]>(c.env, ...calls) : []
  const owed: OwedPayment[] = asked.map(({ wallet, token }, i) => {
    const amount = decodeFunctionResult({ abi: orderBookAbi, functionName: 'owed', data: answers[i]! })
    return { contract, wallet, token, amount: String(amount) }
  })
  return c.json({ owed: owed.filter(({ amount }) => amount !== '0') })
})
