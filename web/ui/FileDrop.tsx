import { type ReactNode, useId } from 'react'
import { FieldError } from './Field.tsx'
import css from './FileDrop.module.css'
import { Icon } from './Icon.tsx'
import './icons.ts'
import { useFileDrop } from './use-file-drop.ts'

/** A field for files, which a person selects or drops here. The caller checks and uploads them; `hint` names the rules. */
export function FileDrop({
  label,
  hint,
  error,
  accept,
  multiple,
  disabled,
  onFiles,
}: {
  label: ReactNode
  hint?: ReactNode
  error?: string | null
  /** As in HTML: `.pdf,.doc` or `image/*`. */
  accept?: string
  multiple?: boolean
  disabled?: boolean
  onFiles: (files: File[]) => void
}) {
  const id = useId()
  const { isOver, dropTarget } = useFileDrop((files) => onFiles([...files].slice(0, multiple ? undefined : 1)), disabled)
  return (
    <div className={css.drop}>
      <label data-over={isOver || undefined} data-wrong={error ? true : undefined} {...dropTarget}>
        <input
          type="file"
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          aria-describedby={`${id}h ${id}e`}
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <Icon name="file" size={24} />
        <span>{label}</span>
      </label>
      {error && <FieldError id={`${id}e`}>{error}</FieldError>}
      {hint && <small id={`${id}h`}>{hint}</small>}
    </div>
  )
}
