import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { SAFE, VECTORS } from '../listings/richtext.testing.ts'
import { now, opaqueId } from '../shared/ids.ts'
import { raceBefore } from '../shared/racing.testing.ts'
import { edgesOf } from '../shared/schema.testing.ts'
import { clearLimits, codeOf, exhaustLimit, signedIn, type TestUser } from '../shared/testing.ts'
import { cleanLine, cleanLines } from '../shared/text.schema.ts'
import { media } from '../uploads/tables.ts'
import { creators } from './creator-tables.ts'
import { folioMedia, folios, folioVersions } from './folio-tables.ts'
import { FOLIO_LIMITS, folioRequest, KEPT_VERSIONS, type SavedFolio, SECTION_KINDS, type SectionKind } from './folios.schema.ts'
import { addFile, addVideo, allSections, createPage, folioBody, folioOf, getFolio, newId, save, saved } from './folios.testing.ts'
import { ask, db, testEnv } from './testing.ts'

const resultOf = async (response: Response) => (response.status === 200 ? 'success' : codeOf(response))
/** The path and the rule of a refused field, or the code of another error. */
async function faultOf(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: { code: string; details?: { path: string; rule: string } } }
  return error.code === 'invalid_body' ? `${error.details!.path} ${error.details!.rule}` : error.code
}
/** Everything that is stored about the page of a member. */
const rowsOf = async ({ id }: TestUser) => ({
  folios: await db.select().from(folios).where(eq(folios.userId, id)),
  versions: await db.select().from(folioVersions).where(eq(folioVersions.userId, id)),
  media: await db.select().from(folioMedia).where(eq(folioMedia.userId, id)),
})
interface RefusedFiles {
  error: { details: { ids: string[] } }
}
const NOTHING = { folios: [], versions: [], media: [] }
const setRemoved = (user: TestUser, removedAt: number | null) => db.update(creators).set({ removedAt }).where(eq(creators.userId, user.id))
const textSection = (text: string) => ({ id: newId(), kind: 'FULL_PAGE', title: '', text, picture: null })
const part = { title: '', text: '', picture: null }
const section = (kind: SectionKind, fields: object) => ({ id: newId(), kind, title: '', ...fields })
const many = <T>(count: number, value: T) => Array.from({ length: count }, () => value)

