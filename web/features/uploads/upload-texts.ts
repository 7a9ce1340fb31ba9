import { useLingui } from '@lingui/react/macro'
import { ATTACHMENTS, FILE_LIMITS } from '../../../workers/uploads/media.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/errors.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import type { FileKind } from '../../queries/upload/file-rules.ts'

export type MediaField = Exclude<FileKind, 'document'>

/** The texts of a field for pictures, videos, attachments or files of messages: what it accepts, and why a file was refused. */
export function useUploadTexts(kind: MediaField) {
  const { t } = useLingui()
  const image = formatBytes(FILE_LIMITS.image.bytes)
  const video = formatBytes(FILE_LIMITS.video.bytes)
  const attachment = formatBytes(ATTACHMENTS.bytes)
  const rules: Record<MediaField, string> = {
    image: t`JPEG, PNG, WebP, GIF, AVIF or SVG, up to ${image}.`,
    video: t`MP4 or WebM, up to ${video}.`,
    media: t`Pictures (JPEG, PNG, WebP, GIF, AVIF, SVG) up to ${image}, videos (MP4, WebM, MPEG, AVI) up to ${video}.`,
    attachment: t`Files of any type, up to ${attachment} each.`,
    message: t`Pictures, videos, PDF, Office and OpenDocument files, text, CSV and ZIP, up to ${attachment} each.`,
  }
  const rule = rules[kind]
  const describeFailure = (error: unknown): string => {
    const code = error instanceof ApiError ? error.code : null
    if (code === 'file_type_unsupported') return t`This type of file is not supported. ${rule}`
    if (code === 'file_too_large') return t`This file is too large. ${rule}`
    if (code === 'storage_full') {
      const { used, limit } = (error as ApiError).details as { used: number; limit: number }
      const [taken, all] = [formatBytes(used), formatBytes(limit)]
      return t`Not enough storage for this file: your files use ${taken} of ${all}. Remove pictures or videos you no longer need, and try again.`
    }
    if (code === 'upload_mismatch') return t`The content of this file does not match its name, or the file is damaged. Choose another file.`
    return errorText(error)
  }
  return { rule, describeFailure }
}
