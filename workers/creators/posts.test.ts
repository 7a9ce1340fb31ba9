import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { now, opaqueId } from '../shared/ids.ts'
import { profiles } from '../shared/tables.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { media } from '../uploads/tables.ts'
import { addFile, createPage } from './folios.testing.ts'
import { selectPage } from './post-rows.ts'
import { postComments, postLikes, postMedia, posts } from './post-tables.ts'
import { type DraftList, POST_LIMITS, type Post } from './posts.schema.ts'
import { block, commented, feedOf, getPost, getPosts, postOf, postsOf, savedPost, savePost, setRemoved } from './posts.testing.ts'
import { hasName } from './read-folio.ts'
import { ask, db, testEnv } from './testing.ts'

const deletePost = (as: TestUser | undefined, pid: string) => ask('POST', 'deletePost', as, { pid })
const pinPost = (as: TestUser | undefined, pid: string, pinned = true) => ask('POST', 'pinPost', as, { pid, pinned })
const drafts = (name: string, as?: TestUser) => ask('GET', `getDrafts?name=${name}`, as)
const hide = (pid: string) => db.update(posts).set({ hiddenAt: now() }).where(eq(posts.id, pid))
const texts = (list: Post[]) => list.map(({ content }) => content)

/** Adds published posts by rows, the first one oldest. */
async function addPosts({ id: userId }: TestUser, count: number): Promise<void> {
  const row = { userId, version: 1, draft: false, link: '', createdAt: 1 }
  const rowOf = (i: number) => ({ ...row, id: opaqueId(), content: `<p>${i}</p>`, publishedAt: 1000 + i })
  await db.insert(posts).values(Array.from({ length: count }, (_, i) => rowOf(i)))
}

/** Counts the statements that a call sends to the database. */
async function statementsOf(run: () => Promise<unknown>): Promise<number> {
  const real = globalThis.fetch
  let count = 0
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init)
    count += (await request.clone().text()).match(/"sql":"select/gi)?.length ?? 0
    return real(request)
  })
  try {
    await run()
  } finally {
    vi.stubGlobal('fetch', real)
  }
  return count
}

