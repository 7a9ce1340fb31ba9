import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { auditLog } from '../shared/audit-tables.ts'
import { opaqueId } from '../shared/ids.ts'
import { call, codeOf, exhaustLimit, signedIn, type TestUser } from '../shared/testing.ts'
import { eraseUser } from './erase-user.ts'
import worker from './index.ts'
import type { ReportPage } from './reports.schema.ts'
import { reports } from './review-tables.ts'
import type { SponsorshipList } from './sponsorships.schema.ts'
import { createAdmin, db, testEnv } from './testing.ts'

const mailTeam = vi.fn(async (_: { subject: string; lines: string[] }) => {})
const env = { ...testEnv, NOTIFICATIONS: { notify: testEnv.NOTIFICATIONS.notify, mailTeam } } as typeof testEnv
beforeEach(async () => {
  mailTeam.mockClear()
  await db.delete(reports)
})

const request = {
  contact: ' Kim@Example.com ',
  company: 'Kamo\u200b Books',
  ageFrom: 20,
  ageTo: 40,
  gender: 'women',
  interests: ['design'],
  location: 'JP',
  language: 'ja',
  message: 'We sell books.',
}
async function ask(method: 'GET' | 'POST', name: string, as?: TestUser, body: object = {}, headers = {}) {
  const context = createExecutionContext()
  const answer = await call(worker, env, context, method, `/api/orders/${name}`, { ...(as && { as }), body, headers })
  await waitOnExecutionContext(context)
  return answer
}
const add = (more: object = {}, as?: TestUser) => ask('POST', 'addSponsorship', as, { ...request, ...more })
const listed = async (as: TestUser) => ((await (await ask('GET', 'getSponsorships', as)).json()) as SponsorshipList).requests

describe('addSponsorship', () => {
  it.each([
    { contact: 'kim' },
    { company: '' },
    { company: 'x'.repeat(101) },
    { ageFrom: 17 },
    { ageTo: 100 },
    { ageFrom: 41 },
    { ageFrom: 20.5 },
    { ageFrom: Number.NaN },
    { gender: 'all' },
    { interests: ['gambling'] },
    { interests: Array(11).fill('design') },
    { location: 'XX' },
    { language: 'tlh' },
    { message: 'x'.repeat(1001) },
  ])('refuses the fields %j', async (fields) => {
    expect(await codeOf(await add(fields))).toBe('invalid_body')
    expect(await db.select().from(reports)).toEqual([])
    expect(mailTeam).not.toHaveBeenCalled()
  })

  it('refuses a network over its limit', async () => {
    await exhaustLimit(testEnv, { network: '203.0.113.78' }, 'POST /api/orders/addSponsorship')
    expect((await ask('POST', 'addSponsorship', undefined, request, { 'x-address': '203.0.113.78' })).status).toBe(429)
  })

  it('stores the request of a guest and sends it to the team', async () => {
    expect((await add()).status).toBe(200)
    expect(mailTeam.mock.calls[0]![0].subject).toBe('Sponsorship: Kamo Books')
    expect(mailTeam.mock.calls[0]![0].lines.join('\n')).toContain('We sell books.')
    expect(await listed(await createAdmin())).toMatchObject([{ company: 'Kamo Books', contact: 'Kim@example.com', ageFrom: 20 }])
  })
})

describe('requests to sponsor', () => {
  it('are only for admins, and not in the list of reports', async () => {
    await add()
    const member = await signedIn(testEnv)
    expect(await codeOf(await ask('GET', 'getSponsorships'))).toBe('unauthorized')
    expect(await codeOf(await ask('GET', 'getSponsorships', member))).toBe('forbidden')
    const [{ id } = { id: '' }] = await listed(await createAdmin())
    expect(await codeOf(await ask('POST', 'closeSponsorship', member, { id }))).toBe('forbidden')
    const page = (await (await ask('GET', 'getReports', await createAdmin())).json()) as ReportPage
    expect(page.things).toEqual([])
  })

  it('are closed once, without their content, and recorded', async () => {
    await add()
    const admin = await createAdmin()
    const [{ id } = { id: '' }] = await listed(admin)
    const answers = await Promise.all([1, 2].map(() => ask('POST', 'closeSponsorship', admin, { id })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await codeOf(await ask('POST', 'closeSponsorship', admin, { id: opaqueId() }))).toBe('report_not_found')
    expect(await listed(admin)).toEqual([])
    expect(await db.select({ content: reports.content }).from(reports)).toEqual([{ content: null }])
    expect(await db.select().from(auditLog).where(eq(auditLog.subject, id))).toMatchObject([{ action: 'sponsorshipClosed' }])
  })

  it('of a member are deleted with the account', async () => {
    const member = await signedIn(testEnv)
    await add({}, member)
    await add()
    await eraseUser(db, member.id)
    expect((await db.select().from(reports)).map(({ reporterId }) => reporterId)).toEqual([0])
  })
})
