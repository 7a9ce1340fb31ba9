import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'

const queryClient = new QueryClient()
vi.mock('../lib/api.ts', () => ({ queryClient }))
vi.mock('../lib/creators-api.ts', () => ({ creators: {} }))
const { refreshPanel } = await import('./manage-creators.ts')
const { keys } = await import('../lib/query-keys.ts')

it('repeats a first load that is under way, which may answer what was before the change', async () => {
  const answers: ((text: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  const observer = new QueryObserver(queryClient, { queryKey: keys.receivedApplicationsOf('open'), queryFn })
  const stop = observer.subscribe(() => {})
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  const refreshed = refreshPanel()
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[0]!('before')
  answers[1]!('after')
  await refreshed
  expect(observer.getCurrentResult().data).toBe('after')
  stop()
})
