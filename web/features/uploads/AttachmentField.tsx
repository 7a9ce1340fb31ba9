import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { PrivateFile } from '../../../workers/uploads/media.schema.ts'
import { discard } from '../../queries/upload/stored-files.ts'
import { type UploadStatus, useReportUploadStatus, useUploads } from '../../queries/upload/use-uploads.ts'
import { IconButton } from '../../ui/Button.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Progress } from '../../ui/Progress.tsx'
import css from './AttachmentField.module.css'
import { useUploadTexts } from './upload-texts.ts'
import { FailedRow } from './upload-tiles.tsx'

type Attachment = Pick<PrivateFile, 'path' | 'filename'>

interface AttachmentFieldProps {
  /** The files that have been uploaded. */
  value: readonly Attachment[]
  /** Maximum number of files. */
  max: number
  onChange: (change: (files: Attachment[]) => Attachment[]) => void
  onStatus: (status: UploadStatus) => void
  disabled: boolean
  /** Says who can read the files. */
  privacy: ReactNode
}

/** A field for private files of any type. A large file continues where it stopped if it is selected again. */
export function AttachmentField({ value, max, onChange, onStatus, disabled, privacy }: AttachmentFieldProps) {
  const { t } = useLingui()
  const { rule } = useUploadTexts('attachment')
  const [isOver, setOver] = useState(false)
  const { list, add, retry, cancel } = useUploads('attachment', ({ path, filename }) => onChange((files) => [...files, { path, filename }]))
  useReportUploadStatus(list, onStatus)
  const room = max - value.length - list.length
  return (
    <div className={css.field}>
      {(value.length > 0 || list.length > 0) && (
        <ul className={css.list} aria-label={t`Files`}>
          {value.map(({ path, filename }) => (
            <li key={path} className={css.file}>
              <Icon name="file" />
              <span className={css.name}>{filename}</span>
              <IconButton
                icon="trash"
                label={t`Remove ${filename}`}
                disabled={disabled}
                onClick={() => {
                  setOver(false)
                  onChange((files) => files.filter((file) => file.path !== path))
                  discard(path)
                }}
              />
            </li>
          ))}
          {list.map((row) =>
            row.error ? (
              <FailedRow key={row.key} row={row} kind="attachment" onCancel={() => cancel(row.key)} onRetry={() => retry(row)} />
            ) : (
              <li key={row.key} className={css.file}>
                <Icon name="file" />
                <span className={css.name}>
                  {row.file.name}
                  {row.waiting && (
                    <span className="small mute" role="status">
                      <Trans>Waiting for the connection…</Trans>
                    </span>
                  )}
                </span>
                <IconButton icon="close" label={t`Cancel ${row.file.name}`} onClick={() => cancel(row.key)} />
                <Progress label={t`Uploading ${row.file.name}`} {...(row.progress < 1 && { value: row.progress })} />
              </li>
            ),
          )}
        </ul>
      )}
      <FileDrop
        label={<Trans>Add files</Trans>}
        hint={
          <Trans>
            {rule} {privacy}
          </Trans>
        }
        multiple
        disabled={disabled}
        error={isOver ? t`Too many files: the limit is ${max}. Put several into one ZIP file.` : null}
        onFiles={(files) => {
          setOver(files.length > room)
          add(files.slice(0, Math.max(0, room)))
        }}
      />
    </div>
  )
}
