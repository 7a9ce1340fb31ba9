import { expect, it } from 'vitest'
import type { Media } from '../../../workers/uploads/media.schema.ts'
import { checkPost, draftOf, linkToPreview } from './post-draft.ts'

const place = { name: 'Aiko', pid: null, version: 0 }
const file = (id: string, kind: Media['kind'] = 'image'): Media => ({ id: id.repeat(22), kind, width: 4, height: 3, placeholder: null })
const empty = draftOf(null)

it('a post needs a text, a file or a link', () => {
  for (const content of ['', '<p></p>', '<p> </p><p>&nbsp;</p>'])
    expect(checkPost({ ...empty, content }, place, false)).toEqual({ body: null, faults: [{ field: 'post', rule: 'empty' }] })
  expect(checkPost({ ...empty, content: '<p>Hello</p>' }, place, true).body).toMatchObject({
    content: '<p>Hello</p>',
    draft: true,
    pid: null,
  })
  expect(checkPost({ ...empty, media: [file('a')] }, place, false).body).toMatchObject({ content: '', media: ['a'.repeat(22)] })
  expect(checkPost({ ...empty, link: ' news.example.com/x ' }, place, false).body?.link).toBe('https://news.example.com/x')
})

it('names the field whose rule is broken', () => {
  const faultsOf = (draft: Partial<typeof empty>) => checkPost({ ...empty, content: '<p>Hello</p>', ...draft }, place, false).faults
  expect(faultsOf({ link: 'javascript:alert(1)' })).toEqual([{ field: 'link', rule: 'link' }])
  expect(faultsOf({ content: `<p>${'x'.repeat(20_001)}</p>` })).toEqual([{ field: 'content', rule: 'too_long' }])
  expect(faultsOf({ media: 'abcdefghijk'.split('').map((id) => file(id)) })).toEqual([{ field: 'media', rule: 'too_many' }])
  expect(faultsOf({ media: [file('a', 'video'), file('b', 'video')] })).toEqual([{ field: 'media', rule: 'videos' }])
})

it('asks for the preview of a whole address only', () => {
  expect(linkToPreview('example.com/a')).toBe('https://example.com/a')
  expect(linkToPreview(' http://example.com ')).toBe('http://example.com/')
  for (const text of ['', ' ', 'exam', 'https://', 'mailto:a@b.c', 'https://user:secret@example.com'])
    expect(linkToPreview(text)).toBeNull()
})
