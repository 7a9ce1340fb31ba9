import { Trans } from '@lingui/react/macro'
import { Avatar } from '../../ui/Avatar.tsx'
import css from './ImageUploader.module.css'
import { OneFile } from './OneFile.tsx'

/** A field for a person's picture: `value` is a media id, or null for the initials of `name`. */
export function ImageUploader({ value, onChange, name }: { value: string | null; onChange: (id: string | null) => void; name: string }) {
  return (
    <fieldset className={css.image}>
      <legend className="unseen">
        <Trans>Profile picture</Trans>
      </legend>
      <OneFile
        kind="image"
        value={value}
        onChange={onChange}
        show={(preview) => (
          <span className={css.face}>
            {preview ? <img src={preview} alt="" data-dim /> : <Avatar name={name} image={value} size={96} />}
          </span>
        )}
        choose={value ? <Trans>Change picture</Trans> : <Trans>Choose a picture</Trans>}
      />
    </fieldset>
  )
}
