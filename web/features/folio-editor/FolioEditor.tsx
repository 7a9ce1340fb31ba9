import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Folio } from '../../../workers/creators/folios.schema.ts'
import { formatDate } from '../../lib/dates.ts'
import { useSendingFiles } from '../../queries/upload/use-sending-files.ts'
import type { Viewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { FolioView } from '../creator-page/FolioView.tsx'
import css from './editor.module.css'
import { FolioForm } from './FolioForm.tsx'
import type { FolioFault } from './folio-draft.ts'
import { SaveDialog } from './SaveDialog.tsx'
import { SocialDialog } from './SocialDialog.tsx'
import { useFolioEditor } from './use-folio-editor.ts'
import { VersionsDialog } from './VersionsDialog.tsx'

/** What the preview shows: the draft, the published page, or an earlier save; null while the form is shown. */
type Preview = 'draft' | 'published' | Folio | null
type OpenDialog = 'social' | 'versions' | null

/** The editor of the viewer's own page: the form, or a preview of the draft or of an earlier save. */
export default function FolioEditor({ folio, viewer, onClose }: { folio: Folio; viewer: Viewer; onClose: () => void }) {
  const { t } = useLingui()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [preview, setPreview] = useState<Preview>(null)
  /** The save that the preview shows. */
  const shownSave = preview === 'published' ? folio : preview !== 'draft' ? preview : null
  const [openSection, setOpenSection] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const { sending, onStatus } = useSendingFiles()

  const showFault = ({ field }: FolioFault) => {
    const [, index] = /^sections\.(\d+)/.exec(field) ?? []
    if (index) setOpenSection(editor.draft.sections[Number(index)]!.id)
    setPreview(null)
    // The fields are marked, and their section is open, after the next render.
    setTimeout(
      () => box.current?.querySelector<HTMLElement>('[aria-invalid], [data-wrong] :is([contenteditable], input), [role=alert]')?.focus(),
      100,
    )
  }
  const editor = useFolioEditor(folio, viewer.user_id, sending, showFault)
  const use = (save: Folio) => {
    setPreview(null)
    const isCurrent = save.version === folio.version
    editor.goBackTo(
      save,
      isCurrent ? t`The published page is in the editor now.` : t`This version is in the editor now. Publish it to show it.`,
    )
  }
  return (
    <div ref={box}>
      {preview ? (
        <FolioView folio={{ ...folio, ...(shownSave ?? editor.draft) }} />
      ) : (
        <div className={`wrap ${css.page}`}>
          <Header editor={editor} onClose={onClose} onDialog={setDialog} />
          <FolioForm
            key={editor.epoch}
            draft={editor.draft}
            change={editor.change}
            form={{ errorOf: editor.errorOf, onStatus }}
            openSection={openSection}
            onOpenSection={setOpenSection}
          />
        </div>
      )}
      <div className={css.bar} data-bottom="always">
        <div className={`wrap ${css.tools}`}>
          <BarText editor={editor} isPreview={preview !== null} save={shownSave} />
          {preview ? (
            <Button icon="pencil" onClick={() => setPreview(null)}>
              <Trans>Back to editing</Trans>
            </Button>
          ) : (
            <Button icon="eye" onClick={() => setPreview('draft')}>
              <Trans>Preview</Trans>
            </Button>
          )}
          {shownSave ? (
            <Button look="primary" onClick={() => use(shownSave)}>
              <Trans>Use this version</Trans>
            </Button>
          ) : (
            <Button look="primary" onClick={editor.publish}>
              <Trans>Publish</Trans>
            </Button>
          )}
        </div>
      </div>
      {dialog === 'social' && <SocialDialog folio={folio} onClose={() => setDialog(null)} />}
      {dialog === 'versions' && (
        <VersionsDialog
          name={folio.name}
          onClose={() => setDialog(null)}
          onShow={(save) => {
            setDialog(null)
            setPreview(save)
          }}
        />
      )}
      {editor.saving && (
        <SaveDialog
          saving={editor.saving}
          onClose={() => editor.setSaving(null)}
          onSeePage={onClose}
          onSeeNewer={() => {
            editor.setSaving(null)
            setPreview('published')
          }}
          onKeepMine={() => {
            editor.setSaving(null)
            editor.follow(folio.version, false)
          }}
        />
      )}
    </div>
  )
}

type Editor = ReturnType<typeof useFolioEditor>

function Header({ editor, onClose, onDialog }: { editor: Editor; onClose: () => void; onDialog: (dialog: OpenDialog) => void }) {
  const { t } = useLingui()
  return (
    <header className={css.head}>
      <div>
        <h1>
          <Trans>Edit your creator page</Trans>
        </h1>
        <p className="mute">
          <Trans>Others see your changes once you publish them.</Trans>
        </p>
      </div>
      <div className={css.acts}>
        <Button icon="link" onClick={() => onDialog('social')}>
          <Trans>Social links</Trans>
        </Button>
        <Button icon="clock" onClick={() => onDialog('versions')}>
          <Trans>Versions</Trans>
        </Button>
        {editor.isTouched && (
          <Button icon="trash" onClick={() => editor.discard(t`Your draft was discarded.`)}>
            <Trans>Discard the draft</Trans>
          </Button>
        )}
        <Button icon="close" onClick={onClose}>
          <Trans>Close the editor</Trans>
        </Button>
      </div>
      {editor.lostIn.length > 0 && <LostFiles parts={editor.lostIn} onClose={editor.forgetLost} />}
      {editor.isBehind && (
        <Notice tone="amber">
          <p>
            <Trans>
              This page was saved in another tab or on another device after you began this draft. Nothing of your draft is lost.
            </Trans>
          </p>
          <Button small onClick={() => editor.setSaving({ at: 'changed' })}>
            <Trans>Choose what to do</Trans>
          </Button>
        </Notice>
      )}
    </header>
  )
}

/** Names the parts of the page from which files were removed, because they are no longer stored. */
function LostFiles({ parts, onClose }: { parts: string[]; onClose: () => void }) {
  return (
    <Notice tone="amber">
      <p>
        <Trans>
          Some pictures or videos of your draft are no longer stored, because they were not published in time. Add them again here:
        </Trans>
      </p>
      <ul className={css.lost}>
        {parts.map((part) => (
          <li key={part}>
            <bdi>{part}</bdi>
          </li>
        ))}
      </ul>
      <Button small onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </Notice>
  )
}

/** What the reader sees, or where the draft is. */
function BarText({ editor, isPreview, save }: { editor: Editor; isPreview: boolean; save: Folio | null }) {
  if (save) {
    const saved = formatDate(save.saved ?? 0, 'whole')
    return (
      <p className="small mute">
        <Trans>You see the version of {saved}.</Trans>
      </p>
    )
  }
  if (isPreview)
    return (
      <p className="small mute">
        <Trans>Visitors see it like this once you publish it.</Trans>
      </p>
    )
  if (editor.faults > 0)
    return (
      <p className={`small ${css.fault}`} role="alert">
        <Trans>Not published yet. Please check the marked fields.</Trans>
      </p>
    )
  return (
    <p className="small mute">
      {!editor.isTouched ? (
        <Trans>No changes yet.</Trans>
      ) : editor.isStored ? (
        <Trans>Your draft is saved on this device.</Trans>
      ) : (
        <Trans>This browser cannot store your draft. Publish it before you close the page.</Trans>
      )}
    </p>
  )
}
