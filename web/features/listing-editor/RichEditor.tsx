import { useLingui } from '@lingui/react/macro'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ACCEPT } from '../../queries/upload/file-rules.ts'
import { type UploadStatus, useReportUploadStatus, useUploads } from '../../queries/upload/use-uploads.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { FailedRow } from '../uploads/upload-tiles.tsx'
import { cleanPastedHtml } from './clean-pasted-html.ts'
import css from './RichEditor.module.css'
import { RichPicture } from './rich-picture.ts'

const LINK = { openOnClick: false, autolink: true, protocols: ['mailto'], defaultProtocol: 'https' }

/** The editor of the main description: headings, lists, links, quotes, pictures. Loaded on demand, because it contains tiptap. */
export default function RichEditor({
  html,
  written,
  onChange,
  onStatus,
  label,
  error,
  describedBy,
}: {
  html: string
  /** A generated text. It is put into the editor whenever it changes, without a call of `onChange`. */
  written?: string
  onChange: (html: string) => void
  /** Gets the numbers of the text's pictures that are being uploaded and that failed. */
  onStatus: (status: UploadStatus) => void
  label: string
  error: boolean
  describedBy?: string
}) {
  const editor = useEditor({
    extensions: [
      RichPicture,
      StarterKit.configure({
        heading: { levels: [2, 3] },
        link: LINK,
        code: false,
        codeBlock: false,
        strike: false,
        underline: false,
        horizontalRule: false,
        dropcursor: false,
        gapcursor: false,
      }),
    ],
    content: html,
    // The content security policy forbids injected styles, so the style sheet contains them.
    injectCSS: false,
    editorProps: {
      // Content copied in the editor itself is clean.
      transformPastedHTML: (pasted) => (pasted.includes('data-pm-slice') ? pasted : cleanPastedHtml(pasted)),
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(describedBy && { 'aria-describedby': describedBy }),
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  })
  const asWritten = useRef<string>(undefined)
  useEffect(() => {
    // tiptap destroys an editor whose first render took too long, and creates another.
    if (!editor || editor.isDestroyed || written === undefined) return
    // The editor opened with a stored draft that already contains the generated text.
    if (asWritten.current === undefined && written === html) {
      asWritten.current = editor.getHTML()
      return
    }
    // A text that the user edited is not replaced.
    if (!(editor.isEmpty || editor.getHTML() === asWritten.current)) return
    // The editor's history does not get this change, because generated texts have their own undo.
    editor.chain().setMeta('addToHistory', false).setContent(written, { emitUpdate: false }).run()
    asWritten.current = editor.getHTML()
  }, [editor, written, html])
  if (!editor) return null
  return (
    <div className={css.box} data-wrong={error || undefined}>
      <Tools editor={editor} onStatus={onStatus} />
      <EditorContent editor={editor} className={css.text} />
    </div>
  )
}

function Tools({ editor, onStatus }: { editor: Editor; onStatus: (status: UploadStatus) => void }) {
  const { t } = useLingui()
  const [address, setAddress] = useState<string | null>(null)
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      heading: now.isActive('heading', { level: 2 }),
      bullets: now.isActive('bulletList'),
      numbers: now.isActive('orderedList'),
      quote: now.isActive('blockquote'),
      link: now.isActive('link'),
      undo: now.can().undo(),
      redo: now.can().redo(),
    }),
  })
  const run = () => editor.chain().focus()
  const setLink = () => {
    const href = address?.trim() ?? ''
    if (href)
      run()
        .extendMarkRange('link')
        .setLink({ href: /^[a-z]+:/i.test(href) ? href : `https://${href}` })
        .run()
    else run().extendMarkRange('link').unsetLink().run()
    setAddress(null)
  }
  return (
    <div className={css.tools} role="toolbar" aria-label={t`Formatting`}>
      <Tool label={t`Heading`} on={on.heading} press={() => run().toggleHeading({ level: 2 }).run()}>
        <b aria-hidden="true">H</b>
      </Tool>
      <Tool label={t`Bold`} on={on.bold} press={() => run().toggleBold().run()}>
        <b aria-hidden="true">B</b>
      </Tool>
      <Tool label={t`Italic`} on={on.italic} press={() => run().toggleItalic().run()}>
        <i aria-hidden="true">I</i>
      </Tool>
      <Tool label={t`List`} on={on.bullets} press={() => run().toggleBulletList().run()}>
        <Icon name="list" />
      </Tool>
      <Tool label={t`Numbered list`} on={on.numbers} press={() => run().toggleOrderedList().run()}>
        <span className={css.one} aria-hidden="true" />
      </Tool>
      <Tool label={t`Block quote`} on={on.quote} press={() => run().toggleBlockquote().run()}>
        <b aria-hidden="true">”</b>
      </Tool>
      <Tool label={t`Link`} on={on.link} press={() => setAddress((editor.getAttributes('link').href as string | undefined) ?? '')}>
        <Icon name="link" />
      </Tool>
      <PictureTool editor={editor} onStatus={onStatus} />
      <Tool label={t`Undo`} off={!on.undo} press={() => run().undo().run()}>
        <span aria-hidden="true">↶</span>
      </Tool>
      <Tool label={t`Redo`} off={!on.redo} press={() => run().redo().run()}>
        <span aria-hidden="true">↷</span>
      </Tool>
      {address !== null && <LinkField value={address} onChange={setAddress} onSet={setLink} />}
    </div>
  )
}

