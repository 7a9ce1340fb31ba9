import { expect, it } from 'vitest'
import { faultsOfFiles, filesOfDraft, readMissingFiles, withoutFiles } from './draft-files.ts'
import { blankSection, type DraftSection, type FolioDraft } from './folio-draft.ts'

const [KEPT, LOST] = ['k'.repeat(22), 'l'.repeat(22)]
const picture = (id: string) => ({ id, kind: 'image' as const, width: 800, height: 600, placeholder: null })
const inText = (id: string) => `<p>a</p><img data-media="${id}" data-size="8x6"><p>b</p>`
const sectionWith = (id: string): DraftSection[] =>
  [
    { ...blankSection('FULL_PAGE'), text: inText(id), picture: picture(id) },
    blankSection('ROADMAP'),
    { ...blankSection('TEAM'), members: [{ key: 'a', name: 'Ren', role: '', text: '', picture: picture(id), link: '' }] },
    { ...blankSection('COLUMN'), columns: [{ key: 'a', title: '', text: inText(id), picture: picture(id) }] },
    { ...blankSection('ROW'), rows: [{ key: 'a', title: '', text: inText(id), picture: picture(id) }] },
    { ...blankSection('CAROUSEL'), slides: [{ picture: picture(id), caption: '', link: '' }] },
  ] as DraftSection[]
const draftWith = (id: string): FolioDraft => ({
  ...{ title: 'Letters', about: '', image: picture(id), video: null, video_thumbnail: null, effect: 'NONE' },
  ...{ primary_color: '#fff0fa', secondary_color: '#dbd0e6', sections: [...sectionWith(id), ...sectionWith(KEPT)] },
})

it('finds the files of every kind of section, with the paths of their fields', () => {
  const found = filesOfDraft(draftWith(LOST)).filter(({ id }) => id === LOST)
  const fields = [
    'image',
    'sections.0.picture',
    'sections.0.text',
    'sections.2.members.0.picture',
    'sections.3.columns.0.picture',
    'sections.3.columns.0.text',
    'sections.4.rows.0.picture',
    'sections.4.rows.0.text',
    'sections.5.slides.0.picture',
  ]
  expect(found.map(({ field }) => field)).toEqual(fields)
  expect(faultsOfFiles(draftWith(LOST), new Set([LOST]))).toEqual(fields.map((field) => ({ field, rule: 'file_gone' })))
  expect(faultsOfFiles(draftWith(LOST), new Set())).toEqual([])
})

it('removes lost files, and keeps all others and all texts', () => {
  const before = draftWith(LOST)
  const clean = withoutFiles(before, new Set([LOST]))
  expect(filesOfDraft(clean).filter(({ id }) => id === LOST)).toEqual([])
  expect(clean.sections.slice(6)).toEqual(before.sections.slice(6))
  expect(clean).toMatchObject({ image: null, title: 'Letters' })
  expect(clean.sections).toMatchObject([
    { text: '<p>a</p><p>b</p>', picture: null },
    { steps: [{}] },
    { members: [{ name: 'Ren', picture: null }] },
    { columns: [{ text: '<p>a</p><p>b</p>', picture: null }] },
    { rows: [{ text: '<p>a</p><p>b</p>', picture: null }] },
    { slides: [] },
    ...before.sections.slice(6),
  ])
  expect(withoutFiles(before, new Set())).toEqual(before)
})

it('removes a lost video together with its picture, and only the picture if that is lost', () => {
  const draft = { ...draftWith(KEPT), video: { id: LOST, url: '', type: 'video/mp4' }, video_thumbnail: picture('t'.repeat(22)) }
  expect(withoutFiles(draft, new Set([LOST]))).toMatchObject({ video: null, video_thumbnail: null })
  expect(withoutFiles(draft, new Set(['t'.repeat(22)]))).toMatchObject({ video: { id: LOST }, video_thumbnail: null })
})

it.each([
  [undefined, []],
  [{}, []],
  [{ ids: 'x' }, []],
  [{ ids: [LOST, 7, null] }, [LOST]],
])('reads the missing files of a refusal: %j', (details, ids) => {
  expect(readMissingFiles(details)).toEqual(ids)
})
