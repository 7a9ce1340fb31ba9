import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeliveredFile } from '../../../workers/orders/deliveries.schema.ts'
import { errorText } from '../../lib/errors.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { saveFile } from '../../lib/save-file.ts'
import { downloadPrivateFile } from '../../queries/upload/stored-files.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { toast } from '../../ui/toast.ts'
import css from './Files.module.css'

/** The files of a delivery or of evidence, to download; nothing if there are none. */
export function Files({ files }: { files: readonly DeliveredFile[] }) {
  const { t } = useLingui()
  if (!files.length) return null
  return (
    <ul className={css.files} aria-label={t`Files`}>
      {files.map((file) => (
        <li key={file.path}>
          <FileButton file={file} />
        </li>
      ))}
    </ul>
  )
}

/** A button that saves a file to the reader's device. Only a request with the session gets the file, so no link can be passed on. */
function FileButton({ file: { path, filename, size } }: { file: DeliveredFile }) {
  const { t } = useLingui()
  const [received, setReceived] = useState<number | null>(null)
  const isBusy = received !== null
  const download = async () => {
    setReceived(0)
    try {
      saveFile(await downloadPrivateFile(path, setReceived), filename)
    } catch (error) {
      toast(errorText(error), 'bad')
    }
    setReceived(null)
  }
  return (
    <>
      <button type="button" className={css.file} aria-busy={isBusy || undefined} onClick={isBusy ? undefined : download}>
        {isBusy ? <Spinner /> : <Icon name="file" />}
        <span>
          <span className="unseen">
            <Trans>Download</Trans>{' '}
          </span>
          {filename}
        </span>
        <span className="small mute num">{formatBytes(size)}</span>
      </button>
      {isBusy && <Progress label={t`Downloading ${filename}`} value={received / size} />}
    </>
  )
}