/** The URL of a link; Enter sets it, Escape closes the field. */
function LinkField({ value, onChange, onSet }: { value: string; onChange: (address: string | null) => void; onSet: () => void }) {
  const { t } = useLingui()
  return (
    <span className={css.link}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the field appears when a person asks to type an address
        autoFocus
        type="url"
        value={value}
        placeholder="https://"
        aria-label={t`Link address`}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            onSet()
          }
          if (event.key === 'Escape') onChange(null)
        }}
      />
      <button type="button" onClick={onSet}>
        {t`Set`}
      </button>
    </span>
  )
}

/** Uploads pictures and inserts them at the cursor. */
function PictureTool({ editor, onStatus }: { editor: Editor; onStatus: (status: UploadStatus) => void }) {
  const { t } = useLingui()
  const { list, add, retry, cancel } = useUploads('image', (media) => {
    const attrs = { media: media.id, size: `${media.width}x${media.height}` }
    editor.chain().focus().insertContent({ type: 'picture', attrs }).run()
  })
  const sending = list.filter((row) => !row.error)
  const failed = list.filter((row) => row.error)
  useReportUploadStatus(list, onStatus)
  return (
    <>
      <label className={css.picture} title={t`Picture`}>
        <input
          type="file"
          accept={ACCEPT.image}
          aria-label={t`Picture`}
          onChange={(event) => {
            if (event.target.files) add([...event.target.files].slice(0, 1))
            event.target.value = ''
          }}
        />
        <Icon name="photo" />
      </label>
      {sending.map((row) => (
        <p key={row.key} className={css.upload} role="status">
          {t`Uploading ${row.file.name}`}
          <IconButton icon="close" label={t`Cancel ${row.file.name}`} onClick={() => cancel(row.key)} />
        </p>
      ))}
      {failed.length > 0 && (
        <ul className={css.failures} aria-label={t`Not uploaded`}>
          {failed.map((row) => (
            <FailedRow key={row.key} row={row} kind="image" onCancel={() => cancel(row.key)} onRetry={() => retry(row)} />
          ))}
        </ul>
      )}
    </>
  )
}

function Tool({ label, on, off, press, children }: { label: string; on?: boolean; off?: boolean; press: () => void; children: ReactNode }) {
  return (
    <button type="button" title={label} aria-label={label} aria-pressed={on} disabled={off} onClick={press}>
      {children}
    </button>
  )
}
