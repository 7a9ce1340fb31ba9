import { and, eq, sql } from 'drizzle-orm'
import { decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import { collectionAbi } from '../../contracts/abi/Collection.ts'
import { database } from '../shared/db.ts'
import { type RawBlock, rpc } from '../shared/rpc.ts'
import { unreadContents } from './content-tables.ts'
import type { NftEnv } from './env.ts'
import { tokens } from './tables.ts'

/** Tokens read at once: an endpoint may refuse a larger batch. */
const BATCH = 25
/** The most batches in one run. The next run continues. */
const MAX_BATCHES = 40

const CONTENT_OF = { abi: collectionAbi, functionName: 'contentOf' } as const
const NONE = `0x${'0'.repeat(64)}`

/** Reads the contents of minted tokens from their contracts until none is left, at most a thousand. Returns how many were read. */
export async function readContents(env: NftEnv): Promise<number> {
  let count = 0
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const read = await readSome(env)
    count += read
    if (read < BATCH) break
  }
  return count
}

async function readSome(env: NftEnv): Promise<number> {
  const db = database(env)
  const unread = await db
    .select({ chainId: tokens.chainId, collection: tokens.collection, tokenId: tokens.tokenId, mintBlock: tokens.mintBlock })
    .from(unreadContents)
    .innerJoin(
      tokens,
      and(
        eq(tokens.chainId, unreadContents.chainId),
        eq(tokens.collection, unreadContents.collection),
        eq(tokens.tokenId, unreadContents.tokenId),
      ),
    )
    // Those that cannot be read now do not hold up the others.
    .orderBy(sql`random()`)
    .limit(BATCH)
  if (!unread.length) return 0
  const blocks = [...new Set(unread.map(({ mintBlock }) => mintBlock))]
  // One endpoint answers all calls of a batch. A block that it does not have was replaced, or it is behind.
  const answers = await rpc<(RawBlock | Hex | null)[]>(
    env,
    ...blocks.map((hash) => ['eth_getBlockByHash', hash, false] as const),
    ...unread.map(
      ({ collection, tokenId }) =>
        ['eth_call', { to: collection, data: encodeFunctionData({ ...CONTENT_OF, args: [BigInt(tokenId)] }) }, 'latest'] as const,
    ),
  )
  const known = new Set(blocks.filter((_, i) => answers[i] !== null))
  const rows = unread
    .map((token, i) => ({ ...token, content: decodeFunctionResult({ ...CONTENT_OF, data: answers[blocks.length + i] as Hex }) }))
    .filter(({ mintBlock, content }) => known.has(mintBlock) && content !== NONE)
  if (!rows.length) return 0
  const json = JSON.stringify(rows)
  await db.batch([
    db.run(sql`insert into nft_contents (chain_id, collection, token_id, mint_block, content)
      select value ->> '$.chainId', value ->> '$.collection', value ->> '$.tokenId', value ->> '$.mintBlock', value ->> '$.content'
      from json_each(${json}) where true
      on conflict (chain_id, collection, token_id) do update set mint_block = excluded.mint_block, content = excluded.content`),
    db.run(sql`delete from nft_unread_contents where (chain_id, collection, token_id) in
      (select value ->> '$.chainId', value ->> '$.collection', value ->> '$.tokenId' from json_each(${json}))`),
  ])
  return rows.length
}
