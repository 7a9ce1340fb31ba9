import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { SAFE, VECTORS } from '../listings/richtext.testing.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { edgesOf } from '../shared/schema.testing.ts'
import { users } from '../shared/tables.ts'
import { clearLimits, codeOf, exhaustLimit, signedIn, type TestUser } from '../shared/testing.ts'
import { media } from '../uploads/tables.ts'
import { addFile, addVideo, createPage } from './folios.testing.ts'
import { POSITIONS, postMedia, posts } from './post-tables.ts'
import { POST_LIMITS, postRequest, type SavedPost } from './posts.schema.ts'
import { postBody, postOf, postsOf, savedPost, savePost, savePostOnce, setRemoved } from './posts.testing.ts'
import { ask, db, preview, publish, testEnv } from './testing.ts'

const rowsOf = (user: TestUser) => db.select().from(posts).where(eq(posts.userId, user.id))
const filesOf = async (user: TestUser) => {
  const seqs = (await rowsOf(user)).map(({ seq }) => seq)
  return db.select({ mediaId: postMedia.mediaId, position: postMedia.position }).from(postMedia).where(inArray(postMedia.post, seqs))
}
/** The path and the rule of a refused field, or the code of another error. */
async function faultOf(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: { code: string; details?: { path: string; rule: string } } }
  return error.code === 'invalid_body' ? `${error.details!.path} ${error.details!.rule}` : error.code
}
const picture = (id: string) => `<img data-media="${id}" data-size="1600x900">`

