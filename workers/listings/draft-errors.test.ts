import { describe, expect, it } from 'vitest'
import { opaqueId } from '../shared/ids.ts'
import { codeOf, signedIn, type TestUser } from '../shared/testing.ts'
import { descriptionHtml } from './generated-text.schema.ts'
import { templateFor } from './templates.schema.ts'
import { ask, createFile, eventDraft, jobDraft, publish, publishEvent, publishJob, serviceDraft, testEnv } from './testing.ts'

/** The calls that save a listing, each with a valid draft and a way to publish one. */
const CALLS = [
  ['addService', 'services', async (user: TestUser) => serviceDraft([await createFile(user)]), publish],
  ['addJob', 'jobs', async () => jobDraft(), publishJob],
  ['addEvent', 'events', async () => eventDraft({ paid: true, price: 5_000_000 }), publishEvent],
] as const

describe.each(CALLS)('%s', (call, listType, draftOf, publishListing) => {
  const save = async (user: TestUser, changes: Record<string, unknown>, key?: string) => {
    const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
    const product = { ...(await draftOf(user)), ...changes }
    return ask('POST', call, { as: user, body: { product }, headers })
  }

  it.each([
    ['a draft that breaks a rule', 'listing_rule', () => ({ title: 'Logo' })],
    [
      'the text of a template as description',
      'template_text',
      () => ({ description: descriptionHtml(templateFor('Signs for small shops', listType, 'en').description.join('\n')) }),
    ],
    ['an unknown file', 'media_not_yours', () => ({ media: [opaqueId()] })],
    ['the id of a listing that does not exist', 'listing_not_found', () => ({ id: 4_000_000_000 })],
  ] as const)('refuses %s', async (_, code, changes) => {
    expect(await codeOf(await save(await signedIn(testEnv), changes()))).toBe(code)
  })

  it("refuses to change another user's listing", async () => {
    const id = await publishListing(await signedIn(testEnv))
    expect(await codeOf(await save(await signedIn(testEnv), { id }))).toBe('forbidden')
  })

  it('requires a profile, and a wallet if the owner is paid', async () => {
    expect(await codeOf(await save(await signedIn(testEnv, { name: '' }), {}))).toBe('profile_required')
    const unpaid = await save(await signedIn(testEnv, { wallet: false }), {})
    if (call === 'addJob') expect(unpaid.status).toBe(200)
    else expect(await codeOf(unpaid)).toBe('wallet_required')
  })

  it('refuses an invalid idempotency key, and one that was used for another draft', async () => {
    const user = await signedIn(testEnv)
    expect(await codeOf(await save(user, {}, 'short'))).toBe('bad_request')
    const key = opaqueId()
    expect((await save(user, {}, key)).status).toBe(200)
    expect(await codeOf(await save(user, { title: 'Another title than before' }, key))).toBe('idempotency_key_reused')
  })
})
