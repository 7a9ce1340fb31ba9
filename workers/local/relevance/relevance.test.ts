import { beforeAll, describe, expect, it } from 'vitest'
import { database } from '../../shared/db.ts'
import { testDatabase } from '../world/test-database.ts'
import { type JudgedQuery, judgedQueries, ndcg, searchJudged, storeJudged } from './judged.ts'

describe('ndcg', () => {
  it.each([
    [['a', 'b'], { a: 3, b: 1 }, 1],
    [['b', 'a'], { a: 3, b: 1 }, 0.71],
    [['x', 'y'], { a: 3 }, 0],
    [[], {}, 1],
    [['x'], {}, 0],
  ] as [string[], Record<string, number>, number][])('of %j with grades %j is %d', (keys, grades, expected) =>
    expect(ndcg(keys, grades)).toBeCloseTo(expected, 2),
  )
})

describe('the ranking', () => {
  let results: { judged: JudgedQuery; keys: string[]; value: number }[]

  beforeAll(async () => {
    const db = database({ DATABASE_URL: await testDatabase() })
    const keys = await storeJudged(db)
    results = await Promise.all(
      judgedQueries.map(async (judged) => {
        const found = (await searchJudged(db, judged)).map((id) => keys.get(id)!)
        return { judged, keys: found, value: ndcg(found, judged.grades) }
      }),
    )
  })

  it.each([
    ['tune', 'en', 0.88],
    ['tune', 'ja', 0.88],
    ['report', 'en', 0.84],
    ['report', 'ja', 0.85],
  ])('has at least the recorded mean nDCG@10 on the judged searches for %s in %s: %d', (use, lang, least) => {
    const some = results.filter(({ judged }) => judged.use === use && judged.lang === lang)
    expect(some.length).toBeGreaterThanOrEqual(40)
    expect(some.reduce((sum, { value }) => sum + value, 0) / some.length).toBeGreaterThanOrEqual(least)
  })

  it('finds something for at least 95 % of the searches for which something is to be found', () => {
    const answerable = results.filter(({ judged }) => judged.use === 'report' && Object.keys(judged.grades).length)
    const empty = answerable.filter(({ keys }) => !keys.length)
    expect(empty.length / answerable.length).toBeLessThanOrEqual(0.05)
  })
})