describe('addPost refuses', () => {
  it('a guest, a member, and another creator, and stores nothing', async () => {
    const { user, name } = await createPage()
    const other = await createPage()
    expect(await codeOf(await savePost(undefined, name))).toBe('unauthorized')
    for (const stranger of [await signedIn(testEnv), other.user]) expect(await codeOf(await savePost(stranger, name))).toBe('forbidden')
    for (const nobody of ['nobodyhasthis', '', '%', 'a\u202eb'])
      expect(await codeOf(await savePost(user, nobody))).toBe('creator_not_found')
    expect([await rowsOf(user), await rowsOf(other.user)]).toEqual([[], []])
  })

  it('the creator who was removed, for others as if the page did not exist', async () => {
    const { user, name } = await createPage({ removedAt: 5 })
    expect(await codeOf(await savePost(user, name))).toBe('folio_removed')
    expect(await codeOf(await savePost(await signedIn(testEnv), name))).toBe('creator_not_found')
    expect(await rowsOf(user)).toEqual([])
  })

  it('to change a post of somebody else, or one that does not exist', async () => {
    const [mine, theirs] = [await createPage(), await createPage()]
    const { pid } = await savedPost(theirs.user, theirs.name)
    expect(await codeOf(await savePost(mine.user, mine.name, { pid, version: 1, content: 'x' }))).toBe('forbidden')
    const draft = await savedPost(theirs.user, theirs.name, { draft: true })
    for (const unseen of [opaqueId(), draft.pid])
      expect(await codeOf(await savePost(mine.user, mine.name, { pid: unseen, version: 1 }))).toBe('post_not_found')
    expect(await postOf(theirs.name, pid)).toMatchObject({ content: '<p>A fox in the snow.</p>', version: 1, edited: null })
    expect(await rowsOf(mine.user)).toEqual([])
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['an empty post', { content: '' }, 'post_empty'],
    ['a post of empty paragraphs', { content: '<p> </p><p><br></p>\u200b' }, 'post_empty'],
    ['an empty draft', { content: '', draft: true }, 'post_empty'],
    ['a long text', { content: 'x'.repeat(POST_LIMITS.content + 1) }, 'content too_long'],
    ['too many pictures in the text', { content: Array.from({ length: 21 }, () => picture(opaqueId())).join('') }, 'content too_many'],
    ['too many files', { media: Array.from({ length: 11 }, opaqueId) }, 'media too_many'],
    ['a file twice', { media: ['a'.repeat(22), 'a'.repeat(22)] }, 'media twice'],
    ['an address as a file', { media: ['https://evil.example/a.png'] }, 'media.0 media_id'],
    ['a script as a link', { link: 'javascript:alert(1)' }, 'link link'],
    ['a link with a user', { link: 'https://a:b@example.com/' }, 'link link'],
    ['a file system link', { link: 'file:///etc/passwd' }, 'link link'],
    ['a long link', { link: `https://example.com/${'x'.repeat(2000)}` }, 'link too_long'],
    ['a lone surrogate', { content: 'a\ud800' }, 'content malformed'],
  ])('%s', async (_, overrides, fault) => {
    const { user, name } = await createPage()
    expect(await faultOf(await savePost(user, name, overrides))).toBe(fault)
    expect(await rowsOf(user)).toEqual([])
  })

  it('files of others, unfinished ones, private ones, videos that browsers do not play, two videos, and a video in the text', async () => {
    const { user, name } = await createPage()
    const refused = [
      { media: [await addFile(await signedIn(testEnv))] },
      { media: [await addFile(user, { readyAt: null })] },
      { media: [await addFile(user, { kind: 'document', contentType: 'application/pdf' })] },
      { media: [await addVideo(user, 'video/mpeg')] },
      { media: [await addVideo(user), await addVideo(user)] },
      { media: [opaqueId()] },
      { content: picture(await addFile(await signedIn(testEnv))) },
      { content: picture(await addVideo(user)) },
    ]
    for (const overrides of refused) expect(await codeOf(await savePost(user, name, overrides))).toBe('media_not_yours')
    expect(await rowsOf(user)).toEqual([])
  })

  it(`the draft after ${POST_LIMITS.drafts} drafts, but not changes of them`, async () => {
    const { user, name } = await createPage()
    const draft = { userId: user.id, version: 1, draft: true, content: '<p>a</p>', link: '', createdAt: 1 }
    await db.insert(posts).values(Array.from({ length: POST_LIMITS.drafts - 1 }, () => ({ id: opaqueId(), ...draft })))
    const { pid } = await savedPost(user, name, { draft: true })
    expect(await codeOf(await savePost(user, name, { draft: true }))).toBe('draft_limit')
    const published = await savedPost(user, name)
    expect(await codeOf(await savePost(user, name, { pid: published.pid, version: 1, draft: true }))).toBe('draft_limit')
    await savedPost(user, name, { pid, version: 1, content: 'b', draft: true })
    await savedPost(user, name, { pid, version: 2, content: 'b' })
    await savedPost(user, name, { draft: true })
  })

  it('an older version, and says which one is stored', async () => {
    const { user, name } = await createPage()
    const { pid } = await savedPost(user, name)
    await savedPost(user, name, { pid, version: 1, content: 'New' })
    for (const version of [0, 1, 7]) {
      const response = await savePost(user, name, { pid, version, content: 'Old' })
      expect(await response.json()).toMatchObject({ error: { code: 'post_changed', details: { pid, version: 2 } } })
    }
    expect(await postOf(name, pid)).toMatchObject({ content: 'New', version: 2 })
  })

  it('an older version with the same texts and other files', async () => {
    const { user, name } = await createPage()
    const [one, other] = [await addFile(user), await addFile(user)]
    const { pid } = await savedPost(user, name)
    await savedPost(user, name, { pid, version: 1, media: [one, other] })
    for (const media of [[], [one], [other, one]])
      expect(await codeOf(await savePost(user, name, { pid, version: 1, media }))).toBe('post_changed')
    expect((await savedPost(user, name, { pid, version: 1, media: [one, other] })).version).toBe(2)
  })

  it('when the creator is removed in the last moment', async () => {
    const { user, name } = await createPage()
    const race = raceBefore('insert into \\"posts\\"', () => setRemoved(user, 5))
    try {
      expect(await codeOf(await savePost(user, name))).toBe('folio_removed')
      expect(race.happened).toBe(true)
    } finally {
      race.restore()
    }
    expect(await rowsOf(user)).toEqual([])
  })

  it('a deleted account', async () => {
    const { user, name } = await createPage()
    await db.update(users).set({ deletedAt: 5 }).where(eq(users.id, user.id))
    expect(await codeOf(await savePost(user, name))).toBe('unauthorized')
    await expect(
      db.insert(posts).values({ id: opaqueId(), userId: user.id, version: 1, draft: true, content: '', link: '', createdAt: 1 }),
    ).rejects.toThrow()
  })

  it('more than the limit allows', async () => {
    const { user, name } = await createPage()
    await exhaustLimit(testEnv, { person: user.id }, 'POST /api/creators/addPost')
    expect(await codeOf(await savePost(user, name))).toBe('too_many_requests')
  })
})

