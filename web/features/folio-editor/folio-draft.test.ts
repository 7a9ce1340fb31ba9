import { beforeEach, expect, it, vi } from 'vitest'
import { type Folio, SECTION_KINDS } from '../../../workers/creators/folios.schema.ts'
import { blankSection, checkDraft, draftOf, readFolioDraft, storeFolioDraft } from './folio-draft.ts'

const picture = { id: 'p'.repeat(22), kind: 'image' as const, width: 800, height: 600, placeholder: null }
const ID = '00000000-0000-4000-8000-00000000000'
const folio: Folio = {
  ...{ name: 'Aiko', user_id: 3, title: 'Letters', about: '', image: picture, video: null, video_thumbnail: null, effect: 'NONE' },
  ...{ primary_color: '#fff0fa', secondary_color: '#dbd0e6', version: 2, saved: 1_790_000_000, is_promoted: false, since: 5 },
  ...{ website: '', instagram: '', twitter: '', twitch: '', youtube: '' },
  sections: [
    { id: `${ID}1`, title: 'Story', kind: 'FULL_PAGE', text: '<p>It began.</p>', picture },
    { id: `${ID}2`, title: '', kind: 'ROADMAP', steps: [{ title: 'A book', text: '', when: '2027' }] },
    { id: `${ID}3`, title: '', kind: 'TEAM', members: [{ name: 'Ren', role: '', text: '', picture, link: 'https://ren.example/' }] },
    { id: `${ID}4`, title: '', kind: 'COLUMN', columns: [{ title: 'A', text: '', picture: null }] },
    { id: `${ID}5`, title: '', kind: 'ROW', rows: [{ title: 'B', text: '<p>c</p>', picture }] },
    { id: `${ID}6`, title: '', kind: 'CAROUSEL', slides: [{ picture, caption: 'An island', link: '' }] },
  ],
}

let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
})

it('a page of all kinds of sections is sent as it was read, with the ids of its pictures', () => {
  const { body, faults } = checkDraft(draftOf(folio), 'Aiko', 2)
  expect(faults).toEqual([])
  expect(body).toMatchObject({ name: 'Aiko', version: 2, title: 'Letters', image: picture.id, video: null })
  expect(JSON.stringify(body!.sections)).toBe(
    JSON.stringify(folio.sections).replaceAll(JSON.stringify(picture), JSON.stringify(picture.id)),
  )
})

it('a fault has the path of its field', () => {
  const draft = { ...draftOf(folio), title: ' ', sections: [blankSection('CAROUSEL'), blankSection('TEAM'), blankSection('ROADMAP')] }
  const { body, faults } = checkDraft(draft, 'Aiko', 2)
  expect(body).toBeNull()
  expect(faults).toEqual([
    { field: 'title', rule: 'too_short' },
    { field: 'sections.0.slides', rule: 'too_few' },
    { field: 'sections.1.members.0.name', rule: 'too_short' },
    { field: 'sections.2.steps.0.title', rule: 'too_short' },
  ])
})

it('new sections of every kind have an id of their own', () => {
  const sections = [...SECTION_KINDS, ...SECTION_KINDS].map(blankSection)
  expect(new Set(sections.map(({ id }) => id)).size).toBe(2 * SECTION_KINDS.length)
  expect(new Set(sections.map(({ kind }) => kind))).toEqual(new Set(SECTION_KINDS))
})

it('a stored draft is read with its version, and only by its owner', () => {
  const draft = { ...draftOf(folio), title: 'Changed' }
  expect(storeFolioDraft(3, { version: 2, draft })).toBe(true)
  expect(readFolioDraft(3, draftOf(folio))).toEqual({ version: 2, draft })
  expect(readFolioDraft(4, draftOf(folio))).toBeNull()
  storeFolioDraft(3, null)
  expect(readFolioDraft(3, draftOf(folio))).toBeNull()
  expect(stored.size).toBe(0)
})

it.each(['{', '7', '{"version":1}', '{"version":"1","draft":{"sections":[]}}', '{"version":1,"draft":{"sections":{}}}'])(
  'ignores a damaged draft: %s',
  (text) => {
    storeFolioDraft(3, { version: 1, draft: draftOf(folio) })
    stored.set([...stored.keys()][0]!, text)
    expect(readFolioDraft(3, draftOf(folio))).toBeNull()
  },
)

it('leaves out a section of an unknown kind, and has what is saved for a missing field', () => {
  storeFolioDraft(3, { version: 1, draft: { title: 'Old', sections: [{ kind: 'SHOP' }, null, blankSection('ROW')] } as never })
  const saved = draftOf(folio)
  const read = readFolioDraft(3, saved)
  expect(read?.draft).toMatchObject({ title: 'Old', image: picture, effect: 'NONE', sections: [{ kind: 'ROW' }] })
})
