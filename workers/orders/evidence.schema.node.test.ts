import { describe, expect, it } from 'vitest'
import { hash } from '../shared/ids.ts'
import { canonicalMessage, EVIDENCE_LIMITS, evidenceFault } from './evidence.schema.ts'
import { STATUS } from './orders.schema.ts'

describe('the canonical form of a message', () => {
  const message = { number: 7, author: 'seller', at: 1_800_000_000, text: 'I said "Monday".\n明日です。' } as const

  it('is a JSON array without spaces', async () => {
    const text = canonicalMessage('order-1', message)
    expect(text).toBe('["order-1",7,"seller",1800000000,"I said \\"Monday\\".\\n明日です。"]')
    // As `printf '%s' … | sha256sum` computes it.
    expect(await hash(text)).toBe('e5896bf9e454229b04a6dd48fe01e82e1cfc7bcc4f8969c46f40fa134c21cb6c')
  })

  it('differs if one of its parts differs', () => {
    const forms = [
      canonicalMessage('order-1', message),
      canonicalMessage('order-2', message),
      canonicalMessage('order-1', { ...message, number: 8 }),
      canonicalMessage('order-1', { ...message, author: 'buyer' }),
      canonicalMessage('order-1', { ...message, at: 1_800_000_001 }),
      canonicalMessage('order-1', { ...message, text: 'I said "Monday".' }),
      // Text cannot imitate another field.
      canonicalMessage('order-1",7,"seller', message),
    ]
    expect(new Set(forms).size).toBe(forms.length)
  })
})

describe('evidence', () => {
  const disputed = { status_: STATUS.indexOf('disputed') }

  it.each(STATUS.filter((status) => status !== 'disputed'))('cannot be submitted while the order is %s', (status) => {
    expect(evidenceFault({ status_: STATUS.indexOf(status) }, 'buyer', [])).toBe('evidence_closed')
  })

  it('can be submitted ten times by each party', () => {
    const nine = Array(EVIDENCE_LIMITS.submissions - 1).fill({ party: 'buyer' })
    expect(evidenceFault(disputed, 'buyer', nine)).toBeNull()
    expect(evidenceFault(disputed, 'buyer', [...nine, { party: 'buyer' }])).toBe('evidence_limit')
    expect(evidenceFault(disputed, 'seller', [...nine, { party: 'buyer' }])).toBeNull()
  })
})
