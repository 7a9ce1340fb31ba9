import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { VECTORS } from '../listings/richtext.testing.ts'
import { notifications } from '../notifications/tables.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { clearLimits, codeOf, exhaustLimit, signedIn, type TestUser } from '../shared/testing.ts'
import { cleanLines } from '../shared/text.schema.ts'
import { createPage } from './folios.testing.ts'
import { postComments, postLikes, posts } from './post-tables.ts'
import { type CommentAnswer, POST_LIMITS, type PostLikes } from './posts.schema.ts'
import { block, comment, commented, commentOnce, commentsOf, postOf, savedPost, setRemoved } from './posts.testing.ts'
import { ask, db, testEnv } from './testing.ts'

const like = (as: TestUser | undefined, pid: string, liked = true) => ask('POST', 'likePost', as, { pid, liked })
const deleteComment = (as: TestUser | undefined, id: string) => ask('POST', 'deleteComment', as, { id })

/** A creator with a published post, and a member. */
async function createPost() {
  const { user, name } = await createPage()
  const { pid } = await savedPost(user, name)
  return { user, name, pid, member: await signedIn(testEnv, { name: 'Ben Carter' }) }
}

describe('likePost and addComment refuse', () => {
  it('guests, and posts that do not exist or may not be seen', async () => {
    const { user, name, pid, member } = await createPost()
    const draft = await savedPost(user, name, { draft: true })
    for (const call of [like, comment]) {
      expect(await codeOf(await call(undefined, pid))).toBe('unauthorized')
      for (const hidden of [opaqueId(), draft.pid]) expect(await codeOf(await call(member, hidden))).toBe('post_not_found')
    }
    await setRemoved(user, 5)
    for (const call of [like, comment]) expect(await codeOf(await call(member, pid))).toBe('post_not_found')
    await setRemoved(user, null)
    await db.update(posts).set({ hiddenAt: 5 }).where(eq(posts.id, pid))
    for (const call of [like, comment]) expect(await codeOf(await call(member, pid))).toBe('post_not_found')
    await db.update(posts).set({ hiddenAt: null }).where(eq(posts.id, pid))
    expect(await postOf(name, pid)).toMatchObject({ likes: 0, comments: 0 })
  })

  it('a member whom the owner has blocked, and one who has blocked the owner', async () => {
    const { user, name, pid, member } = await createPost()
    const other = await signedIn(testEnv)
    await block(user, member)
    await block(other, user)
    for (const call of [like, comment]) {
      expect(await codeOf(await call(member, pid))).toBe('forbidden')
      expect(await codeOf(await call(other, pid))).toBe('post_not_found')
    }
    expect(await postOf(name, pid)).toMatchObject({ likes: 0, comments: 0 })
  })

  it('comments without a name, without text, and with too much', async () => {
    const { name, pid, member } = await createPost()
    const nameless = await signedIn(testEnv, { name: '', terms: false })
    expect(await codeOf(await comment(nameless, pid))).toBe('username_required')
    for (const text of ['', ' \u200b\u3164', 'x'.repeat(POST_LIMITS.comment + 1), 'a\ud800'])
      expect(await codeOf(await comment(member, pid, text))).toBe('invalid_body')
    expect(await postOf(name, pid)).toMatchObject({ comments: 0 })
  })

  it('more than the limits allow, and fewer from unconfirmed members', async () => {
    const { pid, member } = await createPost()
    await exhaustLimit(testEnv, { person: member.id }, 'POST /api/creators/addComment')
    await exhaustLimit(testEnv, { person: member.id }, 'POST /api/creators/likePost')
    for (const call of [like, comment]) expect(await codeOf(await call(member, pid))).toBe('too_many_requests')
  })
})

describe('likePost', () => {
  it('counts each member once, whatever the order and the number of requests', async () => {
    const { name, pid, member } = await createPost()
    const other = await signedIn(testEnv)
    await Promise.all([like(member, pid), like(member, pid), like(other, pid), like(member, pid)])
    expect((await (await like(member, pid)).json()) as PostLikes).toEqual({ likes: 2, liked: true })
    expect([(await postOf(name, pid, member)).liked, (await postOf(name, pid)).liked]).toEqual([true, false])
    for (let i = 0; i < 2; i++) expect(await (await like(member, pid, false)).json()).toEqual({ likes: 1, liked: false })
    expect(await postOf(name, pid, member)).toMatchObject({ likes: 1, liked: false })
  })

  it('can be taken back by a member whom the owner has blocked since', async () => {
    const { user, pid, member } = await createPost()
    await like(member, pid)
    await block(user, member)
    expect(await (await like(member, pid, false)).json()).toEqual({ likes: 0, liked: false })
  })
})

