import { createExecutionContext } from 'cloudflare:test'
import { describeCalls } from '../shared/calls.testing.ts'
import { call, signedIn } from '../shared/testing.ts'
import worker from './index.ts'
import { createCollection, createCreator, mint, readNfts, testEnv } from './testing.ts'

describeCalls('calls of nft', {
  app: worker,
  env: testEnv,
  send: (method, path, init) => call(worker, testEnv, createExecutionContext(), method, path, init),
  fresh: [],
  lasting: [],
  world: async () => {
    const creator = await createCreator()
    const address = await createCollection(creator)
    await mint(creator, address, creator, 1n)
    await readNfts()
    return {
      people: { owner: await signedIn(testEnv) },
      samples: {
        'GET /api/nft/getCollection': { query: { address } },
        'GET /api/nft/getCollectionsByCreator': { query: { name: 'kamo', cursor: `1790000000.${address}` } },
        'GET /api/nft/getTokensByCollectionAddress': { query: { address, cursor: '1790000000.7' } },
        'GET /api/nft/getToken': { query: { address, tokenId: '1' } },
      },
    }
  },
})
