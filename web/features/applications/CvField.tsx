import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Progress } from '../../ui/Progress.tsx'
import css from './applications.module.css'
import { CV_ACCEPT, uploadCv } from './cv.ts'

export interface Cv {
  path: string
  filename: string
}

/** The one document of an application. `onBusy` hears whether it is still on its way. */
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
  const [sent, setSent] = useState<{ name: string; share: number } | null>(null)
  const [error, setError] = useState<unknown>(null)

  const take = async ([file]: File[]) => {
    if (!file) return
    setError(null)
    setSent({ name: file.name, share: 0 })
    onBusy(true)
    try {
      onChange(await uploadCv(file, (share) => setSent({ name: file.name, share })))
    } catch (failure) {
      setError(failure)
    }
    setSent(null)
    onBusy(false)
  }
  const why = () => {
    const code = error instanceof ApiError ? error.code : null
    if (code === 'file_type_unsupported') return t`Please choose a PDF, DOC or DOCX file.`
    if (code === 'file_too_large') return t`Please choose a file of at most 10 MB.`
    if (code === 'upload_mismatch') return t`The content of this file does not match its name, or the file is damaged.`
    return errorText(error)
  }

  if (sent)
    return (
      <div className={css.file}>
        <Icon name="file" />
        <span className="cut">{sent.name}</span>
        <Progress label={t`Uploading ${sent.name}`} {...(sent.share < 1 && { value: sent.share })} />
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
      accept={CV_ACCEPT}
      error={error === null ? null : why()}
      onFiles={take}
    />
  )
}