describe('getPosts', () => {
  it('is not found for a name that no creator has, and for a removed creator, until it is restored', async () => {
    for (const name of ['nobodyhasthis', '', '%', "' or 1=1 --", '../admin'])
      expect(await codeOf(await getPosts(name))).toBe('creator_not_found')
    const { user, name } = await createPage()
    const { pid } = await savedPost(user, name)
    const before = await postsOf(name)
    await setRemoved(user, 5)
    for (const viewer of [undefined, user, await signedIn(testEnv)]) {
      expect(await codeOf(await getPosts(name, viewer))).toBe('creator_not_found')
      expect(await codeOf(await getPost(name, pid, viewer))).toBe('post_not_found')
    }
    for (const call of [drafts(name, user), deletePost(user, pid), pinPost(user, pid), savePost(user, name)])
      expect(await codeOf(await call)).toBe('folio_removed')
    await setRemoved(user, null)
    expect(await postsOf(name)).toEqual(before)
  })

  it('is empty for a creator without published posts, and tells only the owner that they can post', async () => {
    const { user, name } = await createPage()
    await savedPost(user, name, { draft: true })
    expect(await postsOf(name)).toEqual({ posts: [], next: null, canPost: false })
    expect(await postsOf(name.toUpperCase(), user)).toEqual({ posts: [], next: null, canPost: true })
    expect((await postsOf(name, await signedIn(testEnv))).canPost).toBe(false)
  })

  it('lists pinned posts first, then the newest, in pages', async () => {
    const { user, name } = await createPage()
    await addPosts(user, 23)
    const pinned = (await postsOf(name, undefined, 20)).posts.at(-1)!
    expect(pinned.content).toBe('<p>0</p>')
    expect((await pinPost(user, pinned.pid)).status).toBe(200)
    const pages = [await postsOf(name), await postsOf(name, undefined, 10), await postsOf(name, undefined, 20)]
    expect(pages.map(({ next }) => next)).toEqual([10, 20, null])
    const order = pages.flatMap(({ posts: list }) => texts(list))
    expect(order).toEqual([0, ...Array.from({ length: 22 }, (_, i) => 22 - i)].map((i) => `<p>${i}</p>`))
    expect(await postsOf(name, undefined, POST_LIMITS.offset)).toMatchObject({ posts: [], next: null })
    for (const offset of [-1, 1.5, POST_LIMITS.offset + 1])
      expect(await codeOf(await getPosts(name, undefined, offset))).toBe('invalid_body')
  })

  it('leaves out a damaged post, and files that do not exist any more', async () => {
    const { user, name } = await createPage()
    const file = await addFile(user)
    const [first, second] = [await savedPost(user, name, { media: [file] }), await savedPost(user, name)]
    await db.update(posts).set({ preview: '{' }).where(eq(posts.id, second.pid))
    await db.delete(media).where(eq(media.id, file))
    expect((await postsOf(name)).posts).toMatchObject([{ pid: first.pid, media: [] }])
    expect(await codeOf(await getPost(name, second.pid))).toBe('post_not_found')
  })

  it('leaves out a post with a damaged time, from every list', async () => {
    const { user, name } = await createPage()
    const [first, second, third] = [await savedPost(user, name), await savedPost(user, name), await savedPost(user, name)]
    await db.update(posts).set({ publishedAt: 1e13 }).where(eq(posts.id, second.pid))
    await db
      .update(posts)
      .set({ editedAt: 'soon' as never })
      .where(eq(posts.id, third.pid))
    expect((await postsOf(name)).posts.map(({ pid }) => pid)).toEqual([first.pid])
    const news = (await feedOf('news')).posts.map(({ pid }) => pid)
    expect(news).toContain(first.pid)
    expect(news.filter((pid) => pid === second.pid || pid === third.pid)).toEqual([])
    await db.delete(posts).where(eq(posts.userId, user.id))
  })

  it('shows the name of the page for an owner without a profile', async () => {
    const { user, name } = await createPage()
    await savedPost(user, name)
    await db.delete(profiles).where(eq(profiles.userId, user.id))
    expect((await postsOf(name)).posts).toMatchObject([{ owner: { userId: user.id, name, title: '', image: null, country: null } }])
  })

  it('shows a hidden post to its owner only, marked as hidden', async () => {
    const { user, name } = await createPage()
    const { pid } = await savedPost(user, name)
    await hide(pid)
    expect((await postsOf(name, user)).posts).toMatchObject([{ pid, hidden: true }])
    expect(await postOf(name, pid, user)).toMatchObject({ hidden: true })
    for (const viewer of [undefined, await signedIn(testEnv)]) {
      expect((await postsOf(name, viewer)).posts).toEqual([])
      expect(await codeOf(await getPost(name, pid, viewer))).toBe('post_not_found')
    }
  })

  it('shows nothing of a creator whom the viewer has blocked', async () => {
    const { user, name } = await createPage()
    const { pid } = await savedPost(user, name)
    const viewer = await signedIn(testEnv)
    await block(viewer, user)
    expect((await postsOf(name, viewer)).posts).toEqual([])
    expect(await codeOf(await getPost(name, pid, viewer))).toBe('post_not_found')
    expect((await postsOf(name)).posts).toHaveLength(1)
  })

  it('needs one statement, and one for the session', async () => {
    const { user, name } = await createPage()
    const viewer = await signedIn(testEnv)
    for (let i = 0; i < 3; i++) await savedPost(user, name, { media: [await addFile(user)] })
    expect(await statementsOf(() => postsOf(name))).toBe(1)
    expect(await statementsOf(() => postsOf(name, viewer))).toBe(2)
  })

  it('reads the posts of the page in the order of an index, and no others', async () => {
    const query = selectPage(db, hasName('somebody'), 0, { limit: 11, offset: 0 })
    const plan = (await db.all<{ detail: string }>(sql`explain query plan ${query.getSQL()}`)).map(({ detail }) => detail)
    expect(plan.filter((step) => /^(SEARCH|SCAN) (posts|p|creators)\b|FOR ORDER BY$/.test(step))).toEqual([
      'SEARCH creators USING INDEX creators_name (<expr>=?)',
      'SEARCH posts USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN',
      'SEARCH p USING INDEX posts_of_page (user_id=? AND draft=?)',
      // Only the posts of the page are sorted: the step is the last one, outside of the subqueries.
      'USE TEMP B-TREE FOR ORDER BY',
    ])
    expect(plan.at(-1)).toBe('USE TEMP B-TREE FOR ORDER BY')
  })
})

describe('getPost', () => {
  it('is not found by the name of another creator, and a draft only by its owner', async () => {
    const [mine, theirs] = [await createPage(), await createPage()]
    const [post, draft] = [await savedPost(mine.user, mine.name), await savedPost(mine.user, mine.name, { draft: true })]
    expect(await codeOf(await getPost(theirs.name, post.pid))).toBe('post_not_found')
    expect((await getPost(mine.name.toUpperCase(), post.pid)).status).toBe(200)
    for (const viewer of [undefined, theirs.user]) expect(await codeOf(await getPost(mine.name, draft.pid, viewer))).toBe('post_not_found')
    expect(await postOf(mine.name, draft.pid, mine.user)).toMatchObject({ draft: true })
  })
})

