import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { listings } from '../listings/tables.ts'
import { publish as publishListing } from '../orders/testing.ts'
import { auditLog } from '../shared/audit-tables.ts'
import { opaqueId } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { codeOf, exhaustLimit, signedIn, type TestUser } from '../shared/testing.ts'
import { creators } from './creator-tables.ts'
import { folios, folioVersions } from './folio-tables.ts'
import { addFile, addVideo, allSections, createPage, newId, saved } from './folios.testing.ts'
import type { PostReportPage, ReportedItem } from './post-reports.schema.ts'
import { postReports, posts } from './post-tables.ts'
import { block, commented, commentsOf, postOf, postsOf, savedPost, setRemoved } from './posts.testing.ts'
import { ask, createAdmin, createCreator, db, preview, publish, testEnv } from './testing.ts'

const report = (as: TestUser | undefined, pid: string, more: object = {}) => ask('POST', 'reportPost', as, { pid, reason: 'spam', ...more })
const reportComment = (as: TestUser | undefined, id: string, more: object = {}) =>
  ask('POST', 'reportComment', as, { id, reason: 'abuse', ...more })
const listed = async (as: TestUser, list = 'open', cursor = '') =>
  (await (await ask('GET', `getPostReports?list=${list}${cursor && `&cursor=${cursor}`}`, as)).json()) as PostReportPage
const decide = (as: TestUser | undefined, id: string, action: string, kind = 'post', version = kind === 'post' ? 1 : 0) =>
  ask('POST', 'decidePostReports', as, { kind, id, action, version })
const partOf = async (as: TestUser, part: string, list = 'open') =>
  ((await (await ask('GET', `getPostReports?list=${list}&part=${part}`, as)).json()) as PostReportPage).things.map(({ kind }) => kind)
const stored = () => db.select().from(postReports)

/** A creator with a published post, and a member who has commented on it. */
async function createPost() {
  const { user, name } = await createPage()
  const { pid } = await savedPost(user, name, { content: '<p>Buy <b>this</b></p>', link: 'https://example.com/' })
  const member = await signedIn(testEnv, { name: 'Ben Carter' })
  const { comment } = await commented(member, pid, 'Buy that')
  return { user, name, pid, member, commentId: comment.id }
}

beforeEach(async () => {
  await db.delete(postReports)
  await db.delete(posts)
  await db.update(listings).set({ hiddenAt: null })
})

