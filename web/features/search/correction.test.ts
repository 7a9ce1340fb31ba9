import { expect, test } from 'vitest'
import type { ListingPage } from '../../../workers/listings/listings.schema.ts'
import { correctionOf } from './correction.ts'

const page = (fields: Partial<ListingPage>): ListingPage => ({
  services: [],
  next: null,
  total: 0,
  corrected: null,
  proposal: null,
  ...fields,
})

test('names the corrected text of any kind, and only once every kind is loaded', () => {
  const jobs = page({ total: 2, corrected: 'illustration' })
  expect(correctionOf([jobs])).toEqual({ corrected: 'illustration' })
  expect(correctionOf([page({}), jobs, page({})])).toEqual({ corrected: 'illustration' })
  expect(correctionOf([undefined, jobs])).toEqual({})
})

test('proposes the corrected text if another kind has the words as they were written', () => {
  const services = page({ total: 1 })
  expect(correctionOf([services, page({ total: 2, corrected: 'illustration' })])).toEqual({ proposal: 'illustration' })
  expect(correctionOf([page({ total: 1, proposal: 'logo' })])).toEqual({ proposal: 'logo' })
  expect(correctionOf([page({ total: 9 }), undefined])).toEqual({})
})
