import { Trans, useLingui } from '@lingui/react/macro'
import { type ComponentProps, type ReactNode, Suspense, useDeferredValue, useId } from 'react'
import { LIMITS } from '../../../workers/listings/fields.schema.ts'
import { htmlText } from '../../../workers/listings/richtext.schema.ts'
import { characters, cleanLine } from '../../../workers/shared/text.schema.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import type { ListType } from '../../lib/paths.ts'
import { Count, FieldError, TextArea, TextField } from '../../ui/Field.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Segmented } from '../../ui/Tabs.tsx'
import { PlaceFields } from '../cards/PlaceFields.tsx'
import type { Draft } from './draft.ts'
import css from './EditorForm.module.css'
import type { Form } from './editor-types.ts'
import { EDITOR_TEXTS } from './kind-texts.ts'
import { TextHelp } from './TextHelp.tsx'

const RichEditor = lazyComponent(() => import('./RichEditor.tsx'))

/** What the form passes to the fields that every kind of listing has. */
export type Fields = Pick<Form, 'draft' | 'start' | 'errorOf' | 'setUploadStatus' | 'help'> & { set: (change: Partial<Draft>) => void }

/** A section of a form with a heading. */
export function Part({ title, text, children }: { title: ReactNode; text?: ReactNode; children: ReactNode }) {
  return (
    <section className={css.part}>
      <header>
        <h2>{title}</h2>
        {text && <p className="mute">{text}</p>}
      </header>
      <div className={css.inside}>{children}</div>
    </section>
  )
}

export function TitleField({ form: { draft, set, errorOf }, listType }: { form: Fields; listType: ListType }) {
  const { i18n } = useLingui()
  return (
    <TextField
      label={<Trans>Title</Trans>}
      value={draft.title}
      error={errorOf('title')}
      hint={<Count now={characters(draft.title)} of={LIMITS.title} />}
      placeholder={i18n._(EDITOR_TEXTS[listType].placeholder)}
      onChange={(event) => set({ title: event.target.value })}
    />
  )
}

/** Country and city of a local listing. */
export function WhereFields({ form: { draft, set, errorOf } }: { form: Fields }) {
  const error = errorOf('place') ?? errorOf('country') ?? errorOf('city')
  return <PlaceFields country={draft.country} city={draft.city} error={error} onChange={set} />
}

/** A Segmented control that is only as wide as its options. */
export function Choice<K extends string>(props: ComponentProps<typeof Segmented<K>>) {
  return (
    <div className={css.row}>
      <Segmented {...props} />
    </div>
  )
}

/** The card description. With `optional` it may be empty; the server then uses the start of the main description. */
export function CardDescriptionField({ form: { draft, set, errorOf, help }, optional }: { form: Fields; optional?: boolean }) {
  const count = <Count now={characters(draft.descriptionPreview)} of={LIMITS.descriptionPreview} />
  return (
    <>
      <TextArea
        label={<Trans>Card description</Trans>}
        rows={2}
        value={draft.descriptionPreview}
        error={errorOf('descriptionPreview')}
        hint={
          optional && !draft.descriptionPreview ? <Trans>Optional. If empty, the start of the main description is shown.</Trans> : count
        }
        onChange={(event) => set({ descriptionPreview: event.target.value })}
      />
      <TextHelp help={help} field="descriptionPreview" />
    </>
  )
}

/** The main description, its error, and its length. */
export function DescriptionField({ form: { draft, start, set, errorOf, setUploadStatus, help } }: { form: Fields }) {
  const { t } = useLingui()
  const id = useId()
  const settled = useDeferredValue(draft.description)
  const error = errorOf('description')
  return (
    <div className={css.rich}>
      <Suspense fallback={<Skeleton width="100%" height={274} />}>
        <RichEditor
          html={start.description}
          written={help.written}
          label={t`Main description`}
          error={error !== null}
          describedBy={id}
          onChange={(description) => set({ description })}
          onStatus={(status) => setUploadStatus('description', status)}
        />
      </Suspense>
      <p className="small mute">
        <Count now={characters(cleanLine(htmlText(settled)))} of={LIMITS.description} />
      </p>
      {error && <FieldError id={id}>{error}</FieldError>}
      <TextHelp help={help} field="description" />
    </div>
  )
}
