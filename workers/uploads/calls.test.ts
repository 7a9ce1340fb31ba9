import { createExecutionContext } from 'cloudflare:test'
import { describeCalls } from '../shared/calls.testing.ts'
import { call, signedIn } from '../shared/testing.ts'
import worker from './index.ts'
import { addCreator, createTicket, testEnv } from './testing.ts'

const area = '/api/uploads'
const WRITE_CALLS = [
  'addProductFile',
  'uploadImage',
  'signParts',
  'finishUpload',
  'deleteProductMedia',
  'uploadFile',
  'cloudUpload',
  'addWork',
]

describeCalls('calls of uploads', {
  app: worker,
  env: testEnv,
  send: (method, path, init) => call(worker, testEnv, createExecutionContext(), method, path, init),
  lasting: WRITE_CALLS.map((name) => `POST ${area}/${name}`),
  world: async () => {
    const owner = await signedIn(testEnv)
    const newcomer = await signedIn(testEnv, { terms: false, name: '', wallet: false })
    const stranger = await signedIn(testEnv)
    await addCreator(owner)
    const { id } = await createTicket(owner, 'video/mp4', 30_000_000)
    const cid = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'
    return {
      people: { owner, newcomer, stranger },
      samples: {
        [`POST ${area}/addProductFile`]: { json: { name: 'photo.jpg', type: 'image/jpeg', size: 1000 } },
        [`POST ${area}/uploadImage`]: { json: { name: 'photo.jpg', type: 'image/jpeg', size: 1000 } },
        [`POST ${area}/signParts`]: { json: { id, parts: [1] } },
        [`POST ${area}/finishUpload`]: { json: { id, parts: ['"etag"'], poster: id, cid } },
        [`POST ${area}/deleteProductMedia`]: { json: { id } },
        [`GET ${area}/getProductMedia`]: { query: { id } },
        [`POST ${area}/uploadFile`]: { json: { name: 'cv.pdf', type: 'application/pdf', size: 1000, kind: 'document' } },
        [`GET ${area}/downloadPrivateFile`]: { query: { path: id } },
        [`POST ${area}/cloudUpload`]: { json: { name: 'photo.jpg', type: 'image/jpeg', size: 1000 } },
        [`GET ${area}/downloadCloudFile`]: { query: { id, width: '640' } },
        [`POST ${area}/addWork`]: { json: { name: 'book.epub', type: 'application/epub+zip', size: 1000 } },
        [`GET ${area}/health`]: {},
        'GET /media/:id/video': { params: { id } },
        'GET /media/:id/:file': { params: { id, file: '320.webp' } },
        'GET /media/ipfs/:cid': { params: { cid } },
        'GET /public/imgcache/:file': { params: { file: `${cid}_s.jpg` } },
      },
    }
  },
})