describe('reportPost and reportComment', () => {
  it('are refused for guests, for the own, and for what may not be seen, and store nothing', async () => {
    const { user, name, pid, member, commentId } = await createPost()
    const draft = await savedPost(user, name, { draft: true })
    expect([await codeOf(await report(undefined, pid)), await codeOf(await reportComment(undefined, commentId))]).toEqual([
      'unauthorized',
      'unauthorized',
    ])
    expect([await codeOf(await report(user, pid)), await codeOf(await reportComment(member, commentId))]).toEqual([
      'forbidden',
      'forbidden',
    ])
    for (const hidden of [draft.pid, opaqueId()]) expect(await codeOf(await report(member, hidden))).toBe('post_not_found')
    expect(await codeOf(await reportComment(user, opaqueId()))).toBe('comment_not_found')
    await setRemoved(user, 5)
    expect([await codeOf(await report(member, pid)), await codeOf(await reportComment(user, commentId))]).toEqual([
      'post_not_found',
      'comment_not_found',
    ])
    await setRemoved(user, null)
    await block(member, user)
    expect(await codeOf(await report(member, pid))).toBe('post_not_found')
    for (const more of [{ reason: 'boring' }, { text: 'x'.repeat(1001) }])
      expect(await codeOf(await report(member, pid, more))).toBe('invalid_body')
    const other = await signedIn(testEnv)
    await exhaustLimit(testEnv, { person: other.id }, 'POST /api/creators/reportPost')
    for (const call of [report(other, pid), reportComment(other, commentId)]) expect(await codeOf(await call)).toBe('too_many_requests')
    expect(await stored()).toEqual([])
  })

  it('are possible once per member, and again after a change that follows a decision', async () => {
    const { user, name, pid, member, commentId } = await createPost()
    const answers = await Promise.all([report(member, pid), report(member, pid)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await codeOf(await report(member, pid))).toBe('reported_already')
    expect((await reportComment(user, commentId)).status).toBe(200)
    expect(await codeOf(await reportComment(user, commentId))).toBe('reported_already')
    const admin = await createAdmin()
    expect((await decide(admin, pid, 'dismiss')).status).toBe(200)
    expect(await codeOf(await report(member, pid))).toBe('reported_already')
    await savedPost(user, name, { pid, version: 1, content: 'New' })
    expect((await report(member, pid, { text: ' Again ' })).status).toBe(200)
    expect((await stored()).filter(({ kind }) => kind === 'post')).toMatchObject([{ text: 'Again', content: 'New', decidedAt: null }])
  })
})

it('a report of a post or comment that is deleted in the same moment is not stored', async () => {
  const { user, pid, member, commentId } = await createPost()
  const reader = await signedIn(testEnv)
  const first = raceBefore('insert into \\"post_reports\\"', () => ask('POST', 'deleteComment', user, { id: commentId }))
  expect(await codeOf(await reportComment(reader, commentId))).toBe('comment_not_found')
  first.restore()
  const second = raceBefore('insert into \\"post_reports\\"', () => ask('POST', 'deletePost', user, { pid }))
  expect(await codeOf(await report(member, pid))).toBe('post_not_found')
  second.restore()
  expect(await stored()).toEqual([])
})

describe('reportPage', () => {
  const reportPage = (as: TestUser | undefined, name: string, more: object = {}) =>
    ask('POST', 'reportPage', as, { name, reason: 'fraud', ...more })
  const remove = (user: TestUser) => db.delete(creators).where(eq(creators.userId, user.id))

  it('is refused for guests, the owner, and pages that do not exist or were removed, and stores nothing', async () => {
    const { user, name } = await createPage()
    const member = await signedIn(testEnv)
    expect(await codeOf(await reportPage(undefined, name))).toBe('unauthorized')
    expect(await codeOf(await reportPage(user, name))).toBe('forbidden')
    expect(await codeOf(await reportPage(member, 'nobody'))).toBe('creator_not_found')
    for (const more of [{ reason: 'boring' }, { text: 'x'.repeat(1001) }, { name: 7 }])
      expect(await codeOf(await reportPage(member, name, more))).toBe('invalid_body')
    await setRemoved(user, 5)
    expect(await codeOf(await reportPage(member, name))).toBe('creator_not_found')
    await setRemoved(user, null)
    const race = raceBefore('insert into \\"post_reports\\"', () => remove(user))
    expect([await codeOf(await reportPage(member, name)), race.happened]).toEqual(['creator_not_found', true])
    race.restore()
    expect(await stored()).toEqual([])
  })

  it('copies the texts of the page, which an admin dismisses as the version that they have seen, but cannot hide', async () => {
    const { user, name } = await createPage()
    const picture = await addFile(user)
    const sections = allSections(picture)
    await saved(user, name, { title: 'Cheap books', about: 'Pay me outside.', sections })
    const [member, admin] = [await signedIn(testEnv), await createAdmin()]
    expect((await reportPage(member, name.toUpperCase(), { text: 'A trap' })).status).toBe(200)
    expect(await codeOf(await reportPage(member, name))).toBe('reported_already')
    const [thing] = (await listed(admin)).things
    expect(thing).toMatchObject({
      ...{ kind: 'page', id: String(user.id), creatorName: name, author: { id: user.id, name: 'Aiko Mori' }, version: 1, count: 1 },
      ...{
        media: [{ id: picture, kind: 'image' }],
        text: expect.stringContaining(`${name}\nCheap books\nPay me outside.\nBooks\nI draw books.`),
      },
    })
    expect(thing!.reports).toMatchObject([{ text: 'A trap', content: thing!.text }])
    await saved(user, name, { version: 1, title: 'Other books' })
    expect(await codeOf(await decide(admin, thing!.id, 'dismiss', 'page', 1))).toBe('conflict')
    expect((await listed(admin)).things).toMatchObject([{ text: `${name}\nOther books\nBooks for children.`, version: 2 }])
    for (const action of ['hide', 'restore'])
      expect(await codeOf(await decide(admin, thing!.id, action, 'page', 2))).toBe('report_not_found')
    expect((await decide(admin, thing!.id, 'dismiss', 'page', 2)).status).toBe(200)
    expect((await listed(admin)).things).toEqual([])
  })

  it('is not dismissed after a change of its social links, and can be reported again after one', async () => {
    const { user, name } = await createPage()
    await saved(user, name)
    const [member, admin] = [await signedIn(testEnv), await createAdmin()]
    const setLinks = (website: string) => ask('POST', 'updateSocialMedia', user, { name, website })
    await reportPage(member, name)
    const versions = [(await listed(admin)).things[0]!.version]
    for (const website of ['https://one.example/', 'https://two.example/']) {
      expect((await setLinks(website)).status).toBe(200)
      versions.push((await listed(admin)).things[0]!.version)
    }
    expect(new Set(versions).size).toBe(3)
    const [first, second, last] = versions as [number, number, number]
    for (const old of [first, second]) expect(await codeOf(await decide(admin, String(user.id), 'dismiss', 'page', old))).toBe('conflict')
    expect((await decide(admin, String(user.id), 'dismiss', 'page', last)).status).toBe(200)
    await db.update(folioVersions).set({ savedAt: 5 }).where(eq(folioVersions.userId, user.id))
    await db.update(folios).set({ linksChangedAt: 5 }).where(eq(folios.userId, user.id))
    expect(await codeOf(await reportPage(member, name))).toBe('reported_already')
    expect((await setLinks('https://three.example/')).status).toBe(200)
    expect((await reportPage(member, name)).status).toBe(200)
  })

  it('copies and shows the addresses of all links of a page, and plain text that looks like a tag', async () => {
    const { user, name } = await createPage()
    const picture = await addFile(user)
    const text = '<p>See <a href="https://a.example/?b=1&amp;c=2">here</a> or <a href="https://d.example/">https://d.example/</a></p>'
    const sections = [
      { id: newId(), kind: 'FULL_PAGE', title: 'Books', text, picture: null },
      { id: newId(), kind: 'TEAM', title: '', members: [{ name: '<Ben>', role: '', text: '', picture: null, link: 'https://e.example/' }] },
      { id: newId(), kind: 'CAROUSEL', title: '', slides: [{ picture, caption: 'Fox', link: 'https://f.example/' }] },
    ]
    await saved(user, name, { sections })
    const links = {
      ...{ website: 'https://g.example/', instagram: 'https://www.instagram.com/aiko', twitter: 'https://x.com/aiko' },
      ...{ twitch: 'https://www.twitch.tv/aiko', youtube: 'https://www.youtube.com/@aiko' },
    }
    expect((await ask('POST', 'updateSocialMedia', user, { name, ...links })).status).toBe(200)
    const [member, admin] = [await signedIn(testEnv), await createAdmin()]
    await reportPage(member, name)
    const content = [
      ...[name, 'Aiko draws', 'Books for children.', ...Object.values(links), 'Books'],
      'See here (https://a.example/?b=1&c=2) or https://d.example/',
      ...['<Ben>', 'https://e.example/', 'Fox', 'https://f.example/'],
    ].join('\n')
    expect((await listed(admin)).things).toMatchObject([{ text: content, reports: [{ content }] }])
  })

  it('shows a long page, and marks where its text and the copy are cut', async () => {
    const { user, name } = await createPage()
    const section = (title: string) => ({ id: newId(), kind: 'FULL_PAGE', title, text: `<p>${'a '.repeat(8000)}</p>`, picture: null })
    await saved(user, name, { sections: ['One', 'Two', 'Three', 'Four'].map(section) })
    const [member, admin] = [await signedIn(testEnv), await createAdmin()]
    await reportPage(member, name)
    const [{ text, reports }] = (await listed(admin)).things as [ReportedItem]
    expect([text.length, text.includes('Three'), text.includes('Four'), text.endsWith('…')]).toEqual([40_001, true, false, true])
    expect([reports[0]!.content.length, reports[0]!.content.endsWith('…')]).toEqual([10_001, true])
  })

  it('shows the first 20 files of a page, and how many there are', async () => {
    const { user, name } = await createPage()
    const pictures = await Promise.all(Array.from({ length: 22 }, () => addFile(user)))
    const section = (picture: string) => ({ id: newId(), kind: 'FULL_PAGE', title: '', text: '', picture })
    await saved(user, name, { sections: pictures.map(section) })
    const [member, admin] = [await signedIn(testEnv), await createAdmin()]
    await reportPage(member, name)
    const [thing] = (await listed(admin)).things
    expect(thing).toMatchObject({ kind: 'page', mediaCount: 22 })
    expect(thing?.kind === 'page' && thing.media.length).toBe(20)
  })

  it('shows a page that was never saved, and one with damaged sections', async () => {
    const { user, name } = await createCreator()
    const [member, admin] = [await signedIn(testEnv), await createAdmin()]
    expect((await reportPage(member, name)).status).toBe(200)
    expect((await listed(admin)).things).toMatchObject([{ kind: 'page', text: name, version: 0, media: [] }])
    await saved(user, name)
    await db.update(folioVersions).set({ sections: '{' }).where(eq(folioVersions.userId, user.id))
    expect((await listed(admin)).things).toMatchObject([{ text: `${name}\nAiko draws\nBooks for children.` }])
  })
})

describe('the queue of reports', () => {
  it('is only for admins of the Platform contract', async () => {
    const { pid, member, user, name } = await createPost()
    await report(member, pid)
    for (const [as, code] of [
      [undefined, 'unauthorized'],
      [member, 'forbidden'],
      [user, 'forbidden'],
    ] as const) {
      expect(await codeOf(await ask('GET', 'getPostReports', as))).toBe(code)
      expect(await codeOf(await decide(as, pid, 'hide'))).toBe(code)
    }
    expect(await postOf(name, pid)).toMatchObject({ hidden: false })
  })

  it('cannot be read or decided while the chain does not answer', async () => {
    const { pid, member, name } = await createPost()
    await report(member, pid)
    const admin = await createAdmin()
    const offline = { ...testEnv, RPC_URL: 'http://127.0.0.1:9' }
    expect(await codeOf(await ask('GET', 'getPostReports', admin, undefined, offline))).toBe('chain_unavailable')
    const hide = { kind: 'post', id: pid, action: 'hide', version: 1 }
    expect(await codeOf(await ask('POST', 'decidePostReports', admin, hide, offline))).toBe('chain_unavailable')
    expect(await postOf(name, pid)).toMatchObject({ hidden: false })
  })

  it('lists posts and comments with their reports, oldest first, in pages', async () => {
    const { user, name, pid, member, commentId } = await createPost()
    const admin = await createAdmin()
    await report(member, pid, { text: 'An advertisement' })
    await report(admin, pid, { reason: 'fraud' })
    await reportComment(user, commentId)
    await db.update(postReports).set({ createdAt: 1 }).where(eq(postReports.reporterId, member.id))
    await savedPost(user, name, { pid, version: 1, content: 'Something else' })
    const { things, next } = await listed(admin)
    expect(next).toBeNull()
    expect(things).toEqual([
      {
        ...{ kind: 'post', id: pid, pid, creatorName: name, author: { id: user.id, name: 'Aiko Mori' }, text: 'Something else' },
        version: 2,
        ...{ isDraft: false, media: [], mediaCount: 0, link: '', preview: null },
        ...{ hidden: false, count: 2 },
        reports: [
          { reason: 'spam', text: 'An advertisement', at: 1, content: 'Buy this\nhttps://example.com/' },
          { reason: 'fraud', text: '', at: expect.any(Number), content: 'Buy this\nhttps://example.com/' },
        ],
      },
      {
        ...{
          kind: 'comment',
          id: commentId,
          pid,
          creatorName: name,
          author: { id: member.id, name: 'Ben Carter' },
          text: 'Buy that',
          version: 0,
        },
        ...{ hidden: false, count: 1, reports: [{ reason: 'abuse', text: '', at: expect.any(Number), content: 'Buy that' }] },
      },
    ])
    const pids = await Promise.all(Array.from({ length: 21 }, async () => (await savedPost(user, name)).pid))
    await db.insert(postReports).values(
      pids.map((thingId, i) => ({
        kind: 'post',
        thingId,
        reporterId: member.id,
        reason: 'spam',
        text: '',
        content: 'x',
        createdAt: 10 + i,
      })),
    )
    const first = await listed(admin)
    const second = await listed(admin, 'open', first.next!)
    expect([...first.things, ...second.things].map(({ id }) => id)).toEqual([pid, ...pids, commentId])
    expect(second.next).toBeNull()
  })

  it('lists the things of one part only, open and hidden', async () => {
    const { pid, name, user, member, commentId } = await createPost()
    const admin = await createAdmin()
    const listing = await publishListing(user)
    await report(member, pid)
    await reportComment(user, commentId)
    for (const [path, body] of [
      ['reportListing', { id: listing }],
      ['reportPerson', { userId: user.id }],
      ['reportPage', { name }],
    ] as const)
      expect((await ask('POST', path, member, { reason: 'spam', ...body })).status).toBe(200)
    expect(await codeOf(await ask('GET', 'getPostReports?part=pages', admin))).toBe('invalid_body')
    expect((await partOf(admin, 'posts')).sort()).toEqual(['comment', 'post'])
    expect(await partOf(admin, 'listings')).toEqual(['listing'])
    expect((await partOf(admin, 'members')).sort()).toEqual(['page', 'person'])
    await decide(admin, pid, 'hide')
    expect([await partOf(admin, 'posts', 'hidden'), await partOf(admin, 'listings', 'hidden')]).toEqual([['post'], []])
  })

  it('shows the files, the link and its preview of a post, also while it is hidden', async () => {
    const { user, name } = await createPage()
    const [inText, below, video] = [await addFile(user), await addFile(user), await addVideo(user)]
    const link = await publish('<title>Cheap logos</title>')
    await preview(link, user)
    const content = `<img data-media="${inText}" data-size="1600x900">`
    const { pid } = await savedPost(user, name, { content, media: [below, video], link })
    const [member, admin] = [await signedIn(testEnv), await createAdmin()]
    await report(member, pid)
    const shown = {
      media: [{ id: below, kind: 'image' }, { id: video, kind: 'video' }, { id: inText }],
      ...{ link, preview: { url: link, title: 'Cheap logos' } },
    }
    expect((await listed(admin)).things).toMatchObject([{ id: pid, hidden: false, ...shown }])
    expect((await decide(admin, pid, 'hide')).status).toBe(200)
    expect((await listed(admin, 'hidden')).things).toMatchObject([{ id: pid, hidden: true, ...shown }])
    await db.update(posts).set({ preview: '{' }).where(eq(posts.id, pid))
    expect((await listed(admin, 'hidden')).things).toMatchObject([{ id: pid, ...shown, preview: null }])
  })

  it('shows nothing of a post that its author took back as a draft but the copies, and hides it', async () => {
    const { user, name, pid, member } = await createPost()
    const admin = await createAdmin()
    await report(member, pid)
    const media = [await addFile(user)]
    await savedPost(user, name, { pid, version: 1, draft: true, content: 'My secret', link: 'https://secret.example/', media })
    const draft = { isDraft: true, text: '', media: [], link: '', preview: null, version: 2 }
    expect((await listed(admin)).things).toMatchObject([{ ...draft, reports: [{ content: 'Buy this\nhttps://example.com/' }] }])
    expect((await decide(admin, pid, 'hide', 'post', 2)).status).toBe(200)
    expect((await listed(admin, 'hidden')).things).toMatchObject([draft])
  })

  it('hides a post and a comment, and shows them again, with entries in the log', async () => {
    const { user, name, pid, member, commentId } = await createPost()
    const admin = await createAdmin()
    expect(await codeOf(await decide(admin, pid, 'hide'))).toBe('report_not_found')
    await report(member, pid)
    await reportComment(user, commentId)
    expect(await codeOf(await decide(admin, pid, 'restore'))).toBe('report_not_found')
    const both = await Promise.all([decide(admin, commentId, 'hide', 'comment'), decide(admin, commentId, 'hide', 'comment')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await commentsOf(pid)).comments).toEqual([])
    expect((await decide(admin, pid, 'hide')).status).toBe(200)
    expect([(await postsOf(name)).posts, (await postsOf(name, user)).posts]).toMatchObject([[], [{ pid, hidden: true }]])
    expect((await stored()).map(({ content, decidedAt }) => [content, decidedAt === null])).toEqual([
      [null, false],
      [null, false],
    ])
    expect((await listed(admin)).things).toEqual([])
    expect((await listed(admin, 'hidden')).things.map(({ id, hidden, count }) => [id, hidden, count]).sort()).toEqual(
      [
        [pid, true, 0],
        [commentId, true, 0],
      ].sort(),
    )
    expect((await decide(admin, pid, 'restore')).status).toBe(200)
    expect((await decide(admin, commentId, 'restore', 'comment')).status).toBe(200)
    expect(await postOf(name, pid)).toMatchObject({ hidden: false, comments: 1 })
    const actions = await db.select({ action: auditLog.action, actor: auditLog.actor }).from(auditLog).where(eq(auditLog.subject, pid))
    expect(actions).toEqual(['postHidden', 'postRestored'].map((action) => ({ action, actor: admin.address })))
  })

  it('neither dismisses nor restores what was changed after the admin had seen it, and hides it nevertheless', async () => {
    const { user, name, pid, member, commentId } = await createPost()
    const admin = await createAdmin()
    await report(member, pid)
    const [seen] = (await listed(admin)).things
    await savedPost(user, name, { pid, version: 1, content: 'Worse' })
    expect(await codeOf(await decide(admin, pid, 'dismiss', 'post', seen!.version))).toBe('conflict')
    expect((await listed(admin)).things).toMatchObject([{ id: pid, text: 'Worse', version: 2, count: 1 }])
    const race = raceBefore('insert into audit_log', () => savedPost(user, name, { pid, version: 2, content: 'Worst' }))
    expect([await codeOf(await decide(admin, pid, 'dismiss', 'post', 2)), race.happened]).toEqual(['conflict', true])
    race.restore()
    expect((await decide(admin, pid, 'hide', 'post', 1)).status).toBe(200)
    expect(await codeOf(await decide(admin, pid, 'restore', 'post', 2))).toBe('conflict')
    expect((await listed(admin, 'hidden')).things).toMatchObject([{ id: pid, version: 3 }])
    expect((await decide(admin, pid, 'restore', 'post', 3)).status).toBe(200)
    await reportComment(user, commentId)
    expect(await codeOf(await decide(admin, commentId, 'dismiss', 'comment', 1))).toBe('conflict')
    const actions = await db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subject, pid))
    expect(actions.map(({ action }) => action)).toEqual(['postHidden', 'postRestored'])
  })

  it('hides again what was shown by mistake, without a new report, unless it was changed or never hidden', async () => {
    const { user, name, pid, member, commentId } = await createPost()
    const admin = await createAdmin()
    const unreported = await savedPost(user, name)
    expect(await codeOf(await decide(admin, unreported.pid, 'hide'))).toBe('report_not_found')
    await report(member, pid)
    await reportComment(user, commentId)
    for (const [id, kind] of [
      [pid, 'post'],
      [commentId, 'comment'],
    ] as const)
      for (const action of ['hide', 'restore', 'hide', 'restore']) expect((await decide(admin, id, action, kind)).status).toBe(200)
    const hides = await Promise.all([decide(admin, commentId, 'hide', 'comment'), decide(admin, commentId, 'hide', 'comment')])
    expect(hides.map(({ status }) => status).sort()).toEqual([200, 404])
    await savedPost(user, name, { pid, version: 1, content: 'Harmless' })
    expect(await codeOf(await decide(admin, pid, 'hide', 'post', 1))).toBe('conflict')
    expect(await postOf(name, pid)).toMatchObject({ hidden: false })
  })

  it('finds nothing by an id of another kind', async () => {
    const admin = await createAdmin()
    for (const kind of ['listing', 'person', 'page'])
      for (const id of [opaqueId(), 'x'.repeat(22), '9'.repeat(16)])
        for (const action of ['hide', 'dismiss', 'restore'])
          expect(await codeOf(await decide(admin, id, action, kind, 0))).toBe('report_not_found')
  })

  it('lets an admin neither dismiss reports of their own comment nor restore it', async () => {
    const { pid, member } = await createPost()
    const admin = await createAdmin()
    const { comment } = await commented(admin, pid)
    await reportComment(member, comment.id)
    for (const action of ['dismiss', 'restore']) expect(await codeOf(await decide(admin, comment.id, action, 'comment'))).toBe('forbidden')
    expect((await decide(admin, comment.id, 'hide', 'comment')).status).toBe(200)
  })

  it('loses the reports of what is deleted', async () => {
    const { user, pid, member, commentId } = await createPost()
    await report(member, pid)
    await reportComment(user, commentId)
    expect((await ask('POST', 'deleteComment', member, { id: commentId })).status).toBe(200)
    expect((await stored()).map(({ kind }) => kind)).toEqual(['post'])
    const { comment } = await commented(member, pid)
    await reportComment(user, comment.id)
    expect((await ask('POST', 'deletePost', user, { pid })).status).toBe(200)
    expect(await stored()).toEqual([])
  })
})
