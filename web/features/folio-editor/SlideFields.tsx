import { Trans, useLingui } from '@lingui/react/macro'
import { FOLIO_LIMITS } from '../../../workers/creators/folios.schema.ts'
import { FieldError, TextField } from '../../ui/Field.tsx'
import { mediaUrl } from '../../ui/media-url.ts'
import { OneFile } from '../uploads/OneFile.tsx'
import css from './editor.module.css'
import type { Slide } from './folio-draft.ts'
import type { FormContext } from './form.ts'
import { useStatusUntilRemoved } from './PictureField.tsx'
import { type ChangeList, SortableList } from './SortableList.tsx'

/** The pictures of a carousel, each with its caption and link. */
export function SlideFields({
  slides,
  part,
  path,
  change,
  form,
}: {
  slides: Slide[]
  part: string
  path: string
  change: ChangeList<Slide>
  form: FormContext
}) {
  const { t } = useLingui()
  useStatusUntilRemoved(part, form.onStatus)
  const error = form.errorOf(path)
  return (
    <>
      <SortableList
        label={t`Pictures`}
        items={slides}
        keyOf={({ picture }) => picture.id}
        nameOf={({ caption }, i) => caption || t`Picture ${i + 1}`}
        onChange={change}
      >
        {({ picture, caption, link }, i) => {
          const set = (fields: Partial<Slide>) =>
            change((now) => now.map((slide) => (slide.picture.id === picture.id ? { ...slide, ...fields } : slide)))
          return (
            <div className={css.entry}>
              <img className={css.thumb} src={mediaUrl(picture.id, 320)} alt="" />
              {form.errorOf(`${path}.${i}.picture`) && <FieldError>{form.errorOf(`${path}.${i}.picture`)}</FieldError>}
              <TextField
                label={<Trans>Caption</Trans>}
                maxLength={FOLIO_LIMITS.caption}
                dir="auto"
                value={caption}
                error={form.errorOf(`${path}.${i}.caption`)}
                hint={<Trans>Say what the picture shows, also for people who cannot see it.</Trans>}
                onChange={(event) => set({ caption: event.target.value })}
              />
              <TextField
                label={<Trans>Link</Trans>}
                type="url"
                inputMode="url"
                placeholder="https://"
                value={link}
                error={form.errorOf(`${path}.${i}.link`)}
                onChange={(event) => set({ link: event.target.value })}
              />
            </div>
          )
        }}
      </SortableList>
      {slides.length < FOLIO_LIMITS.slides && (
        <fieldset className={css.picture}>
          <legend className="unseen">
            <Trans>Add a picture</Trans>
          </legend>
          <OneFile
            kind="image"
            value={null}
            onStatus={(status) => form.onStatus(part, status)}
            onChange={(_, picture) => picture && change((now) => [...now, { picture, caption: '', link: '' }])}
            show={(preview) => preview && <img className={css.thumb} src={preview} alt="" data-dim />}
            choose={<Trans>Add a picture</Trans>}
          />
        </fieldset>
      )}
      {error && <FieldError>{error}</FieldError>}
    </>
  )
}
