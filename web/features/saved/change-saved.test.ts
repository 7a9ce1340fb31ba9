import { i18n } from '@lingui/core'
import { beforeEach, expect, it, vi } from 'vitest'
import { changeSaved } from './change-saved.ts'

const calls = vi.hoisted(() => ({ saveListing: vi.fn(), unsaveListing: vi.fn() }))
vi.mock('../../queries/saved-lists.ts', () => ({ ...calls, listingToMove: { set: vi.fn() } }))
vi.mock('../../queries/saved-ids.ts', () => ({ markSaved: vi.fn() }))
vi.mock('../../session/dialogs.ts', () => ({ openDialog: vi.fn() }))
vi.mock('../../lib/errors.ts', () => ({ errorText: String }))

const [logo, poster] = [
  { id: 7, title: 'Logo' },
  { id: 8, title: 'Poster' },
]
/** What was sent, in this order, and the function that answers each call. */
const sent: string[] = []
const answers: ((refused?: Error) => void)[] = []
const answering =
  (name: string, result: object | null) =>
  (id: number): Promise<unknown> => {
    sent.push(`${name} ${id}`)
    return new Promise((resolve, reject) => answers.push((refused) => (refused ? reject(refused) : resolve(result))))
  }
const nextTurn = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  sent.length = answers.length = 0
  calls.saveListing.mockImplementation(answering('save', { id: 'a', name: '' }))
  calls.unsaveListing.mockImplementation(answering('remove', null))
})

it('a listing that is saved and removed at once is removed only after the answer, so that the calls cannot overtake each other', async () => {
  const all = [changeSaved(logo, true), changeSaved(logo, false), changeSaved(poster, true)]
  await nextTurn()
  expect(sent).toEqual(['save 7', 'save 8'])
  answers[0]!()
  await nextTurn()
  expect(sent).toEqual(['save 7', 'save 8', 'remove 7'])
  for (const answer of answers) answer()
  await Promise.all(all)
})

it('a change is also sent after one that was refused', async () => {
  const [first, second] = [changeSaved(logo, true), changeSaved(logo, false)]
  await nextTurn()
  answers[0]!(new Error('refused'))
  await expect(first).rejects.toThrow('refused')
  await nextTurn()
  expect(sent).toEqual(['save 7', 'remove 7'])
  answers[1]!()
  await second
})
