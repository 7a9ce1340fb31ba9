import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { MESSAGE_FILES_MAX, type MessageFile } from '../../../workers/uploads/message-files.schema.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { cloudPictureUrl } from '../../queries/cloud-files.ts'
import { discard, isStored } from '../../queries/upload/stored-files.ts'
import { type Upload, type UploadStatus, useReportUploadStatus, useUploads } from '../../queries/upload/use-uploads.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { FailedRow } from '../uploads/upload-tiles.tsx'
import css from './AttachedFiles.module.css'

/** Files that were chosen, pasted or dropped. `key` grows with each choice. */
export interface PickedFiles {
  key: number
  files: File[]
}

interface AttachedFilesProps {
  /** The newest choice; it is added to those before it. Null if there was none since the page was opened. */
  picked: PickedFiles | null
  value: readonly MessageFile[]
  onChange: (change: (files: MessageFile[]) => MessageFile[]) => void
  onStatus: (status: UploadStatus) => void
}

/** The files of a message that is being written: their upload, with progress and cancel, and those that are ready. */
export default function AttachedFiles({ picked, value, onChange, onStatus }: AttachedFilesProps) {
  const { t } = useLingui()
  const [isOver, setOver] = useState(false)
  const order = useRef(new Map<string, number>())
  const { list, add, retry, cancel } = useUploads('message', (file, key) => {
    order.current.set(file.id, key)
    // In the order in which they were chosen, not in that in which their uploads ended.
    onChange((files) => [...files, file].sort((one, other) => (order.current.get(one.id) ?? -1) - (order.current.get(other.id) ?? -1)))
  })
  useReportUploadStatus(list, onStatus)
  // The server may have deleted files of an earlier visit.
  const restored = useRef(value)
  useEffect(() => {
    for (const { id } of restored.current)
      void isStored(id).then((isThere) => isThere || onChange((files) => files.filter((file) => file.id !== id)))
  }, [onChange])
  const added = useRef(0)
  useEffect(() => {
    if (!picked || added.current >= picked.key) return
    added.current = picked.key
    const room = Math.max(0, MESSAGE_FILES_MAX - value.length - list.length)
    setOver(picked.files.length > room)
    add(picked.files.slice(0, room))
  }, [picked, add, value.length, list.length])
  const running = list.filter(({ error }) => !error)
  const failed = list.filter(({ error }) => error)
  if (!value.length && !list.length && !isOver) return null
  return (
    <div className={css.tray}>
      <ul className={css.list} aria-label={t`Files of your message`}>
        {/* First, because the message cannot be sent with them. */}
        {failed.map((row) => (
          <FailedRow key={row.key} row={row} kind="message" onCancel={() => cancel(row.key)} onRetry={() => retry(row)} />
        ))}
        {value.map((file) => (
          <li key={file.id} className={css.tile}>
            {file.width ? <img src={cloudPictureUrl(file.id, 320)} alt="" /> : <Icon name="file" size={22} />}
            <span className={css.about}>
              <bdi className="cut">{file.name}</bdi>
              <span className={css.note}>{formatBytes(file.size)}</span>
            </span>
            <IconButton
              icon="close"
              label={t`Remove ${file.name}`}
              onClick={() => {
                setOver(false)
                onChange((files) => files.filter(({ id }) => id !== file.id))
                discard(file.id)
              }}
            />
          </li>
        ))}
        {running.map((row) => (
          <RunningTile key={row.key} row={row} onCancel={() => cancel(row.key)} />
        ))}
      </ul>
      {isOver && (
        <p className={css.error} role="alert">
          <Trans>A message can have at most {MESSAGE_FILES_MAX} files. Send the others with the next one.</Trans>
        </p>
      )}
    </div>
  )
}

/** A file that is being uploaded. */
function RunningTile({ row: { file, preview, progress, waiting }, onCancel }: { row: Upload; onCancel: () => void }) {
  const { t } = useLingui()
  const [hasPreview, setHasPreview] = useState(preview !== null)
  return (
    <li className={css.tile}>
      {hasPreview && preview ? <img src={preview} alt="" onError={() => setHasPreview(false)} /> : <Icon name="file" size={22} />}
      <span className={css.about}>
        <bdi className="cut">{file.name}</bdi>
        {waiting ? (
          <span className={css.note} role="status">
            <Trans>Waiting for the connection…</Trans>
          </span>
        ) : (
          <Progress label={t`Uploading ${file.name}`} {...(progress < 1 && { value: progress })} />
        )}
      </span>
      <IconButton icon="close" label={t`Cancel ${file.name}`} onClick={onCancel} />
    </li>
  )
}