describe('addFolio refuses', () => {
  it('a guest, a member, an applicant and another creator, and a name that nobody has', async () => {
    const { user, name } = await createPage()
    const other = await createPage()
    expect(await codeOf(await save(undefined, name))).toBe('unauthorized')
    for (const stranger of [await signedIn(testEnv), other.user]) expect(await codeOf(await save(stranger, name))).toBe('forbidden')
    for (const nobody of ['nobodyhasthis', '', ' ', 'no/body', 'a\u202eb', 'ａｂ'])
      expect(await codeOf(await save(user, nobody))).toBe('creator_not_found')
    expect([await rowsOf(user), await rowsOf(other.user)]).toEqual([NOTHING, NOTHING])
  })

  it('the creator who was removed, for others as if the page did not exist', async () => {
    const { user, name } = await createPage({ removedAt: 5 })
    expect(await codeOf(await save(user, name))).toBe('folio_removed')
    expect(await codeOf(await save(await signedIn(testEnv), name))).toBe('creator_not_found')
    expect(await rowsOf(user)).toEqual(NOTHING)
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['no title', { title: '' }, 'title too_short'],
    ['an invisible title', { title: '\u200b\u3164 \u2800' }, 'title too_short'],
    ['a long title', { title: 'x'.repeat(81) }, 'title too_long'],
    ['a title that imitates the team', { title: 'Warren support' }, 'name_reserved'],
    ['a long text', { about: 'あ'.repeat(2001) }, 'about too_long'],
    ['a colour outside of the palette', { primary_color: '#fff0fb' }, 'primary_color color'],
    ['a colour in upper case', { primary_color: '#FFF0FA' }, 'primary_color color'],
    ['the name of a colour', { secondary_color: 'red' }, 'secondary_color color'],
    ['a colour with more style', { secondary_color: '#fff0fa;background:url(//evil.example)' }, 'secondary_color color'],
    ['another effect', { effect: 'BLINK' }, 'effect effect'],
    ['an effect in lower case', { effect: 'grain' }, 'effect effect'],
    ['an address as a picture', { image: 'https://evil.example/a.png' }, 'image media_id'],
    ['sections with the same id', { sections: many(2, textSection('<p>a</p>')) }, 'sections twice'],
    ['an id that is no UUID', { sections: [{ ...textSection(''), id: '"><script>' }] }, 'sections.0.id id'],
    ['too many sections', { sections: Array.from({ length: 51 }, () => textSection('')) }, 'sections too_many'],
    ['a long section', { sections: [textSection('x'.repeat(FOLIO_LIMITS.fullPage + 1))] }, 'sections.0.text too_long'],
    [
      'sections that are too long together',
      { sections: Array.from({ length: 11 }, () => textSection('x'.repeat(19_000))) },
      'sections too_long',
    ],
    ['a roadmap without steps', { sections: [section('ROADMAP', { steps: [] })] }, 'sections.0.steps too_few'],
    [
      'a step without title',
      { sections: [section('ROADMAP', { steps: [{ title: ' ', text: 'x', when: '' }] })] },
      'sections.0.steps.0.title too_short',
    ],
    [
      'too many steps',
      { sections: [section('ROADMAP', { steps: many(21, { title: 'x', text: '', when: '' }) })] },
      'sections.0.steps too_many',
    ],
    ['too many columns', { sections: [section('COLUMN', { columns: many(5, part) })] }, 'sections.0.columns too_many'],
    ['too many rows', { sections: [section('ROW', { rows: many(11, part) })] }, 'sections.0.rows too_many'],
    [
      'a link of a member without https',
      { sections: [section('TEAM', { members: [{ name: 'Ben', role: '', text: '', picture: null, link: 'javascript:alert(1)' }] })] },
      'sections.0.members.0.link https',
    ],
    [
      'a slide without picture',
      { sections: [section('CAROUSEL', { slides: [{ picture: null, caption: '', link: '' }] })] },
      'sections.0.slides.0.picture Invalid type: Expected string but received null',
    ],
    [
      'more than 300 files',
      {
        sections: Array.from({ length: 16 }, () =>
          section('CAROUSEL', { slides: Array.from({ length: 20 }, () => ({ picture: opaqueId(), caption: '', link: '' })) }),
        ),
      },
      'sections too_many',
    ],
    ['a lone surrogate', { about: 'a\ud800' }, 'about malformed'],
  ])('%s', async (_, overrides, fault) => {
    const { user, name } = await createPage()
    expect(await faultOf(await save(user, name, overrides))).toBe(fault)
    expect(await rowsOf(user)).toEqual(NOTHING)
  })

  it('a kind of section that does not exist', async () => {
    const { user, name } = await createPage()
    expect(await faultOf(await save(user, name, { sections: [{ ...textSection(''), kind: 'HTML' }] }))).toContain('sections.0.kind')
  })

  it('files of others, unknown, unfinished, deleted and private files, and files of the wrong kind, wherever they are used', async () => {
    const { user, name } = await createPage()
    const picture = await addFile(user)
    const video = await addVideo(user)
    const wrong = {
      'of another member': await addFile((await createPage()).user),
      unknown: opaqueId(),
      unfinished: await addFile(user, { readyAt: null }),
      deleted: await addFile(user, { readyAt: null, discardedAt: now() }),
      private: await addFile(user, { kind: 'attachment', contentType: 'application/octet-stream' }),
      'a video': video,
    }
    for (const [kind, id] of Object.entries(wrong)) {
      const places = {
        image: { image: id },
        thumbnail: { video, video_thumbnail: id },
        'a picture in a text': { sections: [textSection(`<p>a</p><img data-media="${id}" data-size="1x1">`)] },
        ...Object.fromEntries(allSections(picture, id).flatMap((one, i) => (i === 1 || i === 5 ? [] : [[one.kind, { sections: [one] }]]))),
        CAROUSEL: { sections: [allSections(id)[5]] },
      }
      expect(Object.keys(places)).toHaveLength(8)
      for (const [place, overrides] of Object.entries(places))
        expect({ kind, place, code: await resultOf(await save(user, name, overrides)) }).toEqual({ kind, place, code: 'media_not_yours' })
      await clearLimits(testEnv, user.id, 'POST /api/creators/addFolio')
    }
    const noVideo = [picture, await addVideo(user, 'video/x-msvideo'), await addVideo((await createPage()).user), opaqueId()]
    for (const id of noVideo) expect(await codeOf(await save(user, name, { video: id }))).toBe('media_not_yours')
    const idsOf = async (overrides: object) => ((await (await save(user, name, { ...overrides })).json()) as RefusedFiles).error.details.ids
    const [unknown, other] = [opaqueId(), opaqueId()]
    expect(await idsOf({ image: unknown, sections: allSections(other, picture) })).toEqual([unknown, other])
    expect(await idsOf({ video, image: video })).toEqual([video])
    expect(await rowsOf(user)).toEqual(NOTHING)
  })

  it('a version that is not the last one, and keeps what was saved', async () => {
    const { user, name } = await createPage()
    expect(await codeOf(await save(user, name, { version: 1 }))).toBe('folio_changed')
    expect(await rowsOf(user)).toEqual(NOTHING)
    await saved(user, name, { title: 'First' })
    await saved(user, name, { title: 'Second', version: 1 })
    const before = await rowsOf(user)
    for (const version of [0, 1, 3]) expect(await codeOf(await save(user, name, { title: 'Third', version }))).toBe('folio_changed')
    // The content of the save before the last one is no repetition of the last one.
    expect(await codeOf(await save(user, name, { title: 'First', version: 0 }))).toBe('folio_changed')
    expect(await rowsOf(user)).toEqual(before)
  })

  it('one of two saves at the same time', async () => {
    const { user, name } = await createPage()
    const results = await Promise.all(['One', 'Two'].map(async (title) => resultOf(await save(user, name, { title }))))
    expect(results.sort()).toEqual(['folio_changed', 'success'])
    expect((await rowsOf(user)).versions).toHaveLength(1)
  })

  it('a file that is deleted, and a creator who is removed, right before the save', async () => {
    const { user, name } = await createPage()
    const image = await addFile(user)
    const races: [() => Promise<unknown>, string][] = [
      [() => db.update(media).set({ readyAt: null }).where(eq(media.id, image)), 'media_not_yours'],
      [() => setRemoved(user, 5), 'folio_removed'],
    ]
    for (const [action, code] of races) {
      const race = raceBefore('insert into \\"folios\\"', action)
      try {
        expect(await codeOf(await save(user, name, { image }))).toBe(code)
        expect(race.happened).toBe(true)
      } finally {
        race.restore()
      }
    }
    expect(await rowsOf(user)).toEqual(NOTHING)
  })
})

