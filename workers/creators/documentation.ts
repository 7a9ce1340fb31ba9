import type { CallsOf, Documentation } from '../shared/documentation.ts'
import * as answers from './answers.schema.ts'
import type { CreatorsApi } from './index.ts'

const calls: CallsOf<CreatorsApi, 'creators'> = {
  'GET /api/creators/getLinkPreview': {
    summary: 'Get what a linked page says about itself',
    about:
      "The server requests the page, so its site does not learn the reader's address. Only public sites at the default ports of http and https are requested. " +
      'The pictures are copies that belong to the caller, served at `/media/{id}/{320|640|1280}.webp`, and deleted after a day if nothing uses them. ' +
      'A preview is kept for 23 hours, a failure for five minutes.',
    answer: answers.linkPreview,
    fields: { url: 'The link. Without a scheme, `https://` is meant.' },
    errors: ['preview_unavailable'],
  },
}

export const documentation: Documentation = {
  about: 'Pages and posts of creators. So far: previews of links.',
  calls,
  schemas: { LinkPreview: answers.linkPreview },
}
