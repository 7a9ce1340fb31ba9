import { expect, it, vi } from 'vitest'
import type { SavedQuery } from '../../../workers/listings/saved/searches.schema.ts'

vi.mock('../../lib/i18n.ts', () => ({ localName: (label: Record<string, string>) => label.ja }))
const { searchName } = await import('./search-name.ts')

const query = (part: Partial<SavedQuery>) => ({ type: 'services', text: '', category: '', subCategory: '', ...part }) as SavedQuery
const category = query({ category: 'design' })

it('names a followed category in the language of the page, whichever language it was followed in', () => {
  expect(searchName({ name: 'Design & branding', query: category })).toBe('デザイン・ブランディング')
  expect(searchName({ name: 'デザイン・ブランディング', query: category })).toBe('デザイン・ブランディング')
  expect(searchName({ name: 'Logos', query: query({ category: 'design', subCategory: 'logo' }) })).toBe('ロゴ')
})

it('keeps the name that a member gave', () => {
  expect(searchName({ name: 'My logos', query: category })).toBe('My logos')
  expect(searchName({ name: 'Design & branding', query: query({ category: 'design', text: 'card' }) })).toBe('Design & branding')
})