describe('comments', () => {
  it('are listed newest first, in pages, for everybody', async () => {
    const { user, name, pid, member } = await createPost()
    const answer = await commented(member, pid, ' Lovely.\r\n\r\n\r\nReally. ')
    expect(answer.comment).toEqual({
      id: expect.any(String),
      author: { userId: member.id, name: 'Ben Carter', title: expect.any(String), image: null, country: null },
      text: 'Lovely.\n\nReally.',
      created: expect.any(Number),
      ...{ mine: true, removable: true, hidden: false },
    })
    const [stored] = await db.select().from(posts).where(eq(posts.id, pid))
    const { seq } = stored!
    const row = { post: seq, userId: user.id, createdAt: now() }
    await db.insert(postComments).values(Array.from({ length: 24 }, (_, i) => ({ ...row, id: opaqueId(), text: String(i) })))
    const first = await commentsOf(pid)
    expect(first.comments.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, (_, i) => String(23 - i)))
    await deleteComment(user, first.comments.at(-1)!.id)
    const second = await commentsOf(pid, user, first.next)
    expect(second.comments.map(({ text }) => text)).toEqual(['3', '2', '1', '0', 'Lovely.\n\nReally.'])
    expect(second.next).toBeNull()
    expect(second.comments.at(-1)).toMatchObject({ mine: false, removable: true })
    expect((await commentsOf(pid)).comments[0]).toMatchObject({ mine: false, removable: false })
    expect((await postOf(name, pid)).comments).toBe(24)
    expect(await codeOf(await ask('GET', `getComments?pid=${opaqueId()}`))).toBe('post_not_found')
  })

  it('of somebody whom the viewer has blocked are not shown to the viewer', async () => {
    const { pid, member } = await createPost()
    await commented(member, pid)
    const viewer = await signedIn(testEnv)
    await block(viewer, member)
    expect((await commentsOf(pid, viewer)).comments).toEqual([])
    expect((await commentsOf(pid)).comments).toHaveLength(1)
  })

  it('that an admin hid are shown to their author only, and are not counted', async () => {
    const { user, name, pid, member } = await createPost()
    const { comment: hidden } = await commented(member, pid)
    const setHidden = (hiddenAt: number | null) => db.update(postComments).set({ hiddenAt }).where(eq(postComments.id, hidden.id))
    await setHidden(5)
    await setHidden(6)
    for (const viewer of [undefined, user]) expect((await commentsOf(pid, viewer)).comments).toEqual([])
    expect((await commentsOf(pid, member)).comments).toMatchObject([{ id: hidden.id, hidden: true }])
    expect((await postOf(name, pid)).comments).toBe(0)
    await setHidden(null)
    expect((await postOf(name, pid)).comments).toBe(1)
    await setHidden(5)
    expect((await deleteComment(member, hidden.id)).status).toBe(200)
    expect((await postOf(name, pid)).comments).toBe(0)
  })

  it('store every published vector as plain text', async () => {
    const { pid, member } = await createPost()
    for (const [i, vector] of VECTORS.entries()) {
      if (i % 50 === 0) await clearLimits(testEnv, member.id, 'POST /api/creators/addComment')
      const text = `x ${vector}`.slice(0, POST_LIMITS.comment).toWellFormed()
      expect((await commented(member, pid, text)).comment.text).toBe(cleanLines(text))
    }
  })
})

describe('the owner of a post', () => {
  const notified = ({ id }: TestUser) => db.select().from(notifications).where(eq(notifications.userId, id))

  it('is notified of comments of others, once an hour for each post, and without mails', async () => {
    const { user, name, pid, member } = await createPost()
    await commented(user, pid)
    expect(await notified(user)).toEqual([])
    for (let i = 0; i < 3; i++) await commented(member, pid)
    const [first, ...more] = await notified(user)
    expect(more).toEqual([])
    expect(first).toMatchObject({
      kind: 'postCommented',
      thingKind: 'post',
      thingId: pid,
      params: JSON.stringify({ title: name }),
      readAt: null,
    })
    expect([first!.mailDue, first!.pushDue]).toEqual([null, null])
    const { pid: other } = await savedPost(user, name)
    await commented(member, other)
    expect((await notified(user)).map(({ thingId }) => thingId).sort()).toEqual([pid, other].sort())
  })

  it('gets the comment if the notification fails', async () => {
    const { name, pid, member } = await createPost()
    const env = { ...testEnv, NOTIFICATIONS: { ...testEnv.NOTIFICATIONS, notify: () => Promise.reject(new Error('down')) } }
    expect((await ask('POST', 'addComment', member, { pid, text: 'Lovely.' }, env)).status).toBe(200)
    expect((await postOf(name, pid)).comments).toBe(1)
  })
})

