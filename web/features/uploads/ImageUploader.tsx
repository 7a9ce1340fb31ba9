import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Progress } from '../../ui/Progress.tsx'
import css from './ImageUploader.module.css'
import { mayPass, useUploadText } from './texts.ts'
import { ACCEPT, discard } from './upload.ts'
import { useUploads } from './use-uploads.ts'

/** A person's picture: `value` is a media id, or null for the initials of `name`. It shows at once and counts once saved. */
export function ImageUploader({ value, onChange, name }: { value: string | null; onChange: (id: string | null) => void; name: string }) {
  const { t } = useLingui()
  const { rule, why } = useUploadText('image')
  const id = useId()
  const { list, add, retry, cancel } = useUploads((media) => {
    // Refused by the server as long as the saved profile shows it.
    if (value) discard(value)
    onChange(media.id)
  }, 'image')
  const row = list.at(-1)
  return (
    <fieldset className={css.image}>
      <legend className="unseen">
        <Trans>Profile picture</Trans>
      </legend>
      <span className={css.face}>
        {row?.preview && !row.error ? <img src={row.preview} alt="" data-dim /> : <Avatar name={name || '?'} image={value} size={96} />}
      </span>
      <div className={css.side}>
        {row && !row.error ? (
          <>
            <Progress label={t`Uploading ${row.file.name}`} {...(row.progress < 1 && { value: row.progress })} />
            <Button small onClick={() => cancel(row.key)}>
              <Trans>Cancel</Trans>
            </Button>
          </>
        ) : (
          <div className={css.buttons}>
            <label className={css.choose}>
              <input
                type="file"
                accept={ACCEPT.image}
                aria-describedby={`${id}rule`}
                onChange={(event) => {
                  if (row) cancel(row.key)
                  if (event.target.files) add([...event.target.files].slice(0, 1))
                  event.target.value = ''
                }}
              />
              <Icon name="photo" />
              {value ? <Trans>Change picture</Trans> : <Trans>Choose a picture</Trans>}
            </label>
            {row && mayPass(row.error) && (
              <Button small onClick={() => retry(row)}>
                <Trans>Try again</Trans>
              </Button>
            )}
            {value && !row && (
              <Button look="ghost" icon="trash" onClick={() => onChange(null)}>
                <Trans>Remove</Trans>
              </Button>
            )}
          </div>
        )}
        {row?.error ? (
          <p className={css.error} role="alert">
            <Icon name="warning" size={16} />
            {why(row.error)}
          </p>
        ) : (
          <p id={`${id}rule`} className={css.rule}>
            {rule}
          </p>
        )}
      </div>
    </fieldset>
  )
}
