import { createExecutionContext } from 'cloudflare:test'
import { describeCalls } from '../shared/calls.testing.ts'
import { call, signedIn } from '../shared/testing.ts'
import worker from './index.ts'
import { publish, testEnv } from './testing.ts'

describeCalls('calls of creators', {
  app: worker,
  env: testEnv,
  send: (method, path, init) => call(worker, testEnv, createExecutionContext(), method, path, init),
  lasting: [],
  world: async () => ({
    people: {
      owner: await signedIn(testEnv),
      newcomer: await signedIn(testEnv, { terms: false, name: '', wallet: false }),
    },
    samples: { 'GET /api/creators/getLinkPreview': { query: { url: await publish('<title>A page</title>') } } },
  }),
})