describe('getDrafts', () => {
  it('is only for the owner', async () => {
    const { name } = await createPage()
    expect(await codeOf(await drafts(name))).toBe('unauthorized')
    for (const stranger of [(await createPage()).user, await signedIn(testEnv)])
      expect(await codeOf(await drafts(name, stranger))).toBe('forbidden')
    expect(await codeOf(await drafts('nobodyhasthis', await signedIn(testEnv)))).toBe('creator_not_found')
  })

  it('lists drafts, the last changed first', async () => {
    const { user, name } = await createPage()
    await savedPost(user, name)
    const [first, second] = [await savedPost(user, name, { draft: true }), await savedPost(user, name, { draft: true, content: 'b' })]
    await db
      .update(posts)
      .set({ editedAt: now() + 60 })
      .where(eq(posts.id, first.pid))
    const { posts: list } = (await (await drafts(name, user)).json()) as DraftList
    expect(list.map(({ pid }) => pid)).toEqual([first.pid, second.pid])
  })
})

describe('deletePost and pinPost', () => {
  it('refuse guests, strangers, posts that do not exist, and drafts and hidden posts of others', async () => {
    const { user, name } = await createPage()
    const [post, draft] = [await savedPost(user, name), await savedPost(user, name, { draft: true })]
    const strangers = [await signedIn(testEnv), (await createPage()).user]
    for (const call of [deletePost, pinPost]) {
      expect(await codeOf(await call(undefined, post.pid))).toBe('unauthorized')
      for (const stranger of strangers) {
        expect(await codeOf(await call(stranger, post.pid))).toBe('forbidden')
        expect(await codeOf(await call(stranger, draft.pid))).toBe('post_not_found')
      }
      expect(await codeOf(await call(user, opaqueId()))).toBe('post_not_found')
    }
    await hide(post.pid)
    for (const call of [deletePost, pinPost]) expect(await codeOf(await call(strangers[0]!, post.pid))).toBe('post_not_found')
    await db.update(posts).set({ hiddenAt: null }).where(eq(posts.id, post.pid))
    await setRemoved(user, 5)
    for (const call of [deletePost, pinPost]) expect(await codeOf(await call(strangers[0]!, post.pid))).toBe('post_not_found')
    await setRemoved(user, null)
    expect(await postOf(name, post.pid)).toMatchObject({ pinned: false })
  })

  it('deletes a post with everything that belongs to it, and nothing else', async () => {
    const { user, name } = await createPage()
    const [gone, kept] = [await savedPost(user, name, { media: [await addFile(user)] }), await savedPost(user, name)]
    for (const { pid } of [gone, kept]) {
      await commented(await signedIn(testEnv), pid)
      await ask('POST', 'likePost', user, { pid, liked: true })
    }
    const [stored] = await db.select().from(posts).where(eq(posts.id, gone.pid))
    const { seq } = stored!
    expect((await deletePost(user, gone.pid)).status).toBe(200)
    expect(await codeOf(await getPost(name, gone.pid, user))).toBe('post_not_found')
    for (const table of [postMedia, postLikes, postComments]) expect(await db.select().from(table).where(eq(table.post, seq))).toEqual([])
    expect(await postOf(name, kept.pid)).toMatchObject({ likes: 1, comments: 1 })
    expect(await codeOf(await deletePost(user, gone.pid))).toBe('post_not_found')
  })

  it(`pins ${POST_LIMITS.pinned} posts and no draft, also at the same time`, async () => {
    const { user, name } = await createPage()
    const pids = await Promise.all([1, 2, 3, 4].map(async () => (await savedPost(user, name)).pid))
    const answers = await Promise.all(pids.map((pid) => pinPost(user, pid)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409])
    const [free] = pids.filter((_, i) => answers[i]!.status === 409) as [string]
    const [pinned] = pids.filter((_, i) => answers[i]!.status === 200) as [string]
    expect(await codeOf(await pinPost(user, free))).toBe('post_pin_limit')
    expect((await pinPost(user, pinned)).status).toBe(200)
    expect((await pinPost(user, pinned, false)).status).toBe(200)
    expect((await pinPost(user, free)).status).toBe(200)
    const draft = await savedPost(user, name, { draft: true })
    expect(await codeOf(await pinPost(user, draft.pid))).toBe('conflict')
    await savedPost(user, name, { pid: free, version: 1, draft: true })
    expect(await postOf(name, free, user)).toMatchObject({ draft: true, pinned: false })
  })
})
