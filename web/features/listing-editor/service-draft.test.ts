import { describe, expect, it } from 'vitest'
import type { Service } from '../../../workers/listings/services.schema.ts'
import { emptyService, newPlan, type ServiceDraft, serviceBodyOf, serviceDraftOf, serviceFaults } from './service-draft.ts'

const seller = { name: 'Aiko Mori', wallet: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }
const good: ServiceDraft = {
  ...emptyService(),
  title: 'Logos',
  category: 'design',
  descriptionPreview: 'Ten letters',
  description: `<p>${'x'.repeat(100)}</p>`,
  media: [{ id: 'a'.repeat(22), kind: 'image', width: 4, height: 3, placeholder: null }],
  plans: [{ ...newPlan([]), description: 'Ten letters' }],
}
const first = (change: Partial<ServiceDraft>) => serviceFaults({ ...good, ...change }, seller)[0]
const plan = (change: Partial<ServiceDraft['plans'][number]>) => first({ plans: [{ ...good.plans[0]!, ...change }] })

describe('the draft of a service', () => {
  it('starts with one plan of 20 dollars and five days, and has no faults once it is filled in', () => {
    expect(emptyService().plans).toMatchObject([{ title: 'Basic', price: '20', delivery: '5' }])
    expect(serviceFaults(good, seller)).toEqual([])
  })

  it('reports the first fault in the order of the rules', () => {
    expect(first({ title: 'Logo', category: '' })).toEqual({ field: 'title', rule: 'title_short' })
    expect(first({ category: '', descriptionPreview: '' })).toEqual({ field: 'category', rule: 'category_missing' })
    expect(serviceFaults({ ...good, descriptionPreview: '' }, { name: null, wallet: null })[0]).toEqual({
      field: 'seller',
      rule: 'profile_required',
    })
    expect(first({ descriptionPreview: '', description: '' })?.rule).toBe('preview_short')
    expect(first({ description: '', media: [] })?.rule).toBe('description_short')
    expect(first({ media: [] })).toEqual({ field: 'media', rule: 'media_missing' })
  })

  it.each([
    [{ price: '4.99' }, 'price_low'],
    [{ price: '' }, 'price_low'],
    [{ price: '1e3' }, 'price_low'],
    [{ price: '-20' }, 'price_low'],
    [{ price: '20.1234567' }, 'price_low'],
    [{ price: '1000000.01' }, 'price_high'],
    [{ delivery: '0' }, 'delivery_short'],
    [{ delivery: '1.5' }, 'delivery_short'],
    [{ delivery: '400' }, 'delivery_long'],
    [{ description: 'Too short' }, 'option_description_short'],
    [{ title: ' ' }, 'titles'],
    [{ title: 'x'.repeat(41) }, 'titles'],
    [{ features: 'x'.repeat(500) }, 'too_long'],
  ])('reports the fault of a plan with %j', (change, rule) => expect(plan(change)?.rule).toBe(rule))

  it('accepts full-width digits, the minimum and the maximum', () => {
    expect(plan({ price: '５', delivery: '３６５' })).toBeUndefined()
    expect(plan({ price: '1,000,000' })).toBeUndefined()
  })

  it('reports two plans with the same name', () => {
    expect(first({ plans: [good.plans[0]!, { ...good.plans[0]!, key: '2' }] })).toEqual({ field: 'options', rule: 'titles' })
  })

  it('keeps every field of a listing that is opened in the form and sent unchanged', () => {
    const options = {
      Studio: { price: 240_500_000, delivery: 7, revisions: 0, hourly: true, description: 'Ten letters', features: ['One', 'Two'] },
    }
    const service = { ...good, id: 5, lang: 'en', type: 'FREELANCE', place: null, enabled: false, options } as unknown as Service
    expect(serviceBodyOf(serviceDraftOf(service), 5)).toMatchObject({
      id: 5,
      enabled: false,
      title: 'Logos',
      options,
      media: ['a'.repeat(22)],
    })
  })
})
