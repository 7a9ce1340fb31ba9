import { Trans, useLingui } from '@lingui/react/macro'
import { FOLIO_LIMITS } from '../../../workers/creators/folios.schema.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldError, TextArea, TextField } from '../../ui/Field.tsx'
import css from './editor.module.css'
import { blankMember, blankPart, blankStep, type DraftOf, type DraftSection, type Member, type Part, type Step } from './folio-draft.ts'
import type { FormContext } from './form.ts'
import { PictureField } from './PictureField.tsx'
import { RichField } from './RichField.tsx'
import { SlideFields } from './SlideFields.tsx'
import { type ChangeList, SortableList } from './SortableList.tsx'

interface Props {
  section: DraftSection
  /** The path of the section in the draft, such as `sections.0`. */
  path: string
  /** Changes the section from what it is now. */
  change: (change: (section: DraftSection) => DraftSection) => void
  form: FormContext
}

/** The fields of a section: its title, and those of its kind. */
export function SectionFields({ section, path, change, form }: Props) {
  return (
    <>
      <TextField
        label={<Trans>Title of the section</Trans>}
        maxLength={FOLIO_LIMITS.sectionTitle}
        dir="auto"
        value={section.title}
        error={form.errorOf(`${path}.title`)}
        hint={<Trans>Optional.</Trans>}
        onChange={(event) => change((now) => ({ ...now, title: event.target.value }))}
      />
      <KindFields section={section} path={path} change={change} form={form} />
    </>
  )
}

function KindFields(props: Props) {
  const { section, path, change, form } = props
  const { t } = useLingui()
  /** Changes a section of this kind; the kind of a section never changes. */
  const changeOf =
    <Kind extends DraftSection['kind']>(_: Kind) =>
    (update: (now: DraftOf<Kind>) => DraftOf<Kind>) =>
      change((now) => update(now as DraftOf<Kind>))
  switch (section.kind) {
    case 'FULL_PAGE': {
      const set = changeOf(section.kind)
      return (
        <>
          <PictureField
            label={<Trans>Picture</Trans>}
            part={section.id}
            path={`${path}.picture`}
            picture={section.picture}
            form={form}
            onChange={(picture) => set((now) => ({ ...now, picture }))}
          />
          <RichField
            label={t`Text`}
            path={`${path}.text`}
            part={`${section.id} text`}
            html={section.text}
            form={form}
            onChange={(text) => set((now) => ({ ...now, text }))}
          />
        </>
      )
    }
    case 'ROADMAP': {
      const set = changeOf(section.kind)
      const list: ChangeList<Step> = (update) => set((now) => ({ ...now, steps: update(now.steps) }))
      return <StepFields steps={section.steps} path={`${path}.steps`} change={list} form={form} />
    }
    case 'TEAM': {
      const set = changeOf(section.kind)
      const list: ChangeList<Member> = (update) => set((now) => ({ ...now, members: update(now.members) }))
      return <MemberFields members={section.members} path={`${path}.members`} change={list} form={form} />
    }
    case 'COLUMN': {
      const set = changeOf(section.kind)
      const list: ChangeList<Part> = (update) => set((now) => ({ ...now, columns: update(now.columns) }))
      return <PartFields kind="COLUMN" parts={section.columns} path={`${path}.columns`} change={list} form={form} />
    }
    case 'ROW': {
      const set = changeOf(section.kind)
      const list: ChangeList<Part> = (update) => set((now) => ({ ...now, rows: update(now.rows) }))
      return <PartFields kind="ROW" parts={section.rows} path={`${path}.rows`} change={list} form={form} />
    }
    case 'CAROUSEL': {
      const set = changeOf(section.kind)
      return (
        <SlideFields
          slides={section.slides}
          part={section.id}
          path={`${path}.slides`}
          change={(update) => set((now) => ({ ...now, slides: update(now.slides) }))}
          form={form}
        />
      )
    }
  }
}

const keyOf = ({ key }: { key: string }) => key

/** A function that changes an entry of a list. */
const entryChanger =
  <Entry extends { key: string }>(change: ChangeList<Entry>, { key }: Entry) =>
  (fields: Partial<Entry>) =>
    change((now) => now.map((entry) => (entry.key === key ? { ...entry, ...fields } : entry)))

interface ListProps<Entry> {
  path: string
  change: ChangeList<Entry>
  form: FormContext
}

