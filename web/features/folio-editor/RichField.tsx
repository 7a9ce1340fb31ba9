import { Suspense, useId, useState } from 'react'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { FieldError } from '../../ui/Field.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import css from './editor.module.css'
import type { FormContext } from './form.ts'
import { useStatusUntilRemoved } from './PictureField.tsx'

const RichEditor = lazyComponent(() => import('../listing-editor/RichEditor.tsx'), ['listing-editor', 'uploads'])

/** A rich text. `path` is that of the field, for its error. */
export function RichField({
  label,
  path,
  part,
  html,
  onChange,
  form,
}: {
  label: string
  path: string
  /** Names the field for the status of its uploads. */
  part: string
  html: string
  onChange: (html: string) => void
  form: FormContext
}) {
  const id = useId()
  // The editor holds the text itself, and takes only the one that it begins with.
  const [first] = useState(html)
  const error = form.errorOf(path)
  useStatusUntilRemoved(part, form.onStatus)
  return (
    <div className={css.rich}>
      <b>{label}</b>
      <Suspense fallback={<Skeleton width="100%" height={274} />}>
        <RichEditor
          html={first}
          label={label}
          error={error !== null}
          describedBy={error ? id : undefined}
          onChange={onChange}
          onStatus={(status) => form.onStatus(part, status)}
        />
      </Suspense>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}
