import { desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { follows } from '../auth/tables.ts'
import { opaqueId } from '../shared/ids.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { creators } from './creator-tables.ts'
import { createPage } from './folios.testing.ts'
import { NEWS_A_DAY, recentCreators, selectFollowing, selectNews } from './post-feeds.ts'
import { posts } from './post-tables.ts'
import { block, feedOf, savedPost, setRemoved, suspend } from './posts.testing.ts'
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

  it('shows neither drafts nor hidden posts, nor those of removed, blocked and, to all, of suspended creators', async () => {
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
    await suspend(shown.user)
    expect(await pidsOf('news')).toHaveLength(1)
    expect(await pidsOf('following', viewer)).toEqual([pid])
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
      // Some are published in the same second, and few on the same day.
      publishedAt: 1000 + Math.floor(i / 2) * 30_000,
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

describe('the feed of all creators', () => {
  it(`has the newest ${NEWS_A_DAY} posts of a creator and day, so that nobody fills it alone`, async () => {
    const [busy, quiet] = await Promise.all([createPage(), createPage()])
    const day = 86_400
    const add = async (owner: TestUser, publishedAt: number, over: object = {}) => {
      const id = opaqueId()
      const row = { version: 1, draft: false, content: 'x', link: '', createdAt: 1, ...over }
      await db.insert(posts).values({ ...row, id, userId: owner.id, publishedAt })
      return id
    }
    const old = await add(quiet.user, 9 * day)
    const evening = await add(busy.user, 10 * day - 1)
    const flood: string[] = []
    for (let i = 0; i < 30; i++) flood.push(await add(busy.user, 10 * day + i))
    await add(busy.user, 10 * day + 40, { hiddenAt: 5 })
    await add(busy.user, 10 * day + 41, { draft: true })
    const first = await feedOf('news')
    expect(first.posts.map(({ pid }) => pid)).toEqual([...flood.toReversed().slice(0, NEWS_A_DAY), evening, old])
    expect(first.next).toBeNull()
    // A follower sees all of them.
    const viewer = await signedIn(testEnv)
    await follow(viewer, [busy.user.id])
    expect(await pidsOf('following', viewer)).toEqual(flood.toReversed().slice(0, 10))
  })
})

describe('the statements of the feeds', () => {
  const planOf = async (query: { getSQL: () => SQL }) =>
    (await db.all<{ detail: string }>(sql`explain query plan ${query.getSQL()}`)).map(({ detail }) => detail)
  const ofPosts = (plan: string[]) =>
    plan.filter((step) => /^(SEARCH|SCAN) (posts|p|q|r|k|creators|f USING COVERING)\b|FOR ORDER BY$/.test(step))

  it('read posts by indexes only, and sort none but those of the page', async () => {
    const newestOf = 'SEARCH p USING INDEX posts_of_creator (user_id=? AND published_at<?)'
    const sorted = 'USE TEMP B-TREE FOR ORDER BY'
    expect(ofPosts(await planOf(selectFollowing(db, 7, PLACE)))).toEqual([
      'SEARCH posts USING INTEGER PRIMARY KEY (rowid=?)',
      // The creators, and the newest post of each.
      expect.stringContaining('SEARCH f USING COVERING INDEX'),
      'SEARCH k USING INTEGER PRIMARY KEY (rowid=?)',
      ...[newestOf, newestOf, sorted],
      // At most eleven posts of eleven creators.
      ...['SCAN r', 'SEARCH q USING INTEGER PRIMARY KEY (rowid=?)', newestOf, sorted],
      ...['SEARCH creators USING INTEGER PRIMARY KEY (rowid=?)', sorted],
    ])
    expect(ofPosts(await planOf(selectNews(db, 7, PLACE)))).toEqual([
      'SEARCH posts USING INDEX posts_shown (published_at<?)',
      // The newer ones of the same creator and day.
      'SEARCH p USING INDEX posts_of_creator (user_id=? AND published_at>? AND published_at<?)',
      'SEARCH creators USING INTEGER PRIMARY KEY (rowid=?)',
    ])
  })

  it('read posts of no more creators than a page has posts, and find the newest of all', async () => {
    const first = 50_000_000
    const ids = Array.from({ length: 40 }, (_, i) => first + i)
    await db.insert(creators).values(ids.map((userId) => ({ userId, name: newName(), wallet: newWallet(), since: 1 })))
    try {
      // Each creator has three posts. The first creators have the oldest.
      const rows = ids.flatMap((userId, i) =>
        [0, 15, 30].map((later) => ({ userId, id: opaqueId(), publishedAt: 1000 + i + later, ...{ version: 1, draft: false } })),
      )
      await db.insert(posts).values(rows.map((row) => ({ ...row, content: 'x', link: '', createdAt: 1 })))
      const viewer = await signedIn(testEnv)
      await follow(viewer, ids)
      const read = await db.all<{ user_id: number }>(recentCreators(viewer.id, PLACE))
      expect(read.map(({ user_id: id }) => id)).toEqual(ids.toReversed().slice(0, 11))
      const stored = await db.select({ id: posts.id }).from(posts).orderBy(desc(posts.publishedAt), desc(posts.seq))
      expect((await selectFollowing(db, viewer.id, PLACE)).map(({ id }) => id)).toEqual(stored.slice(0, 11).map(({ id }) => id))
    } finally {
      await db.delete(creators).where(inArray(creators.userId, ids))
      await db.delete(posts)
    }
  })
})