describe('addPost', () => {
  it('publishes a post with a text, pictures, a video and a link', async () => {
    const { user, name } = await createPage()
    const [inText, below, video] = [await addFile(user), await addFile(user), await addVideo(user)]
    const content = `<p>Foxes</p>${picture(inText)}`
    const { pid, version, created, edited } = await savedPost(user, name, { content, media: [below, video], link: 'example.com' })
    expect([version, edited, Math.abs(created - now()) < 60]).toEqual([1, null, true])
    expect(await postOf(name, pid)).toEqual({
      ...{ pid, creatorName: name, content, title: 'Foxes', description: 'Foxes', link: 'https://example.com/', preview: null },
      owner: { userId: user.id, name: 'Aiko Mori', title: expect.any(String), image: null, country: null },
      media: [expect.objectContaining({ id: below, kind: 'image', width: 1600 }), expect.objectContaining({ id: video, kind: 'video' })],
      ...{ draft: false, pinned: false, hidden: false, created, edited: null, version: 1, likes: 0, liked: false, comments: 0 },
    })
  })

  it('takes the preview that the member has seen, and keeps its pictures as files of the post', async () => {
    const { user, name } = await createPage()
    const link = await publish('<title>A long title of a page about foxes</title><meta name="description" content="Snow.">')
    await preview(link, user)
    const { pid } = await savedPost(user, name, { content: '', link })
    const post = await postOf(name, pid)
    expect(post).toMatchObject({
      title: 'A long title of a page…',
      description: 'Snow.',
      link,
      preview: { url: link, description: 'Snow.' },
    })
    const [kept, gone] = [await addFile(user), opaqueId()]
    const images = [kept, gone].map((id) => ({ id, kind: 'image', width: 1, height: 1, placeholder: null }))
    const stored = JSON.stringify({ ...post.preview, images })
    await db.update(posts).set({ preview: stored }).where(eq(posts.id, pid))
    await savedPost(user, name, { pid, version: 1, content: 'Text', link: `${link}?other` })
    expect(await postOf(name, pid)).toMatchObject({ preview: null, title: 'Text' })
    await db.update(posts).set({ preview: stored, link: 'https://kept.example/' }).where(eq(posts.id, pid))
    await savedPost(user, name, { pid, version: 2, content: 'Text', link: 'https://kept.example/' })
    expect(await filesOf(user)).toEqual([{ mediaId: kept, position: POSITIONS.preview }])
    expect((await postOf(name, pid)).preview!.images.map(({ id }) => id)).toEqual([kept])
  })

  it('takes no preview that somebody else has seen', async () => {
    const { user, name } = await createPage()
    const link = await publish('<title>A page</title>')
    await preview(link, await signedIn(testEnv))
    const { pid } = await savedPost(user, name, { link })
    expect(await postOf(name, pid)).toMatchObject({ link, preview: null })
  })

  it('changes a post: its files are replaced, and it gets the time of the change', async () => {
    const { user, name } = await createPage()
    const [first, second] = [await addFile(user), await addFile(user)]
    const { pid } = await savedPost(user, name, { media: [first] })
    const { version, edited } = await savedPost(user, name, { pid, version: 1, content: 'New', media: [second] })
    expect([version, Math.abs(edited! - now()) < 60]).toEqual([2, true])
    expect(await filesOf(user)).toEqual([{ mediaId: second, position: 0 }])
  })

  it('answers a change that was sent again like the first time', async () => {
    const { user, name } = await createPage()
    const { pid } = await savedPost(user, name)
    const change = { pid, version: 1, content: 'New' }
    const first = await savedPost(user, name, change)
    expect(await savedPost(user, name, change)).toEqual(first)
  })

  describe('with an Idempotency-Key', () => {
    it('refuses a malformed key, and one that was sent with another post', async () => {
      const { user, name } = await createPage()
      for (const key of ['no good', 'short', 'x'.repeat(129)]) expect(await codeOf(await savePostOnce(user, name, key))).toBe('bad_request')
      const { pid } = (await (await savePostOnce(user, name, 'key-of-a-post')).json()) as SavedPost
      for (const change of [{ content: 'Other' }, { draft: true }, { link: 'example.com' }]) {
        const refused = await savePostOnce(user, name, 'key-of-a-post', change)
        expect(await refused.json()).toMatchObject({ error: { code: 'idempotency_key_reused', details: { pid, version: 1 } } })
      }
      expect(await rowsOf(user)).toMatchObject([{ content: '<p>A fox in the snow.</p>', link: '', draft: false, version: 1 }])
    })

    it('refuses a creator who was removed since, before it answers what was saved', async () => {
      const { user, name } = await createPage()
      await savePostOnce(user, name, 'key-of-a-post')
      await setRemoved(user, 5)
      expect(await codeOf(await savePostOnce(user, name, 'key-of-a-post'))).toBe('folio_removed')
    })

    it('creates one post however often it is sent, one after the other and at the same time', async () => {
      const { user, name } = await createPage()
      const file = await addFile(user)
      const send = async (key: string) => {
        const response = await savePostOnce(user, name, key, { media: [file] })
        return [response.status, await response.json()]
      }
      const [status, first] = await send('one-after-the-other')
      expect([status, await send('one-after-the-other')]).toEqual([200, [200, first]])
      const answers = await Promise.all([1, 2, 3].map(() => send('at-the-same-time')))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(answers[0]![0]).toBe(200)
      expect([(await rowsOf(user)).length, (await filesOf(user)).length]).toEqual([2, 2])
    })

    it('answers the post as it is now, also if another draft would be too many', async () => {
      const { user, name } = await createPage()
      const send = async () => (await (await savePostOnce(user, name, 'key-of-a-draft', { draft: true })).json()) as SavedPost
      const { pid } = await send()
      await savedPost(user, name, { pid, version: 1, content: 'Two', draft: true })
      const row = { userId: user.id, version: 1, draft: true, content: 'x', link: '', createdAt: 1 }
      await db.insert(posts).values(Array.from({ length: POST_LIMITS.drafts }, () => ({ ...row, id: opaqueId() })))
      expect(await codeOf(await savePost(user, name, { draft: true }))).toBe('draft_limit')
      expect(await send()).toMatchObject({ pid, version: 2 })
    })

    it('is of one member only, and is not read for a change', async () => {
      const [one, other] = [await createPage(), await createPage()]
      const send = async ({ user, name }: typeof one, change = {}) =>
        (await (await savePostOnce(user, name, 'key-of-a-post', change)).json()) as SavedPost
      const { pid } = await send(one)
      expect((await send(other)).pid).not.toBe(pid)
      expect(await send(one, { pid, version: 1, content: 'New' })).toMatchObject({ pid, version: 2 })
    })
  })

  it('stores a change once of two at the same time', async () => {
    const { user, name } = await createPage()
    const { pid } = await savedPost(user, name)
    const answers = await Promise.all(['One', 'Two'].map((content) => savePost(user, name, { pid, version: 1, content })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('shows a draft only to its owner, publishes it with the time of that, and takes it back', async () => {
    const { user, name } = await createPage()
    const { pid } = await savedPost(user, name, { draft: true })
    await db.update(posts).set({ createdAt: 5 }).where(eq(posts.id, pid))
    expect(await savedPost(user, name, { pid, version: 1, content: 'Two', draft: true })).toMatchObject({
      created: 5,
      edited: expect.any(Number),
    })
    const published = await savedPost(user, name, { pid, version: 2, content: 'Two' })
    expect(published).toEqual({ pid, version: 3, created: expect.any(Number), edited: null })
    expect(published.created).toBeGreaterThan(5)
    await savedPost(user, name, { pid, version: 3, content: 'Two', draft: true })
    expect((await postsOf(name)).posts).toEqual([])
    expect((await savedPost(user, name, { pid, version: 4, content: 'Two' })).created).toBe(published.created)
  })

  it('cuts the title and the description between characters as a reader sees them', async () => {
    const { user, name } = await createPage()
    const family = '👩‍👩‍👧‍👦'
    const { pid } = await savedPost(user, name, { content: `<p>${family.repeat(30)}</p><p>${'e\u0301'.repeat(200)}</p>` })
    const { title, description } = await postOf(name, pid)
    expect(title).toBe(`${family.repeat(22)}…`)
    expect(description).toBe(`${family.repeat(30)} ${'é'.repeat(91)}…`)
  })

  it('sanitizes the text of every published vector', async () => {
    const { user, name } = await createPage()
    for (const [i, vector] of VECTORS.entries()) {
      if (i % 50 === 0) await clearLimits(testEnv, user.id, 'POST /api/creators/addPost')
      const { pid } = await savedPost(user, name, { content: `<p>before ${vector} after</p>` })
      const post = await postOf(name, pid)
      expect(post.content).toMatch(SAFE)
      expect(post.title.length).toBeGreaterThan(0)
    }
  })

  it('stores no published vector as a link that is not a page', async () => {
    const { user, name } = await createPage()
    for (const [i, vector] of VECTORS.entries()) {
      if (i % 50 === 0) await clearLimits(testEnv, user.id, 'POST /api/creators/addPost')
      const response = await savePost(user, name, { link: vector })
      if (response.status !== 200) expect(await codeOf(response)).toBe('invalid_body')
      else expect((await postOf(name, ((await response.json()) as SavedPost).pid)).link).toMatch(/^(https?:\/\/.|$)/)
    }
  })

  it('answers no internal error for any field at or beyond its bounds', async () => {
    const { user, name } = await createPage()
    const edges = edgesOf(postRequest, postBody(name, { media: [await addFile(user)], link: 'https://example.com/' }))
    expect(edges.length).toBeGreaterThan(40)
    const known = ['invalid_body', 'media_not_yours', 'post_changed', 'post_not_found', 'post_empty', 'creator_not_found']
    for (const [i, { name: edge, value }] of edges.entries()) {
      if (i % 50 === 0) await clearLimits(testEnv, user.id, 'POST /api/creators/addPost')
      const response = await ask('POST', 'addPost', user, JSON.stringify(value))
      if (response.status !== 200) expect([edge, known]).toEqual([edge, expect.arrayContaining([await codeOf(response)])])
      else expect((await response.json()) as SavedPost).toMatchObject({ version: expect.any(Number) })
    }
  })
})

it('files of posts are in use', async () => {
  const { isInUse } = await import('../uploads/media-usage.ts')
  const { user, name } = await createPage()
  const [used, unused] = [await addFile(user), await addFile(user)]
  await savedPost(user, name, { media: [used] })
  const rows = await db
    .select({ id: media.id, used: isInUse })
    .from(media)
    .where(inArray(media.id, [used, unused]))
  expect(Object.fromEntries(rows.map(({ id, used: isUsed }) => [id, isUsed]))).toEqual({ [used]: 1, [unused]: 0 })
})
