import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { FOLIO_LIMITS } from '../../../workers/creators/folios.schema.ts'
import { characters, cleanLine, cleanLines } from '../../../workers/shared/text.schema.ts'
import { Count, TextArea, TextField } from '../../ui/Field.tsx'
import { BackdropFields } from './BackdropFields.tsx'
import { ColorField } from './ColorField.tsx'
import css from './editor.module.css'
import type { FolioDraft } from './folio-draft.ts'
import type { FormContext } from './form.ts'
import { SectionsEditor } from './SectionsEditor.tsx'

/** All fields of a page. */
export function FolioForm({
  draft,
  change,
  form,
  openSection,
  onOpenSection,
}: {
  draft: FolioDraft
  change: (update: (draft: FolioDraft) => FolioDraft) => void
  form: FormContext
  openSection: string | null
  onOpenSection: (id: string | null) => void
}) {
  const { t } = useLingui()
  const set = (fields: Partial<FolioDraft>) => change((now) => ({ ...now, ...fields }))
  return (
    <div className={css.form}>
      <Fields title={t`About you`}>
        <TextField
          label={<Trans>Title</Trans>}
          dir="auto"
          value={draft.title}
          error={form.errorOf('title')}
          hint={<Count now={characters(cleanLine(draft.title))} of={FOLIO_LIMITS.title} />}
          onChange={(event) => set({ title: event.target.value })}
        />
        <TextArea
          label={<Trans>About</Trans>}
          rows={5}
          dir="auto"
          value={draft.about}
          error={form.errorOf('about')}
          hint={<Count now={characters(cleanLines(draft.about))} of={FOLIO_LIMITS.about} />}
          onChange={(event) => set({ about: event.target.value })}
        />
      </Fields>
      <Fields title={t`Backdrop`}>
        <BackdropFields draft={draft} set={set} form={form} />
      </Fields>
      <Fields title={t`Colours`}>
        <ColorField label={t`Main colour:`} value={draft.primary_color} onChange={(color) => set({ primary_color: color })} />
        <ColorField label={t`Second colour:`} value={draft.secondary_color} onChange={(color) => set({ secondary_color: color })} />
        <p className="small mute">
          <Trans>The colours of texts are chosen so that they can always be read.</Trans>
        </p>
      </Fields>
      <Fields title={t`Sections`}>
        <SectionsEditor
          sections={draft.sections}
          onChange={(update) => change((now) => ({ ...now, sections: update(now.sections) }))}
          form={form}
          openId={openSection}
          onOpen={onOpenSection}
        />
      </Fields>
    </div>
  )
}

function Fields({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.fields}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
