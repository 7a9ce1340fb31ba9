import { useState } from 'react'
import { DELIVERY_LIMITS, type DeliveredFile, type DeliveryStep, isContentMissing } from '../../../workers/orders/deliveries.schema.ts'
import type { Order } from '../../../workers/orders/orders.schema.ts'
import { characters, cleanLines } from '../../../workers/shared/text.schema.ts'
import type { UploadStatus } from '../../queries/upload/use-uploads.ts'

/** What a file of a delivery needs to be shown in the form. */
export type Attachment = Pick<DeliveredFile, 'path' | 'filename'>

/**
 * A delivery that the seller is writing. It begins with the one that was prepared before, if there is one. `fault` is the rule that it
 * breaks: `upload` means that a file has failed. `isOptional`: it may be empty. `isStored`: the server has to know about it.
 */
export function useDeliveryDraft(order: Pick<Order, 'event'>, prepared?: DeliveryStep | undefined) {
  const [message, setMessage] = useState<string | null>(null)
  const [files, setFiles] = useState<Attachment[] | null>(null)
  const [uploads, setUploads] = useState<UploadStatus>({ sending: 0, failed: 0 })
  const start = prepared?.kind === 'delivery' ? prepared : null
  const current = { message: message ?? start?.message ?? '', files: files ?? start?.files ?? [] }
  const cleaned = cleanLines(current.message)
  const length = characters(cleaned)
  const isMissing = !uploads.sending && isContentMissing(order, { message: cleaned, files: current.files })
  const fault: 'long' | 'upload' | 'empty' | null =
    length > DELIVERY_LIMITS.message ? 'long' : uploads.failed ? 'upload' : isMissing ? 'empty' : null
  return {
    ...current,
    length,
    fault,
    isOptional: order.event !== null,
    isStored: length > 0 || current.files.length > 0 || start !== null,
    isUploading: uploads.sending > 0,
    /** The body of addDelivery. */
    content: { message: current.message, files: current.files.map(({ path }) => path) },
    setMessage,
    setFiles: (change: (files: Attachment[]) => Attachment[]) => setFiles((old) => change(old ?? start?.files ?? [])),
    setUploads,
  }
}
