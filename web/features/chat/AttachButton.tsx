import { useLingui } from '@lingui/react/macro'
import { ACCEPT } from '../../queries/upload/file-rules.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './AttachButton.module.css'

/** Opens the choice of files for a message. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useLingui()
  return (
    <label className={css.attach} title={t`Attach files`}>
      <input
        type="file"
        multiple
        accept={ACCEPT.message}
        aria-label={t`Attach files`}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Icon name="clip" size={20} />
    </label>
  )
}
