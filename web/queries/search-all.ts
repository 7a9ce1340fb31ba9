import type { ListingPage } from '../../workers/listings/listings.schema.ts'
import { listings } from '../lib/api.ts'

/** The first listings of every type that match a text. */
export const searchAll = async (text: string): Promise<ListingPage> => (await listings.query.$get({ query: { type: 'all', text } })).json()
