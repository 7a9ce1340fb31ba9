import { FILE_LIMITS, kindOf, type Media } from '../../../workers/uploads/media.schema.ts'
import type { FileKind, StoredFile } from './file-rules.ts'
import { messageTypeOf, mimeTypeOf } from './mime-type.ts'
import { posterOf } from './poster.ts'
import { needsRedraw, redraw } from './redraw.ts'
import { discard } from './stored-files.ts'
import { stripVideo } from './strip-video.ts'
import { transfer } from './transfer.ts'
import type { TransferOptions } from './transfer-options.ts'

/**
 * Uploads a file that passed checkFile: converts a picture that is not stored in its own type, and adds a poster to a video. The file
 * stays unclaimed until a listing, a profile, an application or a delivery is saved with it. Throws ApiError, or the signal's reason.
 */
export async function upload<Kind extends FileKind>(file: File, kind: Kind, options: TransferOptions = {}): Promise<StoredFile[Kind]> {
  if (kind === 'message') return transfer(await preparedForMessage(file), { ...options, kind }) as Promise<StoredFile[Kind]>
  const type = mimeTypeOf(file)
  const stored =
    kind === 'document' || kind === 'attachment'
      ? transfer(file, { ...options, kind })
      : kindOf(type) === 'video'
        ? uploadVideo(file, options)
        : transfer(needsRedraw(type) ? await redraw(file) : file, options)
  return stored as Promise<StoredFile[Kind]>
}

/** Uploads a video and a frame of it as its poster. A video without a poster is stored too. */
async function uploadVideo(file: File, options: TransferOptions): Promise<Media> {
  const { signal } = options
  const poster = posterOf(file)
    .then((frame) => frame && (transfer(frame, { signal }) as Promise<Media>))
    .catch(() => null)
  try {
    return (await transfer(file, { ...options, poster: poster.then((picture) => picture?.id) })) as Media
  } catch (error) {
    poster.then((picture) => picture && discard(picture.id))
    throw error
  }
}

/** A file of a message as it is sent: with its type, a video without its metadata, and a picture that is too large made smaller. */
async function preparedForMessage(file: File): Promise<File> {
  const type = messageTypeOf(file)
  if (needsRedraw(type) || (kindOf(type) === 'image' && file.size > FILE_LIMITS.image.bytes)) return redraw(file)
  const typed = type === file.type ? file : new File([file], file.name, { type, lastModified: file.lastModified })
  return kindOf(type) === 'video' || type === 'video/quicktime' ? stripVideo(typed) : typed
}