describe('addComment with an Idempotency-Key', () => {
  it('refuses a malformed key, and one that was sent with another comment', async () => {
    const { user, name, pid, member } = await createPost()
    const other = await savedPost(user, name)
    for (const key of ['no good', 'short', 'x'.repeat(129)]) expect(await codeOf(await commentOnce(member, pid, key))).toBe('bad_request')
    const { comment } = (await (await commentOnce(member, pid, 'key-of-a-comment')).json()) as CommentAnswer
    for (const [post, text] of [[pid, 'Other.'], [other.pid]] as [string, string?][]) {
      const refused = await commentOnce(member, post, 'key-of-a-comment', text)
      expect(await refused.json()).toMatchObject({ error: { code: 'idempotency_key_reused', details: { id: comment.id } } })
    }
    expect([await postOf(name, pid), await postOf(name, other.pid)]).toMatchObject([{ comments: 1 }, { comments: 0 }])
  })

  it('adds one comment however often it is sent, and one for each member', async () => {
    const { user, name, pid, member } = await createPost()
    const send = async (as = member) => (await commentOnce(as, pid, 'at-the-same-time')).json() as Promise<CommentAnswer>
    const first = await send()
    expect(await Promise.all([send(), send(), send()])).toEqual([first, first, first])
    expect((await send(user)).comment.id).not.toBe(first.comment.id)
    expect((await commentOnce(member, pid, 'another-comment')).status).toBe(200)
    expect((await commentsOf(pid)).comments.map(({ text }) => text)).toEqual(['Lovely.', 'Lovely.', 'Lovely.'])
    expect(await postOf(name, pid)).toMatchObject({ comments: 3 })
  })

  it('does not answer a comment that was deleted since', async () => {
    const { user, pid, member } = await createPost()
    const { comment } = (await (await commentOnce(member, pid, 'key-of-a-comment')).json()) as CommentAnswer
    await deleteComment(user, comment.id)
    await block(user, member)
    expect(await codeOf(await commentOnce(member, pid, 'key-of-a-comment'))).toBe('forbidden')
  })
})

describe('deleteComment', () => {
  it('is for the author and for the owner of the post', async () => {
    const { user, name, pid, member } = await createPost()
    const [first, second] = [await commented(member, pid), await commented(member, pid)]
    const stranger = (await createPage()).user
    expect(await codeOf(await deleteComment(undefined, first.comment.id))).toBe('unauthorized')
    expect(await codeOf(await deleteComment(stranger, first.comment.id))).toBe('forbidden')
    expect(await codeOf(await deleteComment(member, opaqueId()))).toBe('comment_not_found')
    expect((await postOf(name, pid)).comments).toBe(2)
    expect((await deleteComment(member, first.comment.id)).status).toBe(200)
    expect((await deleteComment(user, second.comment.id)).status).toBe(200)
    expect(await codeOf(await deleteComment(user, second.comment.id))).toBe('comment_not_found')
    expect((await postOf(name, pid)).comments).toBe(0)
  })

  it('is refused to the owner of the post while they are removed as a creator', async () => {
    const { user, pid, member } = await createPost()
    const { comment } = await commented(member, pid)
    await setRemoved(user, 5)
    expect(await codeOf(await deleteComment(user, comment.id))).toBe('forbidden')
    await setRemoved(user, null)
    expect((await deleteComment(user, comment.id)).status).toBe(200)
  })
})

it('the deletion of an account deletes its posts, and its comments and likes of others, which are then not counted', async () => {
  const [{ user, name, pid, member }, other] = [await createPost(), await createPost()]
  await like(member, pid)
  await commented(member, pid)
  await commented(member, other.pid)
  await like(user, other.pid)
  const { CreatorsRpc } = await import('./index.ts')
  const { createExecutionContext } = await import('cloudflare:test')
  const rpc = new CreatorsRpc(createExecutionContext(), testEnv)
  await rpc.eraseUser(member.id)
  await rpc.eraseUser(member.id)
  expect(await postOf(name, pid)).toMatchObject({ likes: 0, comments: 0 })
  expect(await postOf(other.name, other.pid)).toMatchObject({ likes: 1, comments: 0 })
  await rpc.eraseUser(user.id)
  expect(await db.select().from(posts).where(eq(posts.userId, user.id))).toEqual([])
  expect(await db.select().from(postLikes).where(eq(postLikes.userId, user.id))).toEqual([])
  expect(await postOf(other.name, other.pid)).toMatchObject({ likes: 0 })
})
