import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { FOLIO_LIMITS, SECTION_KINDS, type SectionKind } from '../../../workers/creators/folios.schema.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { afterDialogs } from '../../ui/back.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FieldError } from '../../ui/Field.tsx'
import css from './editor.module.css'
import { blankSection, type DraftSection } from './folio-draft.ts'
import type { FormContext } from './form.ts'
import { SectionFields } from './SectionFields.tsx'
import { type ChangeList, SortableList } from './SortableList.tsx'
import { KIND_TEXTS, sectionName } from './section-kinds.ts'

/** The sections of the page: one is open, and new ones are added at the end. */
export function SectionsEditor({
  sections,
  onChange,
  form,
  openId,
  onOpen,
}: {
  sections: DraftSection[]
  onChange: ChangeList<DraftSection>
  form: FormContext
  openId: string | null
  onOpen: (id: string | null) => void
}) {
  const { t, i18n } = useLingui()
  const [isAdding, setAdding] = useState(false)
  const add = (kind: SectionKind) => {
    const section = blankSection(kind)
    onChange((now) => [...now, section])
    onOpen(section.id)
    setAdding(false)
    afterDialogs(() => document.querySelector<HTMLElement>(`[data-item="${section.id}"] input`)?.focus())
  }
  const nameOf = (section: DraftSection) => sectionName(i18n, section)
  return (
    <>
      {sections.length === 0 && (
        <p className="mute">
          <Trans>Your page has no sections yet. Show your work, your plans and the people behind it.</Trans>
        </p>
      )}
      <SortableList
        label={t`Sections`}
        items={sections}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        onChange={onChange}
        extra={(section) => {
          const [name, isOpen] = [nameOf(section), section.id === openId]
          return (
            <IconButton
              icon="pencil"
              label={isOpen ? t`Close: ${name}` : t`Edit: ${name}`}
              aria-expanded={isOpen}
              data-tool="edit"
              onClick={() => onOpen(isOpen ? null : section.id)}
            />
          )
        }}
      >
        {(section, i) =>
          section.id === openId && (
            <div className={css.section}>
              <SectionFields
                section={section}
                path={`sections.${i}`}
                form={form}
                change={(update) => onChange((now) => now.map((one) => (one.id === section.id ? update(one) : one)))}
              />
            </div>
          )
        }
      </SortableList>
      {form.errorOf('sections') && <FieldError>{form.errorOf('sections')}</FieldError>}
      {sections.length < FOLIO_LIMITS.sections && (
        <div>
          <Button icon="plus" onClick={() => setAdding(true)}>
            <Trans>Add a section</Trans>
          </Button>
        </div>
      )}
      {isAdding && <AddDialog onAdd={add} onClose={() => setAdding(false)} />}
    </>
  )
}

/** The choice of a kind. */
function AddDialog({ onAdd, onClose }: { onAdd: (kind: SectionKind) => void; onClose: () => void }) {
  const { i18n } = useLingui()
  return (
    <Dialog title={<Trans>Add a section</Trans>} subtitle={<Trans>You can move it later.</Trans>} onClose={onClose}>
      <ul className={css.kinds}>
        {SECTION_KINDS.map((kind) => (
          <li key={kind}>
            <button type="button" onClick={() => onAdd(kind)}>
              <b>{i18n._(KIND_TEXTS[kind].name)}</b>
              <span className="small mute">{i18n._(KIND_TEXTS[kind].text)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
