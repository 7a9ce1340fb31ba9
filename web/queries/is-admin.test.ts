import { QueryClient } from '@tanstack/react-query'
import { type Address, decodeFunctionData, type Hex } from 'viem'
import { beforeEach, expect, it, vi } from 'vitest'
import { orderBookAbi } from '../../contracts/abi/OrderBook.ts'

const ORDER_BOOK = `0x${'cc'.repeat(20)}`
const [ADMIN, OTHER] = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'] as const
const word = (value: number) => `0x${String(value).padStart(64, '0')}`

interface Call {
  method: string
  params: [{ to: Address; data: Hex }, string]
}
const $post = vi.fn(async ({ json }: { json: Call[] }) =>
  Response.json(
    json.map(({ params: [{ data }] }) => {
      const { functionName, args } = decodeFunctionData({ abi: orderBookAbi, data })
      return { result: word(functionName === 'hasAdmin' && args[0] === ADMIN ? 1 : 0) }
    }),
  ),
)
vi.mock('../lib/api.ts', () => ({ orders: { rpc: { $post } } }))
vi.mock('../lib/page-data.ts', () => ({ config: () => ({ orderBook: ORDER_BOOK }) }))
const { isAdminQuery } = await import('./is-admin.ts')

beforeEach(() => void $post.mockClear())
const ask = (...accounts: string[]) => new QueryClient().fetchQuery(isAdminQuery(accounts))

it('asks the OrderBook about every linked wallet in one request', async () => {
  expect(await ask(OTHER, ADMIN)).toBe(true)
  expect(await ask(OTHER)).toBe(false)
  expect($post).toHaveBeenCalledTimes(2)
  const [first] = $post.mock.calls[0]![0].json
  expect([first!.method, first!.params[0].to, first!.params[1]]).toEqual(['eth_call', ORDER_BOOK, 'latest'])
})

it('counts a wallet that the chain cannot answer about as no admin', async () => {
  $post.mockResolvedValueOnce(Response.json([{ error: { code: -32000 } }]))
  expect(await ask(ADMIN)).toBe(false)
})

it('does not ask again while the page is open', async () => {
  const client = new QueryClient()
  await client.fetchQuery(isAdminQuery([ADMIN]))
  await client.fetchQuery(isAdminQuery([ADMIN]))
  expect($post).toHaveBeenCalledOnce()
})
