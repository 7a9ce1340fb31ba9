import { Trans, useLingui } from '@lingui/react/macro'
import type { PrivateFile } from '../../../workers/uploads/media.schema.ts'
import { ApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/errors.ts'
import { ACCEPT } from '../../queries/upload/file-rules.ts'
import { useReportUploadStatus, useUploads } from '../../queries/upload/use-uploads.ts'
import { Button } from '../../ui/Button.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Progress } from '../../ui/Progress.tsx'
import css from './applications.module.css'

type Cv = Pick<PrivateFile, 'path' | 'filename'>

/** The CV of an application. `onBusy` gets true while the file is being uploaded. */
export function CvField({
  value,
  onChange,
  onBusy,
}: {
  value: Cv | null
  onChange: (cv: Cv | null) => void
  onBusy: (busy: boolean) => void
}) {
  const { t } = useLingui()
  const { list, add, cancel } = useUploads('document', onChange)
  const row = list.at(-1)
  useReportUploadStatus(list, ({ sending }) => onBusy(sending > 0))
  const describeFailure = (error: unknown) => {
    const code = error instanceof ApiError ? error.code : null
    if (code === 'file_type_unsupported') return t`Please choose a PDF, DOC or DOCX file.`
    if (code === 'file_too_large') return t`Please choose a file of at most 10 MB.`
    if (code === 'upload_mismatch') return t`The content of this file does not match its name, or the file is damaged. Choose another file.`
    return errorText(error)
  }

  if (row && !row.error)
    return (
      <div className={css.file}>
        <Icon name="file" />
        <span className="cut">{row.file.name}</span>
        <Progress label={t`Uploading ${row.file.name}`} {...(row.progress < 1 && { value: row.progress })} />
      </div>
    )
  if (value)
    return (
      <div className={css.file}>
        <Icon name="file" />
        <span className="cut">{value.filename}</span>
        <Button look="ghost" small icon="trash" onClick={() => onChange(null)}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    )
  return (
    <FileDrop
      label={<Trans>Add your CV</Trans>}
      hint={<Trans>PDF, DOC or DOCX, up to 10 MB. Only you and the person you apply to can read it.</Trans>}
      accept={ACCEPT.document}
      error={row ? describeFailure(row.error) : null}
      onFiles={(files) => {
        if (row) cancel(row.key)
        add(files)
      }}
    />
  )
}