function StepFields({ steps, path, change, form }: ListProps<Step> & { steps: Step[] }) {
  const { t } = useLingui()
  return (
    <>
      <SortableList
        label={t`Steps`}
        items={steps}
        keyOf={keyOf}
        nameOf={({ title }, i) => title || t`Step ${i + 1}`}
        onChange={change}
        least={1}
      >
        {(step, i) => {
          const set = entryChanger(change, step)
          return (
            <div className={css.entry}>
              <TextField
                label={<Trans>Title</Trans>}
                maxLength={FOLIO_LIMITS.sectionTitle}
                dir="auto"
                value={step.title}
                error={form.errorOf(`${path}.${i}.title`)}
                onChange={(event) => set({ title: event.target.value })}
              />
              <TextField
                label={<Trans context="a step">When</Trans>}
                maxLength={FOLIO_LIMITS.when}
                dir="auto"
                value={step.when}
                error={form.errorOf(`${path}.${i}.when`)}
                hint={<Trans>Optional. For example: spring 2027.</Trans>}
                onChange={(event) => set({ when: event.target.value })}
              />
              <TextArea
                label={<Trans>Text</Trans>}
                dir="auto"
                value={step.text}
                error={form.errorOf(`${path}.${i}.text`)}
                onChange={(event) => set({ text: event.target.value })}
              />
            </div>
          )
        }}
      </SortableList>
      <AddEntry isFull={steps.length >= FOLIO_LIMITS.steps} text={t`Add a step`} onAdd={() => change((now) => [...now, blankStep()])} />
    </>
  )
}

function MemberFields({ members, path, change, form }: ListProps<Member> & { members: Member[] }) {
  const { t } = useLingui()
  return (
    <>
      <SortableList
        label={t`Members`}
        items={members}
        keyOf={keyOf}
        nameOf={({ name }, i) => name || t`Member ${i + 1}`}
        onChange={change}
        least={1}
      >
        {(member, i) => <MemberEntry member={member} path={`${path}.${i}`} set={entryChanger(change, member)} form={form} />}
      </SortableList>
      <AddEntry
        isFull={members.length >= FOLIO_LIMITS.members}
        text={t`Add a member`}
        onAdd={() => change((now) => [...now, blankMember()])}
      />
    </>
  )
}

interface MemberEntryProps {
  member: Member
  path: string
  set: (fields: Partial<Member>) => void
  form: FormContext
}

function MemberEntry({ member, path, set, form }: MemberEntryProps) {
  return (
    <div className={css.entry}>
      <PictureField
        label={<Trans>Picture</Trans>}
        part={member.key}
        path={`${path}.picture`}
        picture={member.picture}
        form={form}
        onChange={(picture) => set({ picture })}
      />
      <TextField
        label={<Trans>Name</Trans>}
        maxLength={FOLIO_LIMITS.memberName}
        dir="auto"
        value={member.name}
        error={form.errorOf(`${path}.name`)}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextField
        label={<Trans>Role</Trans>}
        maxLength={FOLIO_LIMITS.memberRole}
        dir="auto"
        value={member.role}
        error={form.errorOf(`${path}.role`)}
        onChange={(event) => set({ role: event.target.value })}
      />
      <TextArea
        label={<Trans>Text</Trans>}
        dir="auto"
        value={member.text}
        error={form.errorOf(`${path}.text`)}
        onChange={(event) => set({ text: event.target.value })}
      />
      <TextField
        label={<Trans>Link</Trans>}
        type="url"
        inputMode="url"
        placeholder="https://"
        value={member.link}
        error={form.errorOf(`${path}.link`)}
        onChange={(event) => set({ link: event.target.value })}
      />
    </div>
  )
}

/** The columns or rows of a section. */
function PartFields({ kind, parts, path, change, form }: ListProps<Part> & { kind: 'COLUMN' | 'ROW'; parts: Part[] }) {
  const { t } = useLingui()
  const isColumn = kind === 'COLUMN'
  return (
    <>
      <SortableList
        label={isColumn ? t`Columns` : t`Rows`}
        items={parts}
        keyOf={keyOf}
        nameOf={({ title }, i) => title || (isColumn ? t`Column ${i + 1}` : t`Row ${i + 1}`)}
        onChange={change}
        least={1}
      >
        {(part, i) => {
          const set = entryChanger(change, part)
          return (
            <div className={css.entry}>
              <TextField
                label={<Trans>Title</Trans>}
                maxLength={FOLIO_LIMITS.sectionTitle}
                dir="auto"
                value={part.title}
                error={form.errorOf(`${path}.${i}.title`)}
                onChange={(event) => set({ title: event.target.value })}
              />
              <PictureField
                label={<Trans>Picture</Trans>}
                part={part.key}
                path={`${path}.${i}.picture`}
                picture={part.picture}
                form={form}
                onChange={(picture) => set({ picture })}
              />
              <RichField
                label={t`Text`}
                path={`${path}.${i}.text`}
                part={`${part.key} text`}
                html={part.text}
                form={form}
                onChange={(text) => set({ text })}
              />
            </div>
          )
        }}
      </SortableList>
      <AddEntry
        isFull={parts.length >= (isColumn ? FOLIO_LIMITS.columns : FOLIO_LIMITS.rows)}
        text={isColumn ? t`Add a column` : t`Add a row`}
        onAdd={() => change((now) => [...now, blankPart()])}
      />
      {form.errorOf(path) && <FieldError>{form.errorOf(path)}</FieldError>}
    </>
  )
}

/** Adds an entry; nothing if the list is full. */
function AddEntry({ isFull, text, onAdd }: { isFull: boolean; text: string; onAdd: () => void }) {
  if (isFull) return null
  return (
    <div>
      <Button icon="plus" onClick={onAdd}>
        {text}
      </Button>
    </div>
  )
}
