import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { opaqueId } from '../shared/ids.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { ask, getReviewPage } from './order-calls.testing.ts'
import { selectReviewPage } from './review-rows.ts'
import { reviews } from './review-tables.ts'
import { db, insertOrder, publish, testEnv } from './testing.ts'

let seller: TestUser
let buyer: TestUser
let serviceId: number
beforeEach(async () => {
  seller = await signedIn(testEnv, { name: 'Aiko Mori' })
  buyer = await signedIn(testEnv, { name: 'Ben Carter' })
  serviceId = await publish(seller)
})

const page = (query = '') => getReviewPage(serviceId, query)

describe('the reviews of a service', () => {
  /** Writes visible reviews of the service by one buyer, a minute apart. */
  async function fill(ratings: number[]) {
    const rows = ratings.map((rating, i) => ({
      id: opaqueId(),
      orderId: opaqueId(),
      side: 'buyer',
      authorId: buyer.id,
      subjectId: seller.id,
      serviceId,
      rating,
      text: `${i}`,
      createdAt: i,
      visibleAt: 1_700_000_000 + i * 60,
    }))
    await db.insert(reviews).values(rows)
    await db.update(reviews).set({ visible: true }).where(eq(reviews.serviceId, serviceId))
  }
  const readAll = async (sort: string) => {
    const pages = [await page(`&sort=${sort}`)]
    while (pages.at(-1)!.next) pages.push(await page(`&sort=${sort}&cursor=${pages.at(-1)!.next}`))
    return {
      sizes: pages.map(({ reviews: list }) => list.length),
      texts: pages.flatMap((one) => one.reviews.map(({ review }) => Number(review))),
    }
  }

  it('come in pages of ten, newest or best first, each once', async () => {
    const ratings = Array.from({ length: 23 }, (_, i) => [5, 2, 4][i % 3]!)
    await fill(ratings)
    const newest = Array.from({ length: 23 }, (_, i) => 22 - i)
    expect(await readAll('newest')).toEqual({ sizes: [10, 10, 3], texts: newest })
    expect((await readAll('best')).texts).toEqual(newest.toSorted((a, b) => ratings[b]! - ratings[a]! || b - a))
    expect((await page()).summary).toEqual({ mean: 3.65, count: 23, stars: [0, 8, 0, 7, 8] })
  })

  it('have a summary even on a page without reviews', async () => {
    const none = { mean: null, count: 0, stars: [0, 0, 0, 0, 0] }
    expect(await page()).toEqual({ reviews: [], summary: none, next: null })
    await fill([4, 5])
    expect(await page('&cursor=1.0.aaaaaaaaaaaaaaaaaaaaaa')).toEqual({
      reviews: [],
      summary: { mean: 4.5, count: 2, stars: [0, 0, 0, 1, 1] },
      next: null,
    })
  })

  it('are the same for POST and for GET', async () => {
    await fill([4])
    const [byPost, byGet] = [await ask('POST', 'getReviewsByServiceId', undefined, { id: serviceId }), await page()]
    expect(await byPost.json()).toEqual(byGet)
    const posted = await ask('POST', 'getReviews', buyer, { ids: [await insertOrder(buyer, seller, { serviceId })] })
    expect(await posted.json()).toEqual({ reviews: [] })
  })

  it.each(['id=0', 'id=x', 'id=1&sort=worst', 'id=1&cursor=5', 'id=1&cursor=9.1.aaaaaaaaaaaaaaaaaaaaaa'])(
    'refuse the query %s',
    async (query) => {
      expect(await codeOf(await ask('GET', `getReviewsByServiceId?${query}`))).toBe('invalid_body')
    },
  )

  const cursor = `4.1700000000.${'a'.repeat(22)}`
  it.each([
    ['reviews_service', ['service', 7], { sort: 'newest' }],
    ['reviews_service', ['service', 7], { sort: 'newest', cursor }],
    ['reviews_service_best', ['service', 7], { sort: 'best' }],
    ['reviews_service_best', ['service', 7], { sort: 'best', cursor }],
    ['reviews_subject', ['seller', 7], { sort: 'newest' }],
    ['reviews_subject', ['buyer', 7], { sort: 'newest', cursor }],
  ] as const)('are read in order through the index %s: %j, %j', async (index, [rated, id], query) => {
    const statement = selectReviewPage(db, [rated, id], query).getSQL()
    const rows = await db.all<{ detail: string }>(sql`explain query plan ${statement}`)
    const plan = rows.map(({ detail }) => detail).join('\n')
    expect(plan).toContain(`INDEX ${index} (`)
    expect(plan).not.toContain('TEMP B-TREE')
  })
})