describe('addFolio', () => {
  it('saves a page with all kinds of sections, and everybody gets it with its files', async () => {
    const { user, name } = await createPage()
    const [image, thumbnail, picture, slide, inText] = await Promise.all(many(5, 0).map(() => addFile(user)))
    const video = await addVideo(user, 'video/webm')
    const sections = allSections(slide!, picture)
    const full = sections[0] as { text: string }
    full.text += `<img data-media="${inText}" data-size="10x20">`
    const body = {
      image,
      video,
      video_thumbnail: thumbnail,
      effect: 'PARALLAX',
      primary_color: '#1d5fa8',
      secondary_color: '#b6d9fb',
      sections,
    }
    const { version, saved: at } = await saved(user, name.toUpperCase(), body)
    expect([version, at]).toEqual([1, expect.closeTo(now(), -1)])
    const shown = (id: string) => ({ id, kind: 'image', width: 1600, height: 900, placeholder: null })
    expect(await folioOf(name.toUpperCase())).toEqual({
      ...{ name, user_id: user.id, title: 'Aiko draws', about: 'Books for children.', image: shown(image!) },
      ...{ video: { id: video, url: `/media/${video}/video`, type: 'video/webm' }, video_thumbnail: shown(thumbnail!) },
      ...{ effect: 'PARALLAX', primary_color: '#1d5fa8', secondary_color: '#b6d9fb' },
      ...{ website: '', instagram: '', twitter: '', twitch: '', youtube: '' },
      sections: allSections('', null).map((one, i) => {
        const withPicture = JSON.parse(JSON.stringify(one).replaceAll('"picture":null', `"picture":${JSON.stringify(shown(picture!))}`))
        const { id } = sections[i]!
        if (i === 0) return { ...withPicture, id, text: full.text }
        return i === 5 ? { ...withPicture, id, slides: [{ picture: shown(slide!), caption: 'A fox', link: '' }] } : { ...withPicture, id }
      }),
      ...{ version: 1, saved: at, is_promoted: false, since: expect.any(Number) },
    })
    const claimed = (await rowsOf(user)).media.map(({ mediaId }) => mediaId)
    expect(claimed.sort()).toEqual([image!, thumbnail!, picture!, slide!, inText!, video].sort())
  })

  it('answers the same save again with the version that it made, also without the first answer', async () => {
    const { user, name } = await createPage()
    const first = await saved(user, name)
    expect(await saved(user, name)).toEqual(first)
    expect((await rowsOf(user)).versions).toHaveLength(1)
    const sections = [textSection('<p>Two</p>')]
    const second = await saved(user, name, { sections, version: 1 })
    expect(await saved(user, name, { sections, version: 1 })).toEqual(second)
    expect((await rowsOf(user)).versions.map(({ version }) => version)).toEqual([1, 2])
  })

  it(`keeps the last ${KEPT_VERSIONS} saves and their files`, async () => {
    const { user, name } = await createPage()
    const pictures = await Promise.all(many(KEPT_VERSIONS + 2, 0).map(() => addFile(user)))
    for (const [version, image] of pictures.entries()) await saved(user, name, { image, version, title: `Save ${version + 1}` })
    const rows = await rowsOf(user)
    expect(rows.versions.map(({ version }) => version)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(rows.media.map(({ mediaId }) => mediaId).sort()).toEqual(pictures.slice(2).sort())
  })

  it('cleans odd characters in every text', async () => {
    const { user, name } = await createPage()
    const odd = '  Ai\u200bko\u202e \u{e0041} e\u0301 ｆｏｘ \u00ad👩\u200d🎨 '
    const clean = 'Aiko é ｆｏｘ 👩\u200d🎨'
    const [full, roadmap, team, column, row] = [
      { ...textSection(`<p>${odd}</p>`), title: odd },
      section('ROADMAP', { steps: [{ title: odd, text: `${odd}\r\n\n\n\n${odd}`, when: odd }] }),
      section('TEAM', { members: [{ name: odd, role: odd, text: odd, picture: null, link: '' }] }),
      section('COLUMN', { columns: [{ title: odd, text: odd, picture: null }] }),
      section('ROW', { rows: [{ title: odd, text: odd, picture: null }] }),
    ]
    await saved(user, name, { title: odd, about: `${odd}\n\n\n\n${odd}`, sections: [full, roadmap, team, column, row] })
    const folio = await folioOf(name)
    expect([folio.title, folio.about]).toEqual([clean, `${clean}\n\n${clean}`])
    const texts = JSON.stringify(folio.sections)
    expect(texts.split('Aiko')).toHaveLength(14)
    expect(texts).not.toMatch(/[\u200b\u202e\u00ad\u{e0041}]|e\u0301/u)
    expect(folio.sections).toMatchObject([
      { title: clean, text: `<p> ${clean} </p>` },
      { steps: [{ title: clean, text: `${clean}\n\n${clean}`, when: clean }] },
      { members: [{ name: clean, role: clean, text: clean }] },
      { columns: [{ title: clean, text: clean }] },
      { rows: [{ title: clean, text: clean }] },
    ])
  })

  it('sanitizes rich texts, and stores everything else as plain text, for every published vector', async () => {
    const { user, name } = await createPage()
    const line = (vector: string, limit: number) => [...cleanLine(vector)].slice(0, limit).join('').trim() || 'x'
    const picture = await addFile(user)
    for (let version = 0, i = 0; i < VECTORS.length; version += 1, i += 8) {
      const vectors = VECTORS.slice(i, i + 8)
      const sections = vectors.flatMap((vector) => [
        { ...textSection(`<p>before ${vector} after</p>`), title: line(vector, 120) },
        section('COLUMN', { columns: [{ title: line(vector, 120), text: vector, picture: null }] }),
        section('ROW', { rows: [{ title: line(vector, 120), text: `<a href="https://x.example">${vector}</a>`, picture: null }] }),
        section('TEAM', { members: [{ name: line(vector, 60), role: line(vector, 80), text: vector, picture: null, link: '' }] }),
        section('ROADMAP', { steps: [{ title: line(vector, 120), text: vector, when: line(vector, 40) }] }),
        section('CAROUSEL', { title: line(vector, 120), slides: [{ picture, caption: line(vector, 100), link: '' }] }),
      ])
      const [first] = vectors as [string]
      await saved(user, name, { version, title: line(first, 80), about: first, sections })
      const folio = await folioOf(name)
      expect([folio.title, folio.about]).toEqual([line(first, 80), cleanLines(first)])
      expect(folio.sections).toHaveLength(sections.length)
      for (const [at, one] of folio.sections.entries()) {
        const vector = vectors[Math.floor(at / 6)]!
        if (one.kind === 'FULL_PAGE') expect(one.text).toMatch(SAFE)
        if (one.kind === 'COLUMN') expect(one.columns[0]!.text).toMatch(SAFE)
        if (one.kind === 'ROW') expect(one.rows[0]!.text).toMatch(SAFE)
        if (one.kind === 'TEAM') expect(one.members[0]!.text).toBe(cleanLines(vector))
        if (one.kind === 'ROADMAP') expect(one.steps[0]!.text).toBe(cleanLines(vector))
        if (one.kind === 'CAROUSEL') expect([one.title, one.slides[0]!.caption]).toEqual([line(vector, 120), line(vector, 100)])
      }
    }
    expect((await getFolio(name)).headers.get('content-type')).toMatch(/^application\/json/)
  })

  it.each(SECTION_KINDS)('answers no internal error for any field at or beyond its bounds: %s', async (kind) => {
    const { user, name } = await createPage()
    const picture = await addFile(user)
    const sections = allSections(picture, picture).filter((one) => one.kind === kind)
    const edges = edgesOf(folioRequest, folioBody(name, { sections, image: picture }))
    expect(edges.length).toBeGreaterThan(100)
    const known = ['invalid_body', 'media_not_yours', 'folio_changed', 'creator_not_found']
    let version = 0
    for (const [i, { name: edge, value }] of edges.entries()) {
      if (i % 50 === 0) await clearLimits(testEnv, user.id, 'POST /api/creators/addFolio')
      const body = /^(?:version|\(whole\))/.test(edge) ? value : { ...(value as object), version }
      const response = await ask('POST', 'addFolio', user, JSON.stringify(body))
      if (response.status === 200) version = ((await response.json()) as SavedFolio).version
      else expect([edge, known]).toEqual([edge, expect.arrayContaining([await codeOf(response)])])
    }
    expect(version).toBeGreaterThan(5)
  })

  it('is limited', async () => {
    const { user, name } = await createPage()
    await exhaustLimit(testEnv, { person: user.id }, 'POST /api/creators/addFolio')
    expect(await codeOf(await save(user, name))).toBe('too_many_requests')
    expect(await rowsOf(user)).toEqual(NOTHING)
  })
})
