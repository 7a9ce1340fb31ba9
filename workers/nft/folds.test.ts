import { type SQL, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { recomputeDirty } from './apply.ts'
import { db, deployed } from './testing.ts'

const planOf = async (statement: SQL) =>
  (await db.all<{ detail: string }>(sql`explain query plan ${statement}`)).map(({ detail }) => detail)

describe('the statements that compute NFTs again', () => {
  it('begin with what is dirty, and find everything else by an index of more than the chain', async () => {
    for (const statement of recomputeDirty(deployed)) {
      const plan = await planOf(statement)
      expect(plan.filter((step) => /^SCAN (?!d\b|dirty_nfts\b|ended\b|x\b)/.test(step))).toEqual([])
      expect(plan.filter((step) => /\(chain_id=\?\)/.test(step) && !/ d | dirty_nfts /.test(step))).toEqual([])
    }
  })
})
