import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import type { Media } from '../../../workers/uploads/media.schema.ts'
import { FieldError } from '../../ui/Field.tsx'
import { mediaUrl } from '../../ui/media-url.ts'
import { OneFile } from '../uploads/OneFile.tsx'
import css from './editor.module.css'
import type { FormContext } from './form.ts'

interface Props {
  /** The name of the field. */
  label: ReactNode
  /** Names the field for the status of its upload. */
  part: string
  picture: Media | null
  onChange: (picture: Media | null) => void
  /** The path of the field, for its error. */
  path: string
  form: FormContext
}

/** A field for one picture. */
export function PictureField({ label, part, picture, onChange, path, form: { onStatus, errorOf } }: Props) {
  useStatusUntilRemoved(part, onStatus)
  const error = errorOf(path)
  return (
    <fieldset className={css.picture} data-wrong={error ? '' : undefined}>
      <legend>{label}</legend>
      <OneFile
        kind="image"
        value={picture?.id ?? null}
        onChange={(_, media) => onChange(media)}
        onStatus={(status) => onStatus(part, status)}
        show={(preview) =>
          preview ? (
            <img className={css.thumb} src={preview} alt="" data-dim />
          ) : (
            picture && <img className={css.thumb} src={mediaUrl(picture.id, 320)} alt="" />
          )
        }
        choose={picture ? <Trans>Change picture</Trans> : <Trans>Choose a picture</Trans>}
      />
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

/** A field that is removed from the page stops its upload. */
export function useStatusUntilRemoved(part: string, onStatus: FormContext['onStatus']) {
  useEffect(() => () => onStatus(part, { sending: 0, failed: 0 }), [part, onStatus])
}
