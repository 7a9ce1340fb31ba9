import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import type { Media } from '../../../workers/uploads/media.schema.ts'
import { ACCEPT, isRefused } from '../../queries/upload/file-rules.ts'
import { discard } from '../../queries/upload/stored-files.ts'
import { type Upload, type UploadStatus, useReportUploadStatus, useUploads } from '../../queries/upload/use-uploads.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Progress } from '../../ui/Progress.tsx'
import css from './ImageUploader.module.css'
import { useUploadTexts } from './upload-texts.ts'

/**
 * A field for one picture or video; `value` is its media id, which the form saves. `onChange` also gets the whole file. `show` renders the
 * file, or the preview of one that is being uploaded. `choose` is the text of the button. `onStatus` gets whether a file is being sent.
 */
export function OneFile({
  kind,
  value,
  onChange,
  show,
  choose,
  onStatus,
}: {
  kind: 'image' | 'video'
  value: string | null
  onChange: (id: string | null, media: Media | null) => void
  show: (preview: string | null) => ReactNode
  choose: ReactNode
  onStatus?: (status: UploadStatus) => void
}) {
  const { rule, describeFailure } = useUploadTexts(kind)
  const id = useId()
  const { list, add, retry, cancel } = useUploads(kind, (media) => {
    // The server keeps the old file as long as the saved profile uses it.
    if (value) discard(value)
    onChange(media.id, media)
  })
  useReportUploadStatus(list, onStatus)
  const row = list.at(-1)
  return (
    <>
      {show(row && !row.error ? row.preview : null)}
      <div className={css.side}>
        {row && !row.error ? (
          <Sending row={row} onCancel={() => cancel(row.key)} />
        ) : (
          <div className={css.buttons}>
            <label className={css.choose}>
              <input
                type="file"
                name={kind}
                accept={ACCEPT[kind]}
                aria-describedby={`${id}rule`}
                onChange={(event) => {
                  if (row) cancel(row.key)
                  if (event.target.files) add([...event.target.files].slice(0, 1))
                  event.target.value = ''
                }}
              />
              <Icon name="photo" />
              {choose}
            </label>
            {row && !isRefused(row.error) && (
              <Button small onClick={() => retry(row)}>
                <Trans>Try again</Trans>
              </Button>
            )}
            {value && !row && (
              <Button look="ghost" icon="trash" onClick={() => onChange(null, null)}>
                <Trans>Remove</Trans>
              </Button>
            )}
          </div>
        )}
        {row?.error ? (
          <p className={css.error} role="alert">
            <Icon name="warning" size={16} />
            {describeFailure(row.error)}
          </p>
        ) : (
          <p id={`${id}rule`} className={css.rule}>
            {rule}
          </p>
        )}
      </div>
    </>
  )
}

function Sending({ row, onCancel }: { row: Upload; onCancel: () => void }) {
  const { t } = useLingui()
  return (
    <>
      <Progress label={t`Uploading ${row.file.name}`} {...(row.progress < 1 && { value: row.progress })} />
      {row.waiting && (
        <p className={css.rule} role="status">
          <Trans>Waiting for the connection…</Trans>
        </p>
      )}
      <Button small onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </>
  )
}
