import type { Seller } from '../../../workers/listings/fields.schema.ts'
import type { Listing } from '../../../workers/listings/listings.schema.ts'
import type { ListType } from '../../lib/paths.ts'
import type { SavedListing } from '../../queries/save-listing.ts'
import type { UploadStatus } from '../../queries/upload/use-uploads.ts'
import type { Viewer } from '../../session/viewer.ts'
import type { Draft, DraftFault, Kind } from './draft.ts'
import type { TextHelper } from './use-text-help.ts'

/** What the editor needs to know about services, jobs or events. */
export interface Editing<D extends Draft, L extends Listing> {
  listType: ListType
  empty: (kind: Kind) => D
  draftOf: (listing: L) => D
  /** Finds the faults of a draft, in the order to show them. */
  faultsOf: (draft: D, seller: Seller) => DraftFault[]
  /** Creates a listing from the draft, or changes the listing with this id. */
  send: (draft: D, id: number | undefined, options: { headers: { 'idempotency-key': string } }) => Promise<SavedListing>
}

/** What the fields of a form get. `start` is the draft the form opened with. */
export interface Form<D extends Draft = Draft> {
  draft: D
  start: D
  set: (change: Partial<D>) => void
  /** The error text of a field. */
  errorOf: (field: string) => string | null
  /** Must be called with the upload status of a part of the form, whenever it changes. */
  setUploadStatus: (part: 'media' | 'description', status: UploadStatus) => void
  help: TextHelper
}

/** `listing` is the listing to edit; it is missing for a new one. */
export interface EditorProps<L extends Listing> {
  viewer: Viewer
  listing?: L
  /** The kind of a new listing. Null: the kind of the stored draft, or else a freelance service. */
  kind: Kind | null
  /** The country that a new listing starts with, if one is known. */
  country: string | null
}
