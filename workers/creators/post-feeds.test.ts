import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { follows } from '../auth/tables.ts'
import { opaqueId } from '../shared/ids.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { creators } from './creator-tables.ts'
import { createPage } from './folios.testing.ts'
import { selectFollowing, selectNews } from './post-feeds.ts'
import { posts } from './post-tables.ts'
import { block, feedOf, savedPost, setRemoved } from './posts.testing.ts'
import { ask, db, newName, newWallet, testEnv } from './testing.ts'

const PLACE = [2 ** 40, 0] as const
const follow = (user: TestUser, followees: number[]) =>
  db.insert(follows).values(followees.map((followeeId) => ({ followerId: user.id, followeeId, at: 1 })))
const pidsOf = async (feed: 'news' | 'following', as?: TestUser) => (await feedOf(feed, as)).posts.map(({ pid }) => pid)

beforeEach(async () => {
  await db.delete(posts)
})

describe('getPostFeed', () => {
  it('refuses the following feed for a guest, and an unknown feed', async () => {
    expect(await codeOf(await ask('GET', 'getPostFeed?feed=following'))).toBe('unauthorized')
    for (const query of ['', '?feed=trending', '?feed=news&before=7', '?feed=news&before=x.y'])
      expect(await codeOf(await ask('GET', `getPostFeed${query}`))).toBe('invalid_body')
  })

  it('shows neither drafts, nor hidden posts, nor posts of removed creators and of those whom the viewer has blocked', async () => {
    const [shown, hidden, removed, blocked] = await Promise.all([createPage(), createPage(), createPage(), createPage()])
    const viewer = await signedIn(testEnv)
    await follow(
      viewer,
      [shown, hidden, removed, blocked].map(({ user }) => user.id),
    )
    const { pid } = await savedPost(shown.user, shown.name)
    await savedPost(shown.user, shown.name, { draft: true })
    const { pid: hiddenPid } = await savedPost(hidden.user, hidden.name)
    await savedPost(removed.user, removed.name)
    await savedPost(blocked.user, blocked.name)
    await db.update(posts).set({ hiddenAt: 5 }).where(eq(posts.id, hiddenPid))
    await setRemoved(removed.user, 5)
    await block(viewer, blocked.user)
    for (const feed of ['news', 'following'] as const) expect(await pidsOf(feed, viewer)).toEqual([pid])
    expect(await pidsOf('news')).toHaveLength(2)
    expect(await pidsOf('following', shown.user)).toEqual([])
  })

  it('lists the posts of all, or of the followed creators, newest first, in pages', async () => {
    const [first, second, third] = await Promise.all([createPage(), createPage(), createPage()])
    const viewer = await signedIn(testEnv)
    await follow(viewer, [first.user.id, second.user.id])
    const row = { version: 1, draft: false, content: 'x', link: '', createdAt: 1 }
    const rows = Array.from({ length: 45 }, (_, i) => ({
      ...row,
      id: opaqueId(),
      userId: [first, second, third][i % 3]!.user.id,
      // Some are published in the same second.
      publishedAt: 1000 + Math.floor(i / 2),
    }))
    await db.insert(posts).values(rows)
    const newest = rows.toReversed()
    for (const [feed, expected] of [
      ['news', newest],
      ['following', newest.filter(({ userId }) => userId !== third.user.id)],
    ] as const) {
      const pids: string[] = []
      let next: string | null = null
      do {
        const page: Awaited<ReturnType<typeof feedOf>> = await feedOf(feed, viewer, next)
        pids.push(...page.posts.map(({ pid }) => pid))
        next = page.next
      } while (next !== null)
      expect(pids).toEqual(expected.map(({ id }) => id))
    }
  })
})

it('a page of the feeds reads few rows of a hundred thousand, by indexes, for a member who follows a thousand creators', async () => {
  const wallets = Array.from({ length: 1000 }, () => ({ name: newName(), wallet: newWallet(), since: 1 }))
  const first = 50_000_000
  const people = wallets.map((row, i) => ({ ...row, userId: first + i }))
  for (let i = 0; i < 1000; i += 100) await db.insert(creators).values(people.slice(i, i + 100))
  const ids = people.map(({ userId }) => userId)
  try {
    await db.run(sql`insert into posts (id, user_id, version, draft, content, link, created_at, published_at)
      with recursive n(i) as (select 0 union all select i + 1 from n where i < 99999)
      select 'feed-test-' || printf('%012d', i), ${first} + i % 1000, 1, 0, '<p>x</p>', '', 1, 1000 + i from n`)
    const [many, few] = [await signedIn(testEnv), await signedIn(testEnv)]
    await follow(many, ids)
    await follow(few, ids.slice(0, 10))
    const scans = /^SCAN (posts|p|n|q|creators|k|follows|f)\b/
    for (const [query, index] of [
      [selectFollowing(db, many.id, PLACE), null],
      [selectNews(db, many.id, PLACE), 'USING INDEX posts_shown'],
    ] as const) {
      const plan = (await db.all<{ detail: string }>(sql`explain query plan ${query.getSQL()}`)).map(({ detail }) => detail)
      expect(plan.filter((step) => scans.test(step) && !(index && step.includes(index)))).toEqual([])
    }
    // The posts of the few followed creators are the oldest of all.
    await db
      .update(posts)
      .set({ publishedAt: 1 })
      .where(inArray(posts.userId, ids.slice(0, 10)))
    const time = async (user: TestUser) => {
      const times: number[] = []
      for (let i = 0; i < 15; i++) {
        const start = performance.now()
        expect(await selectFollowing(db, user.id, PLACE)).toHaveLength(11)
        times.push(performance.now() - start)
      }
      return times.sort((a, b) => a - b)[7]!
    }
    const [small, large] = [await time(few), await time(many)]
    // A thousand look-ups take about ten milliseconds; reading all posts would take far longer.
    expect(large).toBeLessThan(small * 2 + 50)
  } finally {
    await db.delete(creators).where(inArray(creators.userId, ids))
    await db.delete(posts)
  }
})
