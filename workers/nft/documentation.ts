import type { CallsOf, Documentation } from '../shared/documentation.ts'
import * as answers from './answers.schema.ts'
import type { NftApi } from './index.ts'

const address = 'The contract of the collection, in upper or lower case.'
const cursor = 'The `next` of the previous page.'

const calls: CallsOf<NftApi, 'nft'> = {
  'GET /api/nft/getCollection': {
    summary: 'Get a collection',
    about: 'As the indexer has last read it from the chain. Only collections of our factory.',
    answer: answers.collection,
    fields: { address },
    errors: ['collection_not_found'],
  },
  'GET /api/nft/getCollectionsByCreator': {
    summary: 'List the collections of a creator',
    about: 'The newest first. A collection that was handed over is with its new creator. Empty for a name that nobody has.',
    answer: answers.collectionPage,
    fields: { name: 'The name of the creator, in upper or lower case.', cursor },
    errors: [],
  },
  'GET /api/nft/getTokensByCollectionAddress': {
    summary: 'List the tokens of a collection',
    about: 'Sixteen on a page, the newest first, also burned ones. `stale` says why a listing cannot be bought.',
    answer: answers.tokenPage,
    fields: { address, cursor },
    errors: [],
  },
  'GET /api/nft/getToken': {
    summary: 'Get a token with its collection and offers',
    about: 'The newest hundred offers.',
    answer: answers.tokenAnswer,
    fields: { address, tokenId: 'The number of the token, as decimal text.' },
    errors: ['token_not_found'],
  },
}

export const documentation: Documentation = {
  about: 'Collections of NFTs and the marketplace, as the indexer has read them from the chain.',
  calls,
  schemas: {
    Collection: answers.collection,
    CollectionPage: answers.collectionPage,
    TokenPage: answers.tokenPage,
    Token: answers.tokenAnswer,
  },
}
